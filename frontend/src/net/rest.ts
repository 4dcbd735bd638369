/** The REST API: JSON in and out, the session's cookie, CSRF, and errors with their codes. */

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extra: Record<string, unknown> = {},
    /** Seconds to wait, where the server says so. */
    readonly retryAfter = 0,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

function csrfToken(): string {
  return /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}

async function failure(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  return new ApiError(
    answer.status,
    typeof body['code'] === 'string' ? body['code'] : 'server_error',
    typeof body['message'] === 'string' ? body['message'] : answer.statusText,
    (body['extra'] as Record<string, unknown> | undefined) ?? {},
    Number(answer.headers.get('Retry-After') ?? 0),
  );
}

/** Ask the API. `path` is below `/api/v1/`. A network failure is an ApiError with code `offline`. */
export async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-CSRFToken'] = csrfToken();
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  // What changes something is carried to its end even if the page is left meanwhile.
  const request: RequestInit = { method, headers, credentials: 'same-origin', keepalive: method !== 'GET' };
  if (body !== undefined) request.body = JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(`/api/v1/${path}`, request);
  } catch {
    throw new ApiError(0, 'offline', 'No connection');
  }
  if (!answer.ok) throw await failure(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const get = <T>(path: string): Promise<T> => api<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => api<T>('POST', path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => api<T>('PUT', path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => api<T>('PATCH', path, body);
export const del = <T>(path: string): Promise<T> => api<T>('DELETE', path);

const TRIES = 4;

/** Ask again a few times where the service says that it is busy for the moment, unless nobody cares any more. */
export async function patiently<T>(ask: () => Promise<T>, cares: () => boolean = () => true): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const busy = error instanceof ApiError && error.status === 503;
      if (!busy || tries === TRIES || !cares()) throw error;
      await new Promise((done) => setTimeout(done, 1000 * (error.retryAfter || 1)));
    }
  }
}

/**
 * Signing in and everything that proves who somebody is: the server's `/_allauth/browser/v1/`.
 * Answers are `{status, data, meta}`; refusals `{status, errors: [{code, message, param}]}`.
 */
import { ApiError } from '../../net/rest';

const ROOT = '/_allauth/browser/v1/';

export interface Fault {
  code: string;
  message: string;
  param?: string;
}

export interface Flow {
  id: string;
  is_pending?: boolean;
  types?: string[];
  provider?: { id: string; name: string };
  providers?: string[];
}

interface Body {
  status?: number;
  data?: Record<string, unknown> & { flows?: Flow[]; user?: { username?: string } };
  meta?: Record<string, unknown>;
  errors?: Fault[];
}

/** A refusal: `faults` say what is wrong with which field, `flows` what may be done instead. */
export class AuthError extends ApiError {
  constructor(
    status: number,
    readonly faults: readonly Fault[],
    readonly flows: readonly Flow[],
    /** What else the answer says: whether somebody is signed in, the key of a new authenticator. */
    readonly meta: Record<string, unknown>,
    retryAfter: number,
  ) {
    const code = status === 429 ? 'too_many_requests' : (faults[0]?.code ?? 'sign_in_needed');
    super(status, code, faults[0]?.message ?? '', {}, retryAfter);
  }
}

const csrf = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';

/** Ask; whoever calls reads the answer's `data` and `meta`. Raises `AuthError`. */
export async function auth(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Body> {
  const headers = { Accept: 'application/json', 'X-CSRFToken': csrf(), ...more };
  const request: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) {
    request.headers = { ...headers, 'Content-Type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(ROOT + path, request);
  } catch {
    throw new ApiError(0, 'offline', 'No connection');
  }
  const found = (await answer.json().catch(() => ({}))) as Body;
  if (answer.ok) return found;
  throw new AuthError(
    answer.status,
    found.errors ?? [],
    found.data?.flows ?? [],
    found.meta ?? {},
    Number(answer.headers.get('Retry-After') ?? 0),
  );
}

/** Is it only that a code or key is still to be given? Then with which kinds of it. */
export function secondStep(error: unknown): string[] | null {
  if (!(error instanceof AuthError) || error.status !== 401) return null;
  const flow = error.flows.find(({ id, is_pending }) => id === 'mfa_authenticate' && is_pending);
  return flow ? (flow.types ?? []) : null;
}

/** Is the player signed in, but must prove it anew before this may be done? */
export const mustProve = (error: unknown): error is AuthError =>
  error instanceof AuthError && error.status === 401 && error.meta['is_authenticated'] === true;

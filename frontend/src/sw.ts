/**
 * The service worker. It keeps files whose name holds their hash, and nothing else: no answer of the
 * API and no page. A page that can't be reached is answered with the bare frame of the client, which
 * says what to do. A new build waits until the last tab of the old one is closed, so that a game in
 * play keeps the files it was started with; nothing is ever reloaded from here.
 */
declare const self: ServiceWorkerGlobalScope;

/** Written by `scripts/finish.mjs` after the build. */
declare const BUILD: { version: string; first: string[]; script: string; styles: string[] };

const CACHE = `klondike-${BUILD.version}`;
const HASHED = /^\/static\/assets\/.+-[\w-]{8}\.\w+$/;

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";

function frame(): Response {
  const styles = BUILD.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const head = `<meta charset="utf-8"><title>Klondike</title><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">${styles}`;
  const script = `<script type="module" src="${BUILD.script}"></script>`;
  const page = `<!doctype html><html data-offline><head>${head}${script}</head><body><div id="app"></div></body></html>`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY };
  return new Response(page, { status: 503, statusText: 'Offline', headers });
}

async function keepFirst(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(BUILD.first);
}

async function dropOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('install', (event) => event.waitUntil(keepFirst()));
self.addEventListener('activate', (event) => event.waitUntil(dropOld()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { origin, pathname } = new URL(request.url);
  if (origin === self.location.origin && HASHED.test(pathname)) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(frame));
});

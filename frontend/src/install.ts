/** The service worker's start, once the page has what it needs; and whether it had to stand in. */

/** The page was answered by the service worker, as the service could not be reached. */
export const standsIn = (): boolean => document.documentElement.hasAttribute('data-offline');

// Without it (storage switched off, an old browser) everything works but the offline page.
const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);

export function install(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

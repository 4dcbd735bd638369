/**
 * Parts of the client that are loaded when they are wanted, and what to do when they are missing: a
 * tab from before a new build asks for files that are no more. A page is then loaded anew, once, so
 * that no tab turns in a circle; a part of one is only told, as a game may be in play.
 */
import { t } from './i18n';
import { say } from './ui/toast';

const KEY = 'klondike.reloaded';

const answers = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(({ ok }) => ok, () => false);

/**
 * Load the address anew, unless that was just tried, nothing can be remembered, or there would be no
 * answer. Says whether it does.
 */
export async function reloadOnce(): Promise<boolean> {
  try {
    if (sessionStorage.getItem(KEY) || !(await answers())) return false;
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** A page has loaded: the next one that fails may be tried again. */
export function arrived(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then nothing was remembered either.
  }
}

/** What is loaded on demand within a page; null, and said, where it can't be had. */
export async function fetched<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load();
  } catch {
    say(t('errors.part'), 'bad');
    return null;
  }
}

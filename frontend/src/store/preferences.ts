/**
 * What each player likes. Kept in this browser, and with the account where there is one
 * (`/api/v1/me/preferences/`), so that another device looks the same.
 */
import { api } from '../net/rest';
import { Store } from './store';

export interface Preferences {
  language: string;
  theme: 'auto' | 'light' | 'dark';
  felt: 'green' | 'blue' | 'wine' | 'slate' | 'plain';
  back: 'lattice' | 'waves' | 'stars' | 'plain';
  backColour: 'blue' | 'red' | 'green' | 'grey';
  deck: 'auto' | 'classic' | 'large';
  fourColours: boolean;
  leftHanded: boolean;
  tap: 'home' | 'column' | 'select';
  animation: 'none' | 'fast' | 'normal' | 'slow';
  sounds: boolean;
  showScore: boolean;
  showClock: boolean;
  showMoves: boolean;
  autoFinish: boolean;
  winnable: boolean;
  celebrate: boolean;
  textBoard: boolean;
  /** The rules last chosen for a new game: a preset's slug. */
  rules: string;
}

export const DEFAULTS: Preferences = {
  language: '',
  theme: 'auto',
  felt: 'green',
  back: 'lattice',
  backColour: 'blue',
  deck: 'auto',
  fourColours: false,
  leftHanded: false,
  tap: 'home',
  animation: 'normal',
  sounds: false,
  showScore: true,
  showClock: true,
  showMoves: true,
  autoFinish: false,
  winnable: false,
  celebrate: true,
  textBoard: false,
  rules: 'hard',
};

/** The closed sets: anything else that was stored is dropped for the default. */
export const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  felt: ['green', 'blue', 'wine', 'slate', 'plain'],
  back: ['lattice', 'waves', 'stars', 'plain'],
  backColour: ['blue', 'red', 'green', 'grey'],
  deck: ['auto', 'classic', 'large'],
  tap: ['home', 'column', 'select'],
  animation: ['none', 'fast', 'normal', 'slow'],
} as const satisfies { [K in keyof Preferences]?: readonly Preferences[K][] };

const KEY = 'klondike.preferences';

/** Take only what is known and of the right kind out of something stored elsewhere. */
export function readPreferences(stored: unknown): Partial<Preferences> {
  if (typeof stored !== 'object' || stored === null) return {};
  const found: Record<string, unknown> = {};
  for (const [key, fallback] of Object.entries(DEFAULTS)) {
    const value = (stored as Record<string, unknown>)[key];
    const allowed = (CHOICES as Record<string, readonly unknown[] | undefined>)[key];
    if (typeof value !== typeof fallback || (allowed && !allowed.includes(value))) continue;
    found[key] = value;
  }
  return found as Partial<Preferences>;
}

function fromBrowser(): Partial<Preferences> {
  try {
    return readPreferences(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

export const preferences = new Store<Preferences>({ ...DEFAULTS, ...fromBrowser() });

/** What the account has not been told, and what it is being told. */
let unsent: Partial<Preferences> = {};
let onTheWay: Partial<Preferences> | null = null;
/** What the account was asked for since the page was loaded, so that it is asked once. */
let answer: Promise<unknown> | null = null;
/** Changed since then: the answer may be from before the account knew. */
let since: Partial<Preferences> = {};

/** The API's names are `back_colour`, the client's `backColour`; without a choice it says `auto`. */
const apiName = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function forApi(value: Partial<Preferences>): Record<string, unknown> {
  const named = Object.entries(value).map(([key, chosen]) => [apiName(key), chosen] as const);
  return { ...Object.fromEntries(named), ...(value.language === '' && { language: 'auto' }) };
}

function fromApi(stored: unknown): Partial<Preferences> {
  if (typeof stored !== 'object' || stored === null) return {};
  const given = stored as Record<string, unknown>;
  const found = readPreferences(
    Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, given[apiName(key)]])),
  );
  if (found.language === 'auto') delete found.language;
  return found;
}

/** For the server: the page is served with these from the first byte, and no other theme flashes up. */
function remember(name: string, kept: string): void {
  document.cookie = `klondike_${name}=${kept}; path=/; max-age=${kept ? 31536000 : 0}; samesite=lax`;
}

function keep(value: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // A browser that stores nothing still plays.
  }
  remember('theme', value.theme);
  remember('language', value.language);
}

/** Change preferences: shown at once, kept here, and sent to the account. */
export function prefer(patch: Partial<Preferences>, withAccount: boolean): void {
  preferences.set(patch);
  keep(preferences.get());
  if (!withAccount) return;
  since = { ...since, ...patch };
  unsent = { ...unsent, ...patch };
  if (!onTheWay) void send();
}

/**
 * Tell the account at once: a page that is being left sends nothing reliably. One change is on its
 * way at a time, so that they arrive in order; those made meanwhile follow together.
 */
async function send(): Promise<void> {
  const sent = unsent;
  [onTheWay, unsent] = [sent, {}];
  const told = await api('PATCH', 'me/preferences/', forApi(sent)).then(() => true, () => false);
  const more = Object.keys(unsent).length > 0;
  onTheWay = null;
  // What could not be told goes along with the next change.
  if (!told) unsent = { ...sent, ...unsent };
  if (more) void send();
}

/** The account's preferences as the API has them, asked for once a page. */
export function askAccount<T>(): Promise<T> {
  if (!answer) {
    since = {};
    answer = api<unknown>('GET', 'me/preferences/').catch((error: unknown) => {
      forgetAccount();
      throw error;
    });
  }
  return answer as Promise<T>;
}

/** Somebody else plays, or the account knows something new: the next who asks gets it anew. */
export function forgetAccount(): void {
  answer = null;
}

/** Bring the account's preferences here; what it does not know, or not yet, stays as it is. */
export async function bringPreferences(): Promise<void> {
  const stored = await askAccount<unknown>().catch(() => null);
  preferences.set({ ...fromApi(stored), ...onTheWay, ...since, ...unsent });
  keep(preferences.get());
}

/** Show what CSS needs to know on the root element. */
export function dress(root: HTMLElement, value: Preferences): void {
  if (value.theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = value.theme;
  root.dataset['felt'] = value.felt;
  root.dataset['back'] = value.back;
  root.dataset['backColour'] = value.backColour;
  root.toggleAttribute('data-four-colours', value.fourColours);
}

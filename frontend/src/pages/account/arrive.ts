/** What happens in this browser once somebody has signed in or out. */
import { get } from '../../net/rest';
import { go } from '../../router';
import { bringPreferences, forgetAccount, prefer, preferences } from '../../store/preferences';
import { session } from '../../store/session';

export interface Me {
  name: string | null;
  kind: 'stranger' | 'guest' | 'person' | 'bot';
  created_at: string | null;
  suspended: boolean;
  staff: boolean;
  email: string | null;
  email_confirmed: boolean;
  has_password: boolean;
  scopes: string[];
  guest_waiting: string | null;
}

/**
 * Take over who is signed in now; tells of a guest whose games may be brought along. A new account
 * (`fresh`) gets this browser's preferences, an old one brings its own.
 */
export async function takeOver(fresh = false): Promise<Me> {
  const me = await get<Me>('me/');
  const kind = me.kind === 'stranger' ? 'nobody' : me.kind === 'guest' ? 'guest' : 'person';
  forgetAccount();
  session.set({ name: me.name ?? '', kind });
  if (fresh) prefer(preferences.get(), true);
  else if (kind === 'person') await bringPreferences();
  return me;
}

/** Where to go after signing in: only to an address of this site. */
export function nextPlace(query: URLSearchParams): string {
  const wanted = query.get('next') ?? '/';
  return /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}

/** Does the client draw the next page itself? The server draws some, like consent. */
export const isDrawnHere = (query: URLSearchParams): boolean =>
  !/^\/(oauth|admin|api)\//.test(nextPlace(query));

/** Go on; pages that the client does not draw itself are loaded. */
export function goOn(query: URLSearchParams): void {
  const place = nextPlace(query);
  if (isDrawnHere(query)) go(place, true);
  else location.assign(place);
}

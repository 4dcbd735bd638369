/** Who is playing. The page comes with the answer in its head, so nothing has to be asked first. */
import { Store } from './store';

export interface Session {
  name: string;
  kind: 'nobody' | 'guest' | 'person';
}

const KINDS = ['nobody', 'guest', 'person'] as const;

/** Read the player out of the page's head. */
export function readSession(page: Document): Session {
  const tag = page.querySelector<HTMLMetaElement>('meta[name="player"]');
  const kind = KINDS.find((known) => known === tag?.dataset['kind']) ?? 'nobody';
  return { name: tag?.content ?? '', kind };
}

export const session = new Store<Session>(readSession(document));

export const hasAccount = (): boolean => session.get().kind === 'person';

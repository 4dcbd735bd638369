/** Starting a game, once: a second press while the first is on its way starts no second game. */
import { post } from '../../net/rest';
import type { Rules, View } from '../../net/types';
import { go, href } from '../../router';
import { session } from '../../store/session';

export interface Wish {
  rules?: string | Partial<Rules>;
  code?: string;
  deck?: string;
  winnable?: boolean;
  ladder?: string;
  confirm?: boolean;
}

let starting: Promise<View> | null = null;

async function ask(wish: Wish): Promise<View> {
  const view = await post<View>('games/', wish);
  // Who had no session is a guest now.
  if (view.player && view.player.kind !== 'bot') {
    session.set({ name: view.player.name, kind: view.player.kind });
  }
  go(href('table', { id: view.id }));
  return view;
}

export function startGame(wish: Wish): Promise<View> {
  starting ??= ask(wish).finally(() => (starting = null));
  return starting;
}

/** The same cards and rules once more. */
export const startAgain = ({ deck, slug, rules }: View): Promise<View> =>
  startGame({ deck: deck ?? '', rules: slug ?? rules });

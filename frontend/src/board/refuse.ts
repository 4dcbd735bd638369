/** A try that is against the rules: told, and seen on the cards that were meant. */
import type { State } from './state';
import type { Spot } from './types';

const SHOWN_FOR = 450;

function elementsAt(state: State, { pile, index }: Spot): HTMLElement[] {
  const cards = [...state.nodes.values()].filter(({ place }) => place.pile === pile && place.index >= index);
  const place = state.cloth.querySelector<HTMLElement>(`[data-mark="${pile}"]`);
  return cards.length ? cards.map(({ element }) => element) : place ? [place] : [];
}

export function refuse(state: State, spot: Spot): void {
  state.callbacks.notice('refused');
  for (const element of elementsAt(state, spot)) {
    element.classList.add('refused');
    setTimeout(() => element.classList.remove('refused'), SHOWN_FOR);
  }
}

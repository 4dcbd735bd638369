/** Cards, piles and events in words: for the live region, the text board and labels. */
import { type Position, type Spot, COLUMNS, isColumn, isFoundation, landsOn, liftedFrom, pileSize } from '../../board';
import { clock, hasText, t } from '../../i18n';
import type { View } from '../../net/types';

const named = (sign: string): string => {
  const key = `cards.${sign}`;
  return hasText(key) ? t(key) : sign;
};

export const cardWords = (card: string): string =>
  t('cards.of', { rank: named(card[0]!), suit: named(card[1]!) });

export function pileWords(pile: string): string {
  if (pile === 'w') return t('cards.waste');
  if (isColumn(pile)) return t('cards.column', { n: Number(pile) });
  return t('cards.foundation', { suit: named(pile) });
}

export type StockSign = 'full' | 'recycle' | 'spent' | 'bare';

export function stockWords(position: Position, sign: StockSign): string {
  const state = {
    full: String(position.stock),
    recycle: t('cards.recycle_sign'),
    spent: t('cards.spent_sign'),
    bare: t('cards.empty'),
  };
  return t('cards.stock', { n: state[sign] });
}

function columnCards(position: Position, { pile, index }: Spot): string {
  const { down, up } = position.columns[Number(pile) - 1]!;
  const hidden = down ? t('cards.down', { n: down }) : '';
  const card = up[index - down];
  if (!card) return hidden || t('cards.empty');
  const above = up.length - (index - down) - 1;
  const run = above ? t('cards.run', { card: cardWords(card), n: above }) : cardWords(card);
  return index === down && hidden ? `${run}, ${hidden}` : run;
}

/** What lies at a place, with the name of its pile. */
export function spotWords(position: Position, spot: Spot, sign: StockSign): string {
  const { pile } = spot;
  if (pile === 's') return stockWords(position, sign);
  let what = t('cards.empty');
  if (isColumn(pile)) what = columnCards(position, spot);
  else if (isFoundation(pile)) {
    const count = position.foundations[pile as 'C'];
    if (count) what = cardWords('A23456789TJQK'[count - 1]! + pile);
  } else {
    const top = position.waste.at(-1);
    if (top) what = cardWords(top);
  }
  return t('cards.at', { pile: pileWords(pile), what });
}

function turnedWords(before: Position, after: Position): string {
  for (const [at, pile] of COLUMNS.entries()) {
    const [old, now] = [before.columns[at]!, after.columns[at]!];
    if (now.down < old.down && now.up[0]) {
      return `, ${t('cards.turned', { card: cardWords(now.up[0]) })} (${pile})`;
    }
  }
  return '';
}

/** An action in a few words, from the positions around it. */
export function actionWords(action: string, before: Position, after: Position): string {
  if (action === 'uu') return t('cards.undone');
  if (action === 'rr') return t('cards.redone');
  if (action === 'ws') return t('cards.recycled');
  if (action === 'sw') {
    const cards = after.waste.slice(before.waste.length).filter((card) => card !== null);
    return t('cards.drawn', { cards: cards.map(cardWords).join(', ') });
  }
  const target = action[1]!;
  const pile = target === 'f' ? grownFoundation(before, after) : target;
  const size = pileSize(before, pile);
  const card = isColumn(pile)
    ? after.columns[Number(pile) - 1]!.up[size - after.columns[Number(pile) - 1]!.down]
    : 'A23456789TJQK'[size]! + pile;
  const what = card ? cardWords(card) : '';
  return t('cards.moved', { what, pile: pileWords(pile) }) + turnedWords(before, after);
}

/** What a move does, as one reads it aloud. */
export function moveWords(position: Position, action: string): string {
  if (action === 'sw') return t('text.draw');
  if (action === 'ws') return t('text.recycle');
  const from = liftedFrom(position, action);
  const source = action[0]!;
  const column = COLUMNS.indexOf(source as '1');
  const card = column >= 0 ? position.columns[column]!.up[from - position.columns[column]!.down] : null;
  const what = card ?? (source === 'w' ? position.waste.at(-1) : 'A23456789TJQK'[from]! + source);
  return t('cards.moved', { what: what ? cardWords(what) : '', pile: pileWords(landsOn(position, action)) });
}

function grownFoundation(before: Position, after: Position): string {
  const suits = ['S', 'H', 'C', 'D'] as const;
  return suits.find((suit) => after.foundations[suit] > before.foundations[suit]) ?? 'S';
}

/** How a game ended, in figures. */
export function resultWords(view: View): string {
  const score = view.money ?? (view.score === null ? '' : t('table.n_points', { n: view.score }));
  return [score, t('table.n_moves', { n: view.moves }), clock(view.clock.ms)].filter(Boolean).join(', ');
}

/**
 * What the legal list says about cards. An action names source and target; which card of a column
 * it lifts follows from the target, as at most one run fits there. Nothing here decides what is legal.
 */
import { type Card, type Pile, type Position, type Spot, cardOf, isColumn, isFoundation, rankOf } from './types';

const column = (position: Position, pile: Pile) => position.columns[Number(pile) - 1]!;

/** The card on top of a pile, where one is known. */
export function topCard(position: Position, pile: Pile): Card | null {
  if (pile === 'w') return position.waste.at(-1) ?? null;
  if (isFoundation(pile)) {
    const count = position.foundations[pile as 'C'];
    return count ? cardOf(pile as 'C', count) : null;
  }
  return isColumn(pile) ? (column(position, pile).up.at(-1) ?? null) : null;
}

export function pileSize(position: Position, pile: Pile): number {
  if (pile === 's') return position.stock;
  if (pile === 'w') return position.waste.length;
  if (isFoundation(pile)) return position.foundations[pile as 'C'];
  const { down, up } = column(position, pile);
  return down + up.length;
}

/** Is the pile's top card on its way and not told yet? */
export function untold(position: Position, pile: Pile): boolean {
  if (pile === 'w') return position.waste.length > 0 && position.waste.at(-1) === null;
  return isColumn(pile) && column(position, pile).down > 0 && column(position, pile).up.length === 0;
}

/** How many cards lie below the first card that an action lifts; -1 where it lifts none that is known. */
export function liftedFrom(position: Position, action: string): number {
  const [source, target] = [action[0]!, action[1]!];
  if (!isColumn(source)) return pileSize(position, source) - 1;
  const { down, up } = column(position, source);
  if (target === 'f') return up.length ? down + up.length - 1 : -1;
  const under = topCard(position, target);
  if (under === null && pileSize(position, target) > 0) return -1;
  const wanted = under === null ? 12 : rankOf(under) - 1;
  const at = up.findIndex((card) => rankOf(card) === wanted);
  return at < 0 ? -1 : down + at;
}

/** The pile that an action's cards come to lie on. */
export function landsOn(position: Position, action: string): Pile {
  if (action[1] !== 'f') return action[1]!;
  return topCard(position, action[0]!)?.[1] ?? action[1]!;
}

/** The legal actions that lift exactly the cards from this spot on. */
export function actionsFrom(position: Position, legal: Iterable<string>, spot: Spot): string[] {
  return [...legal].filter(
    (action) => action[0] === spot.pile && action[0] !== 's' && action !== 'ws' &&
      liftedFrom(position, action) === spot.index,
  );
}

/** The legal action that brings the cards from a spot to a pile, if there is one. */
export function actionTo(position: Position, legal: Iterable<string>, spot: Spot, pile: Pile): string | null {
  return actionsFrom(position, legal, spot).find((action) => landsOn(position, action) === pile) ?? null;
}

/** Can a card be picked up here at all: the waste's or a foundation's top, any face-up one of a column? */
export function canLift(position: Position, { pile, index }: Spot): boolean {
  if (pile === 's' || index < 0) return false;
  if (isColumn(pile)) {
    const { down, up } = column(position, pile);
    return index >= down && index < down + up.length;
  }
  return index === pileSize(position, pile) - 1 && topCard(position, pile) !== null;
}

/** Where a double tap brings a card: the column with most cards, then an empty one, then home. */
export function bestAction(position: Position, legal: Iterable<string>, spot: Spot, homeFirst: boolean): string | null {
  const actions = actionsFrom(position, legal, spot);
  const home = actions.find((action) => action[1] === 'f') ?? null;
  const size = (action: string) => pileSize(position, action[1]!);
  const [best] = actions.filter((action) => action[1] !== 'f').toSorted((a, b) => size(b) - size(a));
  return homeFirst ? (home ?? best ?? null) : (best ?? home);
}

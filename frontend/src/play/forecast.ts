/**
 * What a move will most likely look like, shown until the server has answered. The server alone
 * decides: a forecast that turns out wrong is put right, and what can't be known is left open.
 */
import { type Position, type Suit, COLUMNS, RANKS, cardOf, landsOn, liftedFrom, rankOf, suitOf, topCard } from '../board';
import type { Rules } from '../net/types';

type Change = Partial<Position>;

const isRed = (card: string) => card[1] === 'D' || card[1] === 'H';

function draw(position: Position, rules: Rules): Change {
  const count = Math.min(rules.draw, position.stock);
  const drawn = Array.from({ length: count }, () => null);
  return { stock: position.stock - count, waste: [...position.waste, ...drawn] };
}

function take(position: Position, action: string): { moved: string[]; left: Position } | null {
  const source = action[0]!;
  const from = liftedFrom(position, action);
  const top = topCard(position, source);
  if (from < 0 || top === null) return null;
  if (source === 'w') return { moved: [top], left: { ...position, waste: position.waste.slice(0, -1) } };
  if ('CDHS'.includes(source)) {
    const foundations = { ...position.foundations, [source]: position.foundations[source as Suit] - 1 };
    return { moved: [top], left: { ...position, foundations } };
  }
  const at = Number(source) - 1;
  const { down, up, known } = position.columns[at]!;
  const moved = up.slice(from - down);
  const columns = position.columns.with(at, { down, known, up: up.slice(0, from - down) });
  return { moved: [...moved], left: { ...position, columns: turnKnown(columns, at) } };
}

/** In a thoughtful game the card that turns up is known already. */
function turnKnown(columns: Position['columns'], at: number): Position['columns'] {
  const { down, up, known } = columns[at]!;
  const next = known?.at(-1);
  if (up.length || !down || !known || next === undefined) return columns;
  return (columns as Position['columns'][number][]).with(at, { down: down - 1, known: known.slice(0, -1), up: [next] });
}

function put(left: Position, moved: string[], pile: string): Position {
  if ('CDHS'.includes(pile)) {
    return { ...left, foundations: { ...left.foundations, [pile]: left.foundations[pile as Suit] + 1 } };
  }
  const at = Number(pile) - 1;
  const { down, known, up } = left.columns[at]!;
  return { ...left, columns: left.columns.with(at, { down, known, up: [...up, ...moved] }) };
}

/** The position an action should lead to; null where it can't be told. */
export function foresee(position: Position, action: string, rules: Rules): Position | null {
  if (action === 'sw') return { ...position, ...draw(position, rules) };
  if (action === 'ws') return { ...position, stock: position.waste.length, waste: [] };
  if (action === 'uu' || action === 'rr') return null;
  const pile = landsOn(position, action);
  const taken = take(position, action);
  return taken && put(taken.left, taken.moved, pile);
}

function fits(position: Position, card: string, pile: string): boolean {
  const { down, up } = position.columns[Number(pile) - 1]!;
  const under = up.at(-1);
  if (under === undefined) return down === 0 && rankOf(card) === RANKS.length - 1;
  return isRed(under) !== isRed(card) && rankOf(under) === rankOf(card) + 1;
}

const goesHome = (position: Position, card: string) =>
  rankOf(card) === position.foundations[suitOf(card)];

function fromColumn(position: Position, source: string): string[] {
  const { up } = position.columns[Number(source) - 1]!;
  const last = up.at(-1);
  const out = last !== undefined && goesHome(position, last) ? [`${source}f`] : [];
  for (const target of COLUMNS) {
    if (target !== source && up.some((card) => fits(position, card, target))) out.push(source + target);
  }
  return out;
}

/** What will most likely be legal in a forecast position, in the server's order. */
export function likely(position: Position, rules: Rules, pass: number): string[] {
  const out = COLUMNS.flatMap((source) => fromColumn(position, source));
  const top = position.waste.at(-1);
  if (top) {
    if (goesHome(position, top)) out.push('wf');
    out.push(...COLUMNS.filter((target) => fits(position, top, target)).map((target) => `w${target}`));
  }
  if (rules.take_back) {
    for (const [suit, count] of Object.entries(position.foundations)) {
      if (!count) continue;
      const card = cardOf(suit as Suit, count);
      out.push(...COLUMNS.filter((target) => fits(position, card, target)).map((target) => suit + target));
    }
  }
  if (position.stock) out.push('sw');
  else if (position.waste.length && (rules.passes === null || pass < rules.passes)) out.push('ws');
  return out.toSorted();
}

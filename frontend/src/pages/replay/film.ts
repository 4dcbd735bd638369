/** A finished game as a row of positions: the first one, and one after each action. */
import type { Position } from '../../board';
import type { Foundations, Piles, View } from '../../net/types';
import { cards, positionOf, replacePiles } from '../../play/position';

export interface Counts {
  pass: number;
  score: number | null;
  money: string | null;
  moves: number;
  undos: number;
}

export interface Frame extends Counts {
  action: string;
  ms: number;
  piles: Piles;
}

export interface Replay {
  game: View;
  start: Counts & Pick<View, 'columns' | 'stock' | 'waste'> & { foundations: Foundations };
  frames: Frame[];
}

export interface Film {
  /** One more than there are actions. */
  positions: Position[];
  counts: (Counts & { ms: number })[];
  actions: string[];
}

export function makeFilm({ start, frames }: Replay): Film {
  const positions = [positionOf(start)];
  for (const { piles } of frames) positions.push(replacePiles(positions.at(-1)!, piles));
  return {
    positions,
    counts: [{ ...start, ms: 0 }, ...frames],
    actions: frames.map(({ action }) => action),
  };
}

/** Dealt in rows (R1.2): the cards of each column, first dealt first. */
export function dealt(deck: string): { columns: string[][]; stock: string[] } {
  const order = cards(deck);
  const columns: string[][] = Array.from({ length: 7 }, () => []);
  let next = 0;
  for (let row = 0; row < 7; row++) {
    for (let at = row; at < 7; at++) columns[at]!.push(order[next++]!);
  }
  return { columns, stock: order.slice(next) };
}

/** The position with its face-down cards known: a column's never change their order. */
export function withKnown(position: Position, deck: string): Position {
  const { columns } = dealt(deck);
  return {
    ...position,
    columns: position.columns.map((column, at) => ({ ...column, known: columns[at]!.slice(0, column.down) })),
  };
}

/** Views and deltas of the server as positions of the board. */
import type { Column, Position } from '../board';
import type { Column as SentColumn, Piles, View } from '../net/types';

export function cards(text: string): string[] {
  return text.match(/../g) ?? [];
}

function column({ down, up, known }: SentColumn): Column {
  return { down, up: cards(up), known: known ? cards(known) : null };
}

export function positionOf(view: Pick<View, 'columns' | 'stock' | 'waste' | 'foundations'>): Position {
  const { stock, foundations } = view;
  return { columns: view.columns.map(column), stock, waste: cards(view.waste), foundations };
}

/** The position after an event: the named piles are replaced, all others stay. */
export function replacePiles(position: Position, piles: Piles): Position {
  return {
    columns: position.columns.map((old, at) => {
      const sent = piles[String(at + 1) as '1'];
      return sent ? column(sent) : old;
    }),
    stock: piles.stock ?? position.stock,
    waste: piles.waste === undefined ? position.waste : cards(piles.waste),
    foundations: piles.foundations ?? position.foundations,
  };
}

/** Whether the same cards lie in the same places. */
export function samePosition(one: Position | null, other: Position): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

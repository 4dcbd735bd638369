/** What lies under a point. It asks the layout, not the DOM, so that a flying card can be caught. */
import { type Layout, columnPoint, pileBottom } from './layout';
import { actionsFrom, landsOn, pileSize } from './runs';
import { COLUMNS, type Pile, type Point, type Position, SUITS, type Spot } from './types';

interface Aim {
  pile: Pile;
  action: string;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const inside = (box: Box, { x, y }: Point) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;

/** Half the gap to the neighbour belongs to each pile: fingers are broad. */
function reach(layout: Layout): number {
  const gap = layout.places['2']!.x - layout.places['1']!.x - layout.card.w;
  return Math.max(2, Math.min(gap / 2, 10));
}

function boxOf(layout: Layout, position: Position, pile: Pile): Box {
  const { x, y } = layout.places[pile]!;
  const { w, h } = layout.card;
  const out = reach(layout);
  const box = { left: x - out, right: x + w + out, top: y - out, bottom: y + h + out };
  if (COLUMNS.includes(pile as '1')) return { ...box, bottom: pileBottom(layout, position, pile) + out };
  return box;
}

function columnIndex(layout: Layout, position: Position, pile: Pile, y: number): number {
  const { down } = position.columns[Number(pile) - 1]!;
  for (let index = pileSize(position, pile) - 1; index > 0; index--) {
    if (y >= columnPoint(layout, pile, index, down).y) return index;
  }
  return Math.min(0, pileSize(position, pile) - 1);
}

function wasteBox(layout: Layout, position: Position, fan: number): Box {
  const spread = Math.max(0, Math.min(fan, position.waste.length) - 1);
  const box = boxOf(layout, position, 'w');
  return { ...box, right: box.right + spread * layout.fan.x, bottom: box.bottom + spread * layout.fan.y };
}

/** The card (or the empty place, index -1) under a point; null where there is only felt. */
export function spotAt(layout: Layout, position: Position, fan: number, point: Point): Spot | null {
  if (inside(wasteBox(layout, position, fan), point)) {
    return { pile: 'w', index: position.waste.length - 1 };
  }
  for (const pile of ['s', ...SUITS]) {
    if (inside(boxOf(layout, position, pile), point)) return { pile, index: pileSize(position, pile) - 1 };
  }
  for (const pile of COLUMNS) {
    if (!inside(boxOf(layout, position, pile), point)) continue;
    return { pile, index: columnIndex(layout, position, pile, point.y) };
  }
  return null;
}

/** Share of the first card that lies over a pile's zone; a column's zone goes on to the foot of the table. */
function cover(layout: Layout, position: Position, pile: Pile, card: Point): number {
  const box = boxOf(layout, position, pile);
  const { w, h } = layout.card;
  const bottom = COLUMNS.includes(pile as '1') ? Infinity : box.bottom;
  const x = Math.min(box.right, card.x + w) - Math.max(box.left, card.x);
  const y = Math.min(bottom, card.y + h) - Math.max(box.top, card.y);
  return x > 0 && y > 0 ? (Math.min(x, w) * Math.min(y, h)) / (w * h) : 0;
}

function pointed(layout: Layout, position: Position, pile: Pile, pointer: Point): boolean {
  const box = boxOf(layout, position, pile);
  return inside(COLUMNS.includes(pile as '1') ? { ...box, bottom: Infinity } : box, pointer);
}

/**
 * Where cards would land that are let go now: a legal target under the pointer, else the legal one
 * that the run's first card covers most. How long the run is does not matter. The mark shown while
 * dragging and the drop ask this same function.
 */
export function aimAt(
  layout: Layout,
  position: Position,
  legal: Iterable<string>,
  from: Spot,
  card: Point,
  pointer: Point,
): Aim | null {
  const home = cover(layout, position, from.pile, card);
  let best: Aim | null = null;
  let most = 0.12;
  for (const action of actionsFrom(position, legal, from)) {
    const pile = landsOn(position, action);
    const covered = cover(layout, position, pile, card);
    if (covered < home && !pointed(layout, position, pile, pointer)) continue;
    const weight = covered + (pointed(layout, position, pile, pointer) ? 1 : 0);
    if (weight > most) [best, most] = [{ pile, action }, weight];
  }
  return best;
}

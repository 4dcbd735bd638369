/** Where everything lies, in pixels. Worked out from the size and the position, never read from the DOM. */
import { COLUMNS, type Pile, type Placed, type Point, type Position, SUITS, type Suit, cardOf, isColumn } from './types';

const ASPECT = 1.4;

export interface Layout {
  width: number;
  height: number;
  card: { w: number; h: number };
  /** Faces in large print: chosen, or because cards are too small for pips and pictures. */
  large: boolean;
  /** The phone on its side: stock and waste at one side, foundations at the other. */
  sideways: boolean;
  places: Record<Pile, Point>;
  fan: Point;
  /** Distance between cards in each column: over a face-down card, over a face-up one. */
  steps: Record<Pile, { down: number; up: number }>;
}

interface Room {
  width: number;
  height: number;
  leftHanded: boolean;
  deck: 'auto' | 'classic' | 'large';
}

/** Pixels of width below which pips and pictures can't be told apart. */
const SMALL = 64;

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));

function upright({ width, height, leftHanded }: Room) {
  const edge = width < 500 ? 5 : 16;
  const gapShare = width < 500 ? 0.09 : 0.16;
  const wide = (width - 2 * edge) / (7 + 6 * gapShare);
  const w = Math.floor(Math.max(34, Math.min(wide, (height * 0.245) / ASPECT, 150)));
  const gap = Math.min(w * 0.34, (width - 2 * edge - 7 * w) / 6);
  const left = (width - 7 * w - 6 * gap) / 2;
  const column = (at: number) => left + (leftHanded ? 6 - at : at) * (w + gap);
  const h = Math.round(w * ASPECT);
  const top = width < 500 ? 8 : 16;
  const places: Record<Pile, Point> = { s: { x: column(0), y: top } };
  // The fan always opens to the right, so that the top card's corner is the one in sight.
  places['w'] = { x: leftHanded ? column(2) : column(1), y: top };
  SUITS.forEach((suit, at) => (places[suit] = { x: column(leftHanded ? 6 - at : 3 + at), y: top }));
  const tableau = top + h + Math.max(10, Math.round(h * 0.14));
  COLUMNS.forEach((name, at) => (places[name] = { x: left + at * (w + gap), y: tableau }));
  return { card: { w, h }, places, fan: { x: Math.min((w + gap) / 2, w * 0.44), y: 0 } };
}

function sideways({ width, height, leftHanded }: Room) {
  const edge = 8;
  const w = Math.floor(Math.max(34, Math.min((width - 2 * edge) / (10 + 11 * 0.09), (height * 0.4) / ASPECT)));
  const h = Math.round(w * ASPECT);
  const gap = Math.min(w * 0.26, (width - 2 * edge - 10 * w) / 11);
  const step = w + gap;
  const left = (width - 10 * w - 11 * gap) / 2;
  // Stock and waste one above the other; then the columns; then the foundations, two by two.
  const across = (from: number) => (leftHanded ? width - left - w - from : left + from);
  const places: Record<Pile, Point> = { s: { x: across(0), y: edge }, w: { x: across(0), y: edge + h + 10 } };
  SUITS.forEach((suit, at) => {
    const x = across(8 * step + 2 * gap + (at % 2) * step);
    places[suit] = { x, y: edge + Math.floor(at / 2) * (h + 10) };
  });
  const first = leftHanded ? left + 2 * step + gap : left + step + gap;
  COLUMNS.forEach((name, at) => (places[name] = { x: first + at * step, y: edge }));
  const rest = height - 2 * edge - 2 * h - 10;
  return { card: { w, h }, places, fan: { x: 0, y: between(0, rest / 2, h * 0.42) } };
}

type Sizes = Pick<Layout, 'height' | 'card' | 'large'>;

const overFaceUp = ({ card, large }: Sizes) => card.h * (large ? 0.43 : 0.27);

/** What is known is to be read, so it is spread as what lies face up. */
function openSteps(layout: Sizes, top: number, cards: number) {
  const room = layout.height - top - layout.card.h - 8;
  const step = Math.min(overFaceUp(layout), room / Math.max(1, cards - 1));
  return { down: step, up: step };
}

function columnSteps(layout: Sizes, top: number, down: number, up: number) {
  const { h } = layout.card;
  const wanted = { down: h * (layout.large ? 0.17 : 0.14), up: overFaceUp(layout) };
  const room = layout.height - top - h - 8;
  const over = down * wanted.down + Math.max(0, up - 1) * wanted.up;
  if (over <= room) return wanted;
  const least = h * 0.055;
  const tight = Math.max(least, Math.min(wanted.down, (room - Math.max(0, up - 1) * wanted.up) / Math.max(1, down)));
  const left = room - down * tight;
  return { down: tight, up: up > 1 ? Math.max(h * 0.1, Math.min(wanted.up, left / (up - 1))) : wanted.up };
}

export function measure(room: Room, position: Position): Layout {
  const turned = room.height < 460 && room.width > room.height * 1.45;
  const { card, places, fan } = turned ? sideways(room) : upright(room);
  const large = room.deck === 'large' || (room.deck === 'auto' && card.w < SMALL);
  const layout: Layout = { width: room.width, height: room.height, card, places, fan, large, sideways: turned, steps: {} };
  position.columns.forEach(({ down, up, known }, at) => {
    const name = COLUMNS[at]!;
    const top = places[name]!.y;
    layout.steps[name] = known ? openSteps(layout, top, down + up.length) : columnSteps(layout, top, down, up.length);
  });
  return layout;
}

/** Where a card lies that has `index` cards below it, `down` of the column's being face down. */
export function columnPoint(layout: Layout, pile: Pile, index: number, down: number): Point {
  const { x, y } = layout.places[pile]!;
  const { down: overDown, up: overUp } = layout.steps[pile]!;
  return { x, y: y + Math.min(index, down) * overDown + Math.max(0, index - down) * overUp };
}

function placeColumns(layout: Layout, position: Position, out: Placed[]): void {
  position.columns.forEach((column, at) => {
    const pile = COLUMNS[at]!;
    for (let index = 0; index < column.down + column.up.length; index++) {
      const up = index >= column.down;
      const card = up ? column.up[index - column.down]! : (column.known?.[index] ?? null);
      const point = columnPoint(layout, pile, index, column.down);
      out.push({ ...point, key: card ?? `${pile}.${index}`, card, up, pile, index, z: 20 + index });
    }
  });
}

/** A few cards below the spread ones are drawn too: they show when those above are played. */
const BELOW = 3;

function placeWaste(layout: Layout, position: Position, fan: number, out: Placed[]): void {
  const { waste } = position;
  const { x, y } = layout.places['w']!;
  const first = Math.max(0, waste.length - fan);
  for (let index = Math.max(0, first - BELOW); index < waste.length; index++) {
    const along = Math.max(0, index - first);
    const card = waste[index]!;
    out.push({
      key: card ?? `w.${index}`,
      card,
      up: card !== null,
      pile: 'w',
      index,
      x: x + along * layout.fan.x,
      y: y + along * layout.fan.y,
      z: 20 + index,
    });
  }
}

function placeFoundations(layout: Layout, position: Position, out: Placed[]): void {
  SUITS.forEach((suit: Suit, order) => {
    const count = position.foundations[suit];
    for (let index = Math.max(0, count - BELOW); index < count; index++) {
      const card = cardOf(suit, index + 1);
      const z = 20 + order * 14 + index;
      out.push({ ...layout.places[suit]!, key: card, card, up: true, pile: suit, index, z });
    }
  });
}

function placeStock(layout: Layout, position: Position, out: Placed[]): void {
  const shown = Math.min(3, Math.ceil(position.stock / 8));
  for (let index = 0; index < shown; index++) {
    const lift = index * Math.max(1, layout.card.w * 0.016);
    const { x, y } = layout.places['s']!;
    out.push({ key: `s.${index}`, card: null, up: false, pile: 's', index, x, y: y - lift, z: 20 + index });
  }
}

/** Every card to draw, with its place. */
export function placeAll(layout: Layout, position: Position, fan: number): Placed[] {
  const out: Placed[] = [];
  placeStock(layout, position, out);
  placeWaste(layout, position, fan, out);
  placeFoundations(layout, position, out);
  placeColumns(layout, position, out);
  return out;
}

/** The lower edge of what lies in a pile, for marks and for aiming. */
export function pileBottom(layout: Layout, position: Position, pile: Pile): number {
  const { h } = layout.card;
  if (!isColumn(pile)) return layout.places[pile]!.y + h;
  const column = position.columns[Number(pile) - 1]!;
  const last = Math.max(0, column.down + column.up.length - 1);
  return columnPoint(layout, pile, last, column.down).y + h;
}

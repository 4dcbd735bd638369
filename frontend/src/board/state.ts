/** The one state of a board. Every other file takes it as its first argument. */
import type { Layout } from './layout';
import type { Callbacks, Card, Options, Placed, Point, Position, Spot } from './types';

export interface CardNode {
  key: string;
  element: HTMLElement;
  card: Card | null;
  up: boolean;
  /** Where it is drawn right now, and how broad (a turning card is narrow). */
  x: number;
  y: number;
  turn: number;
  place: Placed;
}

export interface Flight {
  from: Point;
  to: Point;
  start: number;
  duration: number;
  /** The card turns over half way. */
  turns: boolean;
  /** Taken away when it has arrived: it went face down into the stock. */
  leaves: boolean;
  /** Until then it shows its old side. */
  sideBefore: { card: Card | null; up: boolean } | null;
}

export interface Drag {
  pointer: number;
  from: Spot;
  keys: string[];
  start: Point;
  now: Point;
  /** From the pointer to the first card's corner. */
  grip: Point;
  slop: number;
  moving: boolean;
}

export interface State {
  root: HTMLElement;
  cloth: HTMLElement;
  nodes: Map<string, CardNode>;
  flights: Map<string, Flight>;
  position: Position;
  legal: readonly string[];
  layout: Layout;
  options: Options;
  callbacks: Callbacks;
  sprite: string;
  drag: Drag | null;
  picked: Spot | null;
  cursor: Spot;
  /** The keyboard is in use: its cursor is shown. */
  keyed: boolean;
  /** Letters typed so far of an action. */
  typed: string;
  hint: string | null;
  lastTap: { spot: Spot; at: number } | null;
  /** Taps on cards that are on their way: done as soon as they are told. */
  later: Spot[];
  /** Keys that wait for the same. */
  keysLater: string[];
  frame: number;
  /** Cards are coming out of the stock: any touch or key has them all lie there at once. */
  dealing: boolean;
  celebration: (() => void) | null;
}

export const NO_POSITION: Position = {
  columns: Array.from({ length: 7 }, () => ({ down: 0, known: null, up: [] })),
  stock: 0,
  waste: [],
  foundations: { C: 0, D: 0, H: 0, S: 0 },
};

export const sameSpot = (a: Spot | null, b: Spot | null): boolean =>
  a === b || (a !== null && b !== null && a.pile === b.pile && a.index === b.index);

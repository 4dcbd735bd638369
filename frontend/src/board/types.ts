/** The words of the board. Cards are two characters (`KH`); `null` is a card not known (yet). */

export type Card = string;
export type Suit = 'C' | 'D' | 'H' | 'S';
export type Known = Card | null;

export interface Column {
  /** How many lie face down, and which, where the reader may see them. */
  down: number;
  known: readonly Card[] | null;
  up: readonly Card[];
}

export interface Position {
  columns: readonly Column[];
  stock: number;
  /** Bottom card first; drawn cards that were not told yet are null. */
  waste: readonly Known[];
  foundations: Readonly<Record<Suit, number>>;
}

/** A pile by its letter in the notation: `s`, `w`, `1` … `7`, `C` `D` `H` `S`. */
export type Pile = string;

/** A card's place: its pile and how many cards lie below it there. */
export interface Spot {
  pile: Pile;
  index: number;
}

export interface Point {
  x: number;
  y: number;
}

/** What is drawn: one card (or back) at its place. */
export interface Placed extends Spot, Point {
  key: string;
  card: Known;
  /** Face up? A known card can lie face down in a thoughtful game. */
  up: boolean;
  z: number;
}

export interface Options {
  /** Milliseconds of a move's animation; 0 for none. */
  duration: number;
  tap: 'home' | 'column' | 'select';
  leftHanded: boolean;
  /** Cards of the waste that lie spread out: 1 or 3. */
  fan: number;
  /** `auto` takes large print where cards are small. */
  deck: 'auto' | 'classic' | 'large';
  /** Nobody plays here: a replay, an example, another's game. */
  viewOnly: boolean;
}

export interface Callbacks {
  act: (action: string) => void;
  /** The keyboard's cursor came to a place; `picked` is what is held. */
  cursor: (spot: Spot, picked: Spot | null) => void;
  /** A pick, a put back, a refused try: for sounds and announcements. */
  notice: (what: 'pick' | 'put' | 'refused') => void;
  /** Anything was touched: a running series of moves must stop. */
  touched: () => void;
}

export const SUITS: readonly Suit[] = ['S', 'H', 'C', 'D'];
export const RANKS = 'A23456789TJQK';
export const COLUMNS = ['1', '2', '3', '4', '5', '6', '7'] as const;

export const rankOf = (card: Card): number => RANKS.indexOf(card[0]!);
export const suitOf = (card: Card): Suit => card[1] as Suit;
export const isColumn = (pile: Pile): boolean => pile >= '1' && pile <= '7';
export const isFoundation = (pile: Pile): boolean => 'CDHS'.includes(pile);
export const cardOf = (suit: Suit, count: number): Card => RANKS[count - 1]! + suit;

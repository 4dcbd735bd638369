/**
 * Checks a finished game without believing the server: the sealed deck by its commitment, the deal
 * by the deck, and every action by the rules of play, which this file holds a second time for just
 * that. What was shown and what comes out here must be the same.
 */
import { rankOf, suitOf, type Position, type Suit } from '../../board';
import type { Rules } from '../../net/types';
import { dealt } from './film';

interface Pile {
  down: string[];
  up: string[];
}

export interface Table {
  columns: Pile[];
  /** The next card to be drawn first. */
  stock: string[];
  waste: string[];
  home: Record<Suit, number>;
  pass: number;
}

const isRed = (card: string) => 'DH'.includes(suitOf(card));

function fits(card: string | undefined, column: Pile): boolean {
  const last = column.up.at(-1);
  if (!card) return false;
  if (!last) return rankOf(card) === 12 && !column.down.length;
  return isRed(card) !== isRed(last) && rankOf(card) + 1 === rankOf(last);
}

function deal(deck: string): Table {
  const { columns, stock } = dealt(deck);
  return {
    columns: columns.map((column) => ({ down: column.slice(0, -1), up: column.slice(-1) })),
    stock,
    waste: [],
    home: { C: 0, D: 0, H: 0, S: 0 },
    pass: 1,
  };
}

function draw(table: Table, rules: Rules): Table | null {
  if (!table.stock.length) return null;
  const count = Math.min(rules.draw, table.stock.length);
  const waste = [...table.waste, ...table.stock.slice(0, count)];
  return { ...table, stock: table.stock.slice(count), waste };
}

function recycle(table: Table, rules: Rules): Table | null {
  const passLeft = rules.passes === null || table.pass < rules.passes;
  if (table.stock.length || !table.waste.length || !passLeft) return null;
  return { ...table, stock: table.waste, waste: [], pass: table.pass + 1 };
}

/** The columns with one of them replaced; its last card turned up if it lies face down. */
function withColumn(columns: Pile[], at: number, { down, up }: Pile): Pile[] {
  const turned = up.length ? { down, up } : { down: down.slice(0, -1), up: down.slice(-1) };
  return columns.map((column, index) => (index === at ? turned : column));
}

interface Lifted {
  cards: string[];
  rest: Table;
}

/** Take what may go from a source to a target: one card, or the one run that fits. */
function lift(table: Table, source: string, target: Pile | null, rules: Rules): Lifted | null {
  if (source === 'w') {
    const card = table.waste.at(-1);
    return card ? { cards: [card], rest: { ...table, waste: table.waste.slice(0, -1) } } : null;
  }
  if ('CDHS'.includes(source)) {
    const count = table.home[source as Suit];
    if (!rules.take_back || !count || !target) return null;
    const card = 'A23456789TJQK'[count - 1]! + source;
    return { cards: [card], rest: { ...table, home: { ...table.home, [source]: count - 1 } } };
  }
  const at = Number(source) - 1;
  const column = table.columns[at];
  if (!column?.up.length) return null;
  const from = target ? column.up.findIndex((card) => fits(card, target)) : column.up.length - 1;
  if (from < 0) return null;
  const left = { down: column.down, up: column.up.slice(0, from) };
  return { cards: column.up.slice(from), rest: { ...table, columns: withColumn(table.columns, at, left) } };
}

function move(table: Table, action: string, rules: Rules): Table | null {
  const [source, aim] = [action[0]!, action[1]!];
  if (aim === 'f') {
    const lifted = lift(table, source, null, rules);
    const card = lifted?.cards[0];
    if (!lifted || !card || table.home[suitOf(card)] !== rankOf(card)) return null;
    return { ...lifted.rest, home: { ...lifted.rest.home, [suitOf(card)]: rankOf(card) + 1 } };
  }
  const at = Number(aim) - 1;
  const target = table.columns[at];
  if (!target || source === aim) return null;
  const lifted = lift(table, source, target, rules);
  if (!lifted || !fits(lifted.cards[0], target)) return null;
  const joined = { down: target.down, up: [...target.up, ...lifted.cards] };
  return { ...lifted.rest, columns: withColumn(lifted.rest.columns, at, joined) };
}

function play(table: Table, action: string, rules: Rules): Table | null {
  if (action === 'sw') return draw(table, rules);
  if (action === 'ws') return recycle(table, rules);
  return move(table, action, rules);
}

/** Plays a log from a deck. Gives the tables, as far as every action is right. */
export function* tables(deck: string, rules: Rules, actions: readonly string[]): Generator<Table> {
  let past: Table[] = [];
  let future: Table[] = [];
  let now = deal(deck);
  yield now;
  for (const action of actions) {
    let next: Table | null | undefined;
    if (action === 'uu') {
      next = past.pop();
      if (next) future.push(now);
    } else if (action === 'rr') {
      next = future.pop();
      if (next) past.push(now);
    } else {
      next = play(now, action, rules);
      past = [...past, now].slice(-rules.undo_limit || past.length + 1);
      future = [];
    }
    if (!next) return;
    now = next;
    yield now;
  }
}

function same(table: Table, shown: Position): boolean {
  const columns = table.columns.every(({ down, up }, at) => {
    const column = shown.columns[at]!;
    return down.length === column.down && up.join() === column.up.join();
  });
  const home = (Object.keys(table.home) as Suit[]).every((suit) => table.home[suit] === shown.foundations[suit]);
  return columns && home && table.stock.length === shown.stock && table.waste.join() === shown.waste.join();
}

export interface Checked {
  /** The deck and salt give the commitment that stood there from the start; null: none was given. */
  sealed: boolean | null;
  /** Does the first position come from that deck? */
  dealt: boolean;
  /** How many actions are right, from the first on. */
  right: number;
  actions: number;
  /** Cards on the foundations at the end. */
  home: number;
}

/** SHA-256 in hex, of ASCII text. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Given {
  deck: string;
  salt: string | null;
  commitment: string | null;
  rules: Rules;
}

/** Check the whole game: `positions` are what the server showed, one more than `actions`. */
export async function check(
  { deck, salt, commitment, rules }: Given,
  positions: readonly Position[],
  actions: readonly string[],
): Promise<Checked> {
  const sealed = commitment === null ? null : (await sha256(deck + (salt ?? ''))) === commitment;
  let right = -1;
  let home = 0;
  for (const table of tables(deck, rules, actions)) {
    if (!same(table, positions[right + 1]!)) break;
    right++;
    home = Object.values(table.home).reduce((sum, count) => sum + count, 0);
  }
  return { sealed, dealt: right >= 0, right: Math.max(0, right), actions: actions.length, home };
}

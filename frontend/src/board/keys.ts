/** The keyboard: a cursor over all piles, picking and placing, and moves typed as they are written. */
import { settle } from './anim';
import { drawMarks } from './marks';
import { choose, drop, pick, place, play, sendAnywhere, sendHome, turnStock } from './pick';
import { refuse } from './refuse';
import { pileSize, untold } from './runs';
import type { State } from './state';
import { COLUMNS, type Pile, SUITS, type Spot, isColumn } from './types';

function topRow(state: State): Pile[] {
  const { places } = state.layout;
  return ['s', 'w', ...SUITS].toSorted((a, b) => places[a]!.x - places[b]!.x || places[a]!.y - places[b]!.y);
}

const topOf = (state: State, pile: Pile): Spot => ({ pile, index: pileSize(state.position, pile) - 1 });

function nearest(state: State, from: Pile, piles: readonly Pile[]): Pile {
  const { places } = state.layout;
  const far = (pile: Pile) => Math.abs(places[pile]!.x - places[from]!.x);
  return [...piles].toSorted((a, b) => far(a) - far(b))[0]!;
}

function sideways(state: State, by: number): Spot {
  const { pile } = state.cursor;
  const row: readonly Pile[] = isColumn(pile) ? COLUMNS : topRow(state);
  const at = (row.indexOf(pile) + by + row.length) % row.length;
  return topOf(state, row[at]!);
}

function vertical(state: State, by: number): Spot {
  const { pile, index } = state.cursor;
  if (!isColumn(pile)) return by > 0 ? topOf(state, nearest(state, pile, COLUMNS)) : state.cursor;
  const { down, up } = state.position.columns[Number(pile) - 1]!;
  const next = index + by;
  if (up.length && next >= down && next < down + up.length) return { pile, index: next };
  return by < 0 ? topOf(state, nearest(state, pile, topRow(state))) : state.cursor;
}

function moveTo(state: State, spot: Spot): void {
  state.keyed = true;
  state.cursor = spot;
  drawMarks(state);
  state.callbacks.cursor(spot, state.picked);
}

const MOVES: Record<string, (state: State) => Spot> = {
  ArrowLeft: (state) => sideways(state, -1),
  ArrowRight: (state) => sideways(state, 1),
  ArrowUp: (state) => vertical(state, -1),
  ArrowDown: (state) => vertical(state, 1),
  Home: (state) => topOf(state, isColumn(state.cursor.pile) ? '1' : topRow(state)[0]!),
  End: (state) => topOf(state, isColumn(state.cursor.pile) ? '7' : topRow(state).at(-1)!),
};

function enter(state: State): void {
  state.keyed = true;
  if (state.cursor.pile === 's') turnStock(state);
  else choose(state, state.cursor);
}

/** `sw` and `ws` as they are written. The stock can't be held, so its letter alone picks nothing up. */
function typeStock(state: State, letter: 's' | 'w'): boolean {
  const action = state.typed + letter;
  if (state.picked) drop(state);
  state.typed = '';
  if (action !== 'sw' && action !== 'ws') state.typed = 's';
  else if (state.legal.includes(action)) play(state, action);
  else refuse(state, topOf(state, 's'));
  moveTo(state, topOf(state, 's'));
  return true;
}

/** The first letter of a move takes hold of a pile, the second says where to. */
function type(state: State, letter: string): boolean {
  const { typed, picked } = state;
  state.keyed = true;
  if (letter === 's' || (typed === 's' && letter === 'w' && !picked)) return typeStock(state, letter);
  if (picked) {
    state.typed = '';
    const action = typed + letter;
    if (typed && state.legal.includes(action)) play(state, action);
    else if (letter === picked.pile) drop(state);
    else if (!place(state, topOf(state, letter))) refuse(state, picked);
    return true;
  }
  const column = isColumn(letter) ? state.position.columns[Number(letter) - 1]! : null;
  const spot = column?.up.length ? { pile: letter, index: column.down } : topOf(state, letter);
  if (!pick(state, spot)) refuse(state, spot);
  state.typed = letter;
  moveTo(state, spot);
  return true;
}

function home(state: State): void {
  const from = state.picked ?? state.cursor;
  const typed = `${state.typed}f`;
  state.typed = '';
  if (state.legal.includes(typed)) play(state, typed);
  else if (!sendHome(state, from)) refuse(state, from);
}

const LETTER = /^[1-7swCDHS]$/;

/** Does the key name a pile whose top card is on its way and not told yet? */
function awaits(state: State, key: string): boolean {
  const draws = key === 'w' && state.typed === 's' && !state.picked;
  return LETTER.test(key) && !draws && untold(state.position, key);
}

/** Do what a key means at the table. False where it means nothing here. */
export function press(state: State, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || state.options.viewOnly) return false;
  state.callbacks.touched();
  if (state.dealing) settle(state);
  const { key } = event;
  if (key === 'Escape') state.keysLater = [];
  if (!state.keysLater.length && !awaits(state, key)) return obey(state, key);
  if (!LETTER.test(key) && !(key in MOVES) && !/^(Enter| |[dfv])$/.test(key)) return false;
  // Typed ahead, as by one who knows what comes: done when the card is told.
  state.keysLater.push(key);
  return true;
}

/** Keys that had to wait for a card to be told are done now. */
export function pressLater(state: State): void {
  const waiting = state.keysLater;
  state.keysLater = [];
  while (waiting.length && !awaits(state, waiting[0]!)) obey(state, waiting.shift()!);
  state.keysLater = waiting;
}

function obey(state: State, key: string): boolean {
  const move = MOVES[key];
  const letter = LETTER.test(key);
  if (!letter && !state.picked) state.typed = '';
  if (move) moveTo(state, move(state));
  else if (key === 'Enter' || key === ' ') enter(state);
  else if (key === 'Escape') drop(state);
  else if (key === 'd') turnStock(state);
  else if (key === 'f') home(state);
  else if (key === 'v') sendAnywhere(state, state.picked ?? state.cursor, false);
  else if (letter) type(state, key);
  else return false;
  return true;
}

/** After a move the cursor stays on a card that is there. */
export function keepCursor(state: State): void {
  const { pile, index } = state.cursor;
  const size = pileSize(state.position, pile);
  const down = isColumn(pile) ? state.position.columns[Number(pile) - 1]!.down : 0;
  if (index >= size || index < Math.min(down, size - 1) || !isColumn(pile)) {
    state.cursor = { pile, index: size - 1 };
  }
}

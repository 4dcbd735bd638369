// Written by `manage.py protocol_types` from games/protocol.py; don't change it here.

/** The actions, and the client's mark for the answer. */
export interface ActData {
  actions: string[];
  a?: number | string;
}

/** Play actions, all or none, upon version `v`. Sent again with the same `v` and actions it is answered again and not played again. `a` is the client's own number (at most 2^53 - 1 either way) or text (at most 64 characters); the answer carries it. On a sealed deck none of the actions may lean on a card that the same message shows first (`unseen_card`). */
export interface Act {
  t: 'act';
  v: number;
  d: ActData;
}

/** The client's mark for the answer. */
export interface AnswerData {
  a?: number | string;
}

/** Give the game up; it ends as lost. */
export interface Resign {
  t: 'resign';
  d?: AnswerData;
  v?: number;
}

/** Ask for a `view`. */
export interface Sync {
  t: 'sync';
  d?: Record<string, unknown>;
  v?: number;
}

/** Ask for a `pong`. */
export interface Ping {
  t: 'ping';
  d?: Record<string, unknown>;
  v?: number;
}

/** A personal token or an OAuth access token. */
export interface AuthData {
  token: string;
}

/** Say who this is, as the first message, where no header can be set. */
export interface Auth {
  t: 'auth';
  d: AuthData;
  v?: number;
}

/** The page is out of sight: an unrated game's clock stops while all its pages are. */
export interface Hidden {
  t: 'hidden';
  d?: Record<string, unknown>;
  v?: number;
}

/** The page is in sight again. */
export interface Shown {
  t: 'shown';
  d?: Record<string, unknown>;
  v?: number;
}

/** A rule set. */
export interface Rules {
  draw: 1 | 3;
  passes: 1 | 2 | 3 | null;
  scoring: 'microsoft' | 'none' | 'standard' | 'vegas';
  take_back: boolean;
  pays_once: boolean;
  undo_limit: number;
  thoughtful: boolean;
}

/** Who plays. */
export interface Player {
  name: string;
  kind: 'bot' | 'guest' | 'person';
}

/** A tableau column: how many cards lie face down, and those face up. `known` are the face-down cards where this reader may see them. */
export interface Column {
  down: number;
  up: string;
  known?: string;
}

/** How many cards lie on each. */
export interface Foundations {
  C: number;
  D: number;
  H: number;
  S: number;
}

/** Milliseconds since the first action, and whether they go on counting. */
export interface Clock {
  ms: number;
  running: boolean;
}

/** A game as its reader may see it. */
export interface GameView {
  id: string;
  kind: 'casual' | 'daily' | 'rated';
  ladder: string | null;
  slug: string | null;
  rules: Rules;
  rules_version: number;
  player: Player | null;
  code: string | null;
  columns: Column[];
  stock: number;
  waste: string;
  foundations: Foundations;
  pass: number;
  score: number | null;
  money: string | null;
  moves: number;
  undos: number;
  clock: Clock;
  status: 'lost' | 'playing' | 'won';
  termination: 'abandoned' | 'closed' | 'resigned' | 'won' | null;
  version: number;
  legal: string[];
  undo: boolean;
  redo: boolean;
  notice: 'no_moves' | 'no_progress' | null;
  helped: boolean;
  commitment: string | null;
  deck: string | null;
  salt: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
}

/** The whole game. */
export interface View {
  t: 'view';
  v: number;
  d: GameView;
}

/** The piles that changed, each with its whole new value. */
export interface Piles {
  '1'?: Column;
  '2'?: Column;
  '3'?: Column;
  '4'?: Column;
  '5'?: Column;
  '6'?: Column;
  '7'?: Column;
  stock?: number;
  waste?: string;
  foundations?: Foundations;
}

/** What actions did. `turned_up` has by column the card that turned up. `a` is there only for whoever sent the actions: it acknowledges them. */
export interface ActedData {
  actions: string[];
  turned_up: Record<string, string>;
  piles: Piles;
  pass: number;
  score: number | null;
  money: string | null;
  moves: number;
  undos: number;
  clock: Clock;
  legal: string[];
  undo: boolean;
  redo: boolean;
  notice: 'no_moves' | 'no_progress' | null;
  a?: number | string;
}

/** Actions that are in the log for good. They lead from version `v` less their number to `v`; who knows another version than that sends `sync`. */
export interface Acted {
  t: 'acted';
  v: number;
  d: ActedData;
}

/** `at` is the index of the offending action, `reason` says why a move is illegal. */
export interface RefusedData {
  a: number | string;
  code: string;
  message: string;
  reason?: string;
  at?: number;
}

/** Nothing was done. `v` is the version that the game has. */
export interface Refused {
  t: 'refused';
  v: number;
  d: RefusedData;
}

/** How the game ended. Deck and salt are there where they are no secret any more. */
export interface EndedData {
  status: 'lost' | 'won';
  termination: 'abandoned' | 'closed' | 'resigned' | 'won';
  score: number | null;
  money: string | null;
  moves: number;
  undos: number;
  clock: Clock;
  deck: string | null;
  salt: string | null;
  a?: number | string;
}

/** The game is over. */
export interface Ended {
  t: 'ended';
  v: number;
  d: EndedData;
}

/** An empty object. */
export interface Nothing {
}

/** What the client knows does not fit; a `view` follows. */
export interface Resync {
  t: 'resync';
  v: number;
  d: Nothing;
}

/** The answer to `ping`. */
export interface Pong {
  t: 'pong';
  v: number;
  d: Nothing;
}

/** A code of docs/errors.md, and words. */
export interface ErrorData {
  code: string;
  message: string;
}

/** Why the server is about to close. */
export interface Error {
  t: 'error';
  v: number;
  d: ErrorData;
}

export type ToServer =
  | Act
  | Resign
  | Sync
  | Ping
  | Auth
  | Hidden
  | Shown;

export type FromServer =
  | View
  | Acted
  | Refused
  | Ended
  | Resync
  | Pong
  | Error;

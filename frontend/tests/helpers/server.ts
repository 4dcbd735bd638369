/**
 * A server for tests that speaks the protocol: it holds all cards, plays what is legal, refuses the
 * rest, and answers a repeat without playing it twice. It is checked against the project's vectors.
 */
import type { Position } from '../../src/board';
import type { Acted, FromServer, Rules, ToServer, View } from '../../src/net/types';
import { foresee, likely } from '../../src/play/forecast';

interface Full {
  position: Position;
  hidden: string[][];
  stock: string[];
  pass: number;
}

export const PRESET: Record<string, Partial<Rules>> = {
  easy: { draw: 1 },
  hard: {},
  'vegas-1': { draw: 1, passes: 1, scoring: 'vegas' },
  'vegas-3': { passes: 1, scoring: 'vegas' },
  'vegas-3x3': { passes: 3, scoring: 'vegas' },
  'three-pass': { passes: 3 },
  limited: { draw: 1, passes: 3 },
  'one-pass': { draw: 1, passes: 1, scoring: 'none', take_back: false },
  classic: { passes: 3, scoring: 'none', take_back: false },
  'microsoft-1': { draw: 1, scoring: 'microsoft' },
  'microsoft-3': { scoring: 'microsoft' },
  thoughtful: {},
  'rated-1': { draw: 1 },
  'rated-3': {},
  'rated-vegas-1': { draw: 1, passes: 1 },
  'rated-vegas-3': { passes: 1 },
  purist: { passes: 3, take_back: false },
};

export const rulesOf = (slug: string): Rules => ({
  draw: 3,
  passes: null,
  scoring: 'standard',
  take_back: true,
  pays_once: false,
  undo_limit: 100,
  thoughtful: false,
  ...PRESET[slug],
});

export function deal(deck: string): Full {
  const cards = deck.match(/../g)!;
  const columns: string[][] = Array.from({ length: 7 }, () => []);
  let next = 0;
  for (let row = 0; row < 7; row++) for (let at = row; at < 7; at++) columns[at]!.push(cards[next++]!);
  return {
    position: {
      columns: columns.map((column) => ({ down: column.length - 1, known: null, up: column.slice(-1) })),
      stock: 24,
      waste: [],
      foundations: { C: 0, D: 0, H: 0, S: 0 },
    },
    hidden: columns.map((column) => column.slice(0, -1)),
    stock: cards.slice(next),
    pass: 1,
  };
}

/** The full state after a move: the forecast, with the cards filled in that it leaves open. */
export function step(full: Full, action: string, rules: Rules): Full {
  const seen = foresee(full.position, action, rules)!;
  if (action === 'sw') {
    const drawn = full.stock.slice(0, seen.waste.length - full.position.waste.length);
    const waste = [...full.position.waste, ...drawn];
    return { ...full, position: { ...seen, waste }, stock: full.stock.slice(drawn.length) };
  }
  if (action === 'ws') return { ...full, position: seen, stock: full.position.waste as string[], pass: full.pass + 1 };
  const hidden = full.hidden.map((column) => [...column]);
  const columns = seen.columns.map((column, at) => {
    if (column.up.length || !column.down) return column;
    return { ...column, down: column.down - 1, up: [hidden[at]!.pop()!] };
  });
  return { ...full, position: { ...seen, columns }, hidden };
}

const sent = ({ down, up }: Position['columns'][number]) => ({ down, up: up.join('') });

export class FakeServer {
  readonly log: string[] = [];
  #now: Full;
  #past: Full[] = [];
  #future: Full[] = [];
  status: View['status'] = 'playing';
  ms = 0;

  constructor(deck: string, readonly rules: Rules) {
    this.#now = deal(deck);
  }

  legal(): string[] {
    return this.status === 'playing' ? likely(this.#now.position, this.rules, this.#now.pass) : [];
  }

  view(): View {
    const { position } = this.#now;
    return {
      id: 'game', kind: 'casual', ladder: null, slug: 'hard', rules: this.rules, rules_version: 1,
      player: { name: 'alice', kind: 'guest' }, code: null,
      columns: position.columns.map(sent), stock: position.stock, waste: position.waste.join(''),
      foundations: { ...position.foundations },
      ...this.#counts(), status: this.status, termination: null, version: this.log.length, helped: false,
      commitment: null, deck: null, salt: null, created_at: '2026-11-30T12:00:00Z', started_at: null, ended_at: null,
    };
  }

  /** Play an action as another tab would; the event that every tab gets. */
  play(action: string): FromServer {
    this.#do(action);
    return this.#acted([action]);
  }

  /** Take a message of the client; what it is answered. */
  handle(message: ToServer): FromServer[] {
    if (message.t === 'sync') return [{ t: 'view', v: this.log.length, d: this.view() }];
    if (message.t !== 'act') return [];
    const { actions, a = '' } = message.d;
    const there = this.log.slice(message.v, message.v + actions.length);
    if (there.length === actions.length && there.every((action, at) => action === actions[at])) {
      return [this.#acted(actions, a, message.v + actions.length)];
    }
    const refuse = (code: string): FromServer[] => [
      { t: 'refused', v: this.log.length, d: { a, code, message: code } },
    ];
    if (message.v !== this.log.length) return refuse('stale');
    for (const action of actions) {
      if (!this.#may(action)) return refuse('illegal_move');
      this.#do(action);
    }
    const out: FromServer[] = [this.#acted(actions, a)];
    if (this.status === 'won') out.push(this.#ended());
    return out;
  }

  #may(action: string): boolean {
    if (action === 'uu') return this.#past.length > 0;
    if (action === 'rr') return this.#future.length > 0;
    return this.legal().includes(action);
  }

  #do(action: string): void {
    if (action === 'uu') {
      this.#future.push(this.#now);
      this.#now = this.#past.pop()!;
    } else if (action === 'rr') {
      this.#past.push(this.#now);
      this.#now = this.#future.pop()!;
    } else {
      this.#past.push(this.#now);
      this.#future = [];
      this.#now = step(this.#now, action, this.rules);
    }
    this.log.push(action);
    if (Object.values(this.#now.position.foundations).every((count) => count === 13)) this.status = 'won';
  }

  #counts() {
    return {
      pass: this.#now.pass, score: 0, money: null, moves: this.log.length, undos: 0,
      clock: { ms: this.ms, running: this.log.length > 0 && this.status === 'playing' },
      legal: this.legal(), undo: this.#past.length > 0, redo: this.#future.length > 0, notice: null,
    };
  }

  #acted(actions: string[], a?: number | string, v = this.log.length): FromServer {
    const { position } = this.#now;
    const piles: Acted['piles'] = { stock: position.stock, waste: position.waste.join(''), foundations: { ...position.foundations } };
    position.columns.forEach((column, at) => (piles[String(at + 1) as '1'] = sent(column)));
    const d: Acted = { actions, turned_up: {}, piles, ...this.#counts(), ...(a === undefined ? {} : { a }) };
    return { t: 'acted', v, d };
  }

  #ended(): FromServer {
    return {
      t: 'ended', v: this.log.length,
      d: { status: 'won', termination: 'won', score: 0, money: null, moves: this.log.length, undos: 0, clock: { ms: this.ms, running: false }, deck: null, salt: null },
    };
  }
}


import { beforeEach, describe, expect, it } from 'vitest';
import type { FromServer, ToServer, View } from '../src/net/types';
import { Game, type Shown } from '../src/play/game';
import { positionOf } from '../src/play/position';
import { FakeServer, rulesOf } from './helpers/server';
import { actionsOf, realDeals } from './helpers/vectors';

const { deck, log } = realDeals().find(({ draw, log: wins }) => draw === 3 && wins)!;
const actions = actionsOf(log!);

let server: FakeServer;
let game: Game;
let shown: Shown;
let outbox: ToServer[];
let refusals: string[];
let ends: View[];
let time: number;

/** Deliver what was sent; what the server answers is delivered too. */
function deliver(): void {
  for (const message of outbox.splice(0)) for (const answer of server.handle(message)) game.receive(answer);
}

beforeEach(() => {
  server = new FakeServer(deck, { ...rulesOf('hard'), draw: 3 });
  outbox = [];
  refusals = [];
  ends = [];
  time = 1000;
  game = new Game(
    {
      change: (now) => (shown = now),
      send: (message) => outbox.push(message),
      refused: ({ code }) => refusals.push(code),
      ended: (view) => ends.push(view),
    },
    () => time,
  );
  game.receive({ t: 'view', v: 0, d: server.view() });
});

const sameAsServer = () => expect(shown.position).toEqual(positionOf(server.view()));

describe('a move', () => {
  it('shows at once and is the same after the answer', () => {
    const index = actions.findIndex((action) => /^\d\d$/.test(action));
    for (const action of actions.slice(0, index)) {
      game.act(action);
      deliver();
    }
    game.act(actions[index]!);
    expect(shown.waiting).toBe(1);
    const foreseen = shown.position;
    deliver();
    expect(shown.waiting).toBe(0);
    sameAsServer();
    const target = Number(actions[index]![1]) - 1;
    expect(foreseen.columns[target]!.up).toEqual(shown.position.columns[target]!.up);
  });

  it('that is sent before the last one was answered is played too, upon its version', () => {
    game.act('sw');
    game.act('sw');
    game.act('sw');
    expect(outbox.map(({ v }) => v)).toEqual([0, 1, 2]);
    expect(shown.position.waste).toEqual(Array.from({ length: 9 }, () => null));
    deliver();
    expect(server.log).toEqual(['sw', 'sw', 'sw']);
    sameAsServer();
  });

  it('that is refused is put right, and so is all that rests on it', () => {
    const before = shown.position;
    game.act('1f');
    game.act('sw');
    deliver();
    expect(refusals).toEqual(['illegal_move']);
    expect(shown.position).toEqual(before);
    game.act('sw');
    deliver();
    sameAsServer();
    expect(server.log).toEqual(['sw']);
  });

  it('wins a whole game with every answer late by one', () => {
    let late: FromServer[] = [];
    for (const action of actions) {
      game.act(action);
      const answers = outbox.splice(0).flatMap((message) => server.handle(message));
      for (const answer of late) game.receive(answer);
      late = answers;
    }
    for (const answer of late) game.receive(answer);
    expect(server.status).toBe('won');
    expect(shown.view.status).toBe('won');
    expect(ends).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  it('loses no move that never arrived', () => {
    game.act('sw');
    outbox.length = 0;
    game.receive({ t: 'acted', v: 0, d: { ...server.view(), actions: [], turned_up: {}, piles: {} } });
    game.resend();
    deliver();
    expect(server.log).toEqual(['sw']);
    sameAsServer();
  });

  it('plays no move twice whose answer was lost', () => {
    game.act('sw');
    game.act('sw');
    outbox.splice(0).forEach((message) => server.handle(message));
    expect(shown.waiting).toBe(2);
    game.resend();
    deliver();
    expect(server.log).toEqual(['sw', 'sw']);
    expect(shown.waiting).toBe(0);
    sameAsServer();
  });

  it('takes all that was missed as one event', () => {
    server.play('sw');
    const last = server.play('sw');
    if (last.t !== 'acted') throw new Error('no event');
    game.receive({ ...last, d: { ...last.d, actions: ['sw', 'sw'] } });
    expect(game.version).toBe(2);
    sameAsServer();
  });

  it('asks for the whole game when an event is missing', () => {
    server.play('sw');
    game.receive(server.play('sw'));
    expect(outbox.at(-1)!.t).toBe('sync');
    deliver();
    sameAsServer();
  });
});

describe('another tab', () => {
  it('is followed', () => {
    game.receive(server.play('sw'));
    sameAsServer();
  });

  it('that was quicker wins, and the slower move is put back', () => {
    const event = server.play('sw');
    game.act('sw');
    game.receive(event);
    expect(shown.position.waste).toHaveLength(3);
    deliver();
    expect(server.log).toEqual(['sw']);
    expect(refusals).toEqual([]);
    sameAsServer();
  });

  it('that played something else leaves the board as the server has it', () => {
    const other = server.legal().find((action) => action !== 'sw')!;
    const event = server.play(other);
    game.act('sw');
    game.receive(event);
    deliver();
    deliver();
    expect(refusals).toEqual(['stale']);
    sameAsServer();
  });
});

describe('undo', () => {
  it('shows at once what was there before', () => {
    const first = shown.position;
    game.act('sw');
    deliver();
    const drawn = shown.position;
    game.act('sw');
    deliver();
    game.act('uu');
    expect(shown.position).toEqual(drawn);
    game.act('uu');
    expect(shown.position).toEqual(first);
    deliver();
    sameAsServer();
    game.act('rr');
    deliver();
    sameAsServer();
  });
});

describe('the clock', () => {
  it('runs on between two words of the server and never backwards', () => {
    game.act('sw');
    time += 3000;
    expect(game.clock.read()).toBe(3000);
    server.ms = 2900;
    deliver();
    expect(game.clock.read()).toBe(3000);
    time += 200;
    expect(game.clock.read()).toBe(3100);
  });

  it('stands still on a finished game, whatever the tab does', () => {
    for (const action of actions) game.act(action);
    server.ms = 61_000;
    deliver();
    expect(shown.view.status).toBe('won');
    time += 600_000;
    expect(game.clock.read()).toBe(61_000);
    game.receive({ t: 'view', v: server.log.length, d: server.view() });
    time += 600_000;
    expect(game.clock.read()).toBe(61_000);
  });
});

import { describe, expect, it } from 'vitest';
import { likely } from '../src/play/forecast';
import { FakeServer, deal, rulesOf, step } from './helpers/server';
import { actionsOf, games, realDeals } from './helpers/vectors';

describe('the forecast', () => {
  it.each(games().map((game, at) => [at, game.rules, game] as const))(
    'knows what is legal in game %i (%s)',
    (_, slug, { deck, log, steps }) => {
      const rules = rulesOf(slug);
      const past: ReturnType<typeof deal>[] = [];
      const future: ReturnType<typeof deal>[] = [];
      let now = deal(deck);
      actionsOf(log).forEach((action, at) => {
        expect(likely(now.position, rules, now.pass).join(' '), `${at}`).toBe(steps[at]![0]);
        if (action === 'uu') {
          future.push(now);
          now = past.pop()!;
        } else {
          past.push(now);
          now = action === 'rr' ? future.pop()! : step(now, action, rules);
        }
      });
    },
  );
});

describe('the server of these tests', () => {
  it.each(realDeals().filter(({ log }) => log))('lets $id (draw $draw) be won', ({ deck, draw, log }) => {
    const server = new FakeServer(deck, { ...rulesOf('easy'), draw });
    for (const action of actionsOf(log!)) {
      expect(server.legal()).toContain(action);
      server.play(action);
    }
    expect(server.status).toBe('won');
  });
});

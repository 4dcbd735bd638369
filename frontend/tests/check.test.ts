import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Position } from '../src/board';
import type { Rules } from '../src/net/types';
import { check, sha256, tables } from '../src/pages/replay/check';
import { dealt, withKnown } from '../src/pages/replay/film';

interface Deal {
  deck: string;
  log: string | null;
  draw: 1 | 3;
}

const vectors = new URL('../../tests/vectors/real-deals.jsonl', import.meta.url);
const deals = readFileSync(vectors, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Deal);
const won = deals.filter((deal) => deal.log).toSorted((a, b) => a.log!.length - b.log!.length).slice(0, 40);

const rulesOf = ({ draw }: Deal): Rules => ({
  draw, passes: null, scoring: 'standard', take_back: true, pays_once: false, undo_limit: 100, thoughtful: false,
});
const actionsOf = (log: string) => log.match(/../g)!;

/** What a truthful server would have shown. */
function shown(deal: Deal, actions: readonly string[]): Position[] {
  return [...tables(deal.deck, rulesOf(deal), actions)].map(({ columns, stock, waste, home }) => ({
    columns: columns.map(({ down, up }) => ({ down: down.length, known: null, up })),
    stock: stock.length,
    waste,
    foundations: home,
  }));
}

async function checked(deal: Deal, actions: readonly string[], more: Partial<{ salt: string; commitment: string }> = {}) {
  const given = { deck: deal.deck, salt: null, commitment: null, rules: rulesOf(deal), ...more };
  return check(given, shown(deal, actions), actions);
}

describe('checking a game in the browser', () => {
  it('follows real games to the win', async () => {
    for (const deal of won) {
      const actions = actionsOf(deal.log!);
      const found = await checked(deal, actions);
      expect(found).toEqual({ sealed: null, dealt: true, right: actions.length, actions: actions.length, home: 52 });
    }
  });

  it('knows undo and redo', async () => {
    const found = await checked(won[0]!, ['sw', 'uu', 'rr', 'uu', 'sw']);
    expect(found.right).toBe(5);
    const [first, , undone, again] = shown(won[0]!, ['sw', 'uu', 'rr']);
    expect(undone).toEqual(first);
    expect(again!.stock).toBeLessThan(first!.stock);
  });

  it.each(['uu', 'rr', 'ws', 'C1', '11', 'xx', 'w1'])('stops at %s where it is not allowed', async (action) => {
    const deal = won[0]!;
    const start = shown(deal, []);
    const given = { deck: deal.deck, salt: null, commitment: null, rules: rulesOf(deal) };
    const found = await check(given, [...start, start[0]!], [action]);
    expect([found.dealt, found.right]).toEqual([true, 0]);
  });

  it('sees a card that is not the one that was dealt', async () => {
    const deal = won[0]!;
    const positions = shown(deal, ['sw']);
    const forged = { ...positions[1]!, waste: ['KS', 'KH', 'KD'] };
    const given = { deck: deal.deck, salt: null, commitment: null, rules: rulesOf(deal) };
    expect((await check(given, [positions[0]!, forged], ['sw'])).right).toBe(0);
    const other = { ...given, deck: deal.deck.slice(2) + deal.deck.slice(0, 2) };
    expect((await check(other, positions, ['sw'])).dealt).toBe(false);
  });

  it('compares deck and salt with the commitment', async () => {
    const deal = won[0]!;
    const commitment = await sha256(`${deal.deck}00ff`);
    expect((await checked(deal, [], { salt: '00ff', commitment })).sealed).toBe(true);
    expect((await checked(deal, [], { salt: '00fe', commitment })).sealed).toBe(false);
  });
});

it('hashes as everyone does', async () => {
  expect(await sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('deals in rows, and knows what lies face down', () => {
  const { columns, stock } = dealt(won[0]!.deck);
  expect(columns.map((column) => column.length)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(stock).toHaveLength(24);
  const [start] = shown(won[0]!, []);
  expect(withKnown(start!, won[0]!.deck).columns[6]!.known).toEqual(columns[6]!.slice(0, 6));
});

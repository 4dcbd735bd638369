// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { bench, middle, position, seated } from './helpers/table';

describe('animation', () => {
  it('freezes no stack: a card in flight can be caught and moved on', () => {
    const table = seated();
    table.board.set(position({ 1: '3 ', 2: 'TC9H8S', 3: '2 KS', 4: 'TS' }), ['24']);
    table.run(50);
    const { x, y } = table.at('9H')!;
    expect(x).toBeGreaterThan(0);
    // It is pressed where it will lie, though it is still on its way.
    const [toX, toY] = [table.at('TC')!.x + 30, table.at('TC')!.y + 50];
    table.press(toX, toY);
    table.pull(toX + 100, toY);
    table.run(20);
    expect(table.at('9H')).not.toEqual({ x, y });
    table.lift(...middle(table, 'TS'));
    expect(table.acts).toEqual(['24']);
  });

  it('goes on from where a card is when it is sent elsewhere meanwhile', () => {
    const table = seated(position({ 1: '9H', 2: 'TC', 4: 'TS' }), []);
    table.board.set(position({ 2: 'TC9H', 4: 'TS' }), []);
    table.run(80);
    const before = table.at('9H')!;
    table.board.set(position({ 2: 'TC', 4: 'TS9H' }), []);
    table.run(16);
    expect(Math.abs(table.at('9H')!.x - before.x)).toBeLessThan(120);
    table.run(400);
    expect(table.at('9H')!.x).toBeCloseTo(table.at('TS')!.x, 0);
    expect(table.root.querySelector('.flying')).toBeNull();
  });

  it('ends every turn of a card with the whole card', () => {
    const table = seated(position({ 1: '1 9H', 2: 'TC' }), []);
    table.board.set(position({ 1: '1 ', 2: 'TC9H' }), []);
    table.board.set(position({ 1: '4D', 2: 'TC9H' }), []);
    table.run(60);
    table.board.set(position({ 1: '4D', 2: 'TC', 3: '9H' }), []);
    table.run(500);
    for (const card of table.root.querySelectorAll<HTMLElement>('.card')) expect(card.style.transform).not.toContain('scaleX');
    expect(table.faces()).toEqual(['4D', '9H', 'TC']);
  });

  describe('of a deal', () => {
    const dealt = position({ 1: 'QS', 2: '1 KH', 3: '2 5C' }, { stock: 24 });
    function dealing() {
      const table = bench();
      table.board.set(dealt, ['sw', '12'], { deal: true });
      table.run(16);
      expect(table.root.querySelector('.flying')).not.toBeNull();
      return table;
    }

    it('ends at the first touch, which is heeded', () => {
      const table = dealing();
      table.press(...table.mark('1'));
      expect(table.root.querySelector('.flying')).toBeNull();
      expect(table.faces().filter((face) => face !== 'back')).toEqual(['5C', 'KH', 'QS']);
      const [x, y] = table.mark('2');
      table.pull(x, y + 30);
      table.lift(x, y + 30);
      expect(table.acts).toEqual(['12']);
    });

    it('ends at the first key, which is heeded', () => {
      const table = dealing();
      table.key('d');
      expect(table.root.querySelector('.flying')).toBeNull();
      expect(table.acts).toEqual(['sw']);
    });

    it('goes on when the same cards are told again', () => {
      const table = dealing();
      table.board.set({ ...dealt }, ['sw', '12']);
      expect(table.root.querySelector('.flying')).not.toBeNull();
      table.run(1500);
      expect(table.root.querySelector('.flying')).toBeNull();
    });
  });

  it('shows the face of a card that is lifted before it has turned', () => {
    const table = seated(position({ 1: '1 9H', 2: 'TC' }), []);
    table.board.set(position({ 1: '4D', 2: 'TC9H' }), ['12']);
    table.run(20);
    expect(table.faces()).not.toContain('4D');
    const [x, y] = table.mark('1');
    table.press(x, y);
    table.pull(x + 40, y + 40);
    expect(table.faces()).toContain('4D');
  });

  it('can be switched off: cards are there at once', () => {
    const table = seated(position({ 1: '9H', 2: 'TC' }), [], { duration: 0 });
    table.board.set(position({ 2: 'TC9H' }), []);
    expect(table.at('9H')!.x).toBe(table.at('TC')!.x);
  });
});

// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { RUN, bench, middle, position, seated } from './helpers/table';

describe('dragging', () => {
  it('brings a run where its first card is let go', () => {
    const table = seated();
    table.drag(middle(table, '9H'), middle(table, 'TC'));
    expect(table.acts).toEqual(['12']);
  });

  it('returns cards from an illegal drop and plays nothing', () => {
    const table = seated();
    const home = table.at('9H');
    table.drag(middle(table, '9H'), middle(table, 'KS'));
    expect(table.acts).toEqual([]);
    expect(table.notices).toContain('refused');
    table.run(400);
    expect(table.at('9H')).toEqual(home);
    expect(table.root.querySelector('.lifted')).toBeNull();
  });

  it('moves all cards of the run together', () => {
    const table = seated();
    const [x, y] = middle(table, '9H');
    table.press(x, y);
    table.pull(x + 200, y + 100);
    table.run(20);
    const [nine, eight] = [table.at('9H')!, table.at('8S')!];
    expect(eight.x).toBe(nine.x);
    expect(eight.y).toBeGreaterThan(nine.y);
  });

  it('goes by the pointer: a long run drops though its first card only touches the column', () => {
    const long = position({ 1: 'QHJSTH9S8H7S6H5S4H3S2HAS', 7: 'KC' });
    const table = seated(long, ['17']);
    const [x, y] = middle(table, 'QH');
    const [toX, toY] = middle(table, 'KC');
    table.press(x, y);
    table.pull(toX + 20, toY + 300);
    table.lift(toX + 20, toY + 300);
    expect(table.acts).toEqual(['17']);
  });

  it('goes by the first card: the pointer may be beside the column', () => {
    const table = seated();
    const { x, y } = table.at('9H')!;
    const target = table.at('TC')!;
    // Gripped at its left edge, the card covers the column while the pointer is in the gap before it.
    table.press(x + 2, y + 10);
    table.pull(target.x - 16, target.y + 10);
    table.lift(target.x - 16, target.y + 10);
    expect(table.acts).toEqual(['12']);
  });

  it('marks the very place where the drop would land', () => {
    const table = seated();
    const [x, y] = middle(table, '9H');
    table.press(x, y);
    table.pull(...middle(table, 'KS'));
    expect(table.root.querySelector('.aim')).toBeNull();
    table.pull(...middle(table, 'TS'));
    const [markX] = table.mark('aim');
    expect(Math.abs(markX - 500)).toBeLessThan(80);
    table.lift(...middle(table, 'TS'));
    expect(table.acts).toEqual(['14']);
  });

  it('of two cards at once leaves no ghost: the second pointer is ignored', () => {
    const table = seated();
    const [x, y] = middle(table, '9H');
    const other = middle(table, 'KS');
    const home = table.at('KS');
    table.press(x, y, 1, 'touch');
    table.pull(x + 100, y + 50, 1);
    table.press(...other, 2, 'touch');
    table.pull(other[0] + 90, other[1] + 90, 2);
    table.run(20);
    expect(table.root.querySelectorAll('.lifted')).toHaveLength(2);
    expect(table.at('KS')).toEqual(home);
    table.lift(other[0] + 90, other[1] + 90, 2);
    table.lift(...middle(table, 'TC'), 1);
    expect(table.acts).toEqual(['12']);
    table.run(400);
    expect(table.root.querySelectorAll('.lifted')).toHaveLength(0);
    expect(table.faces().filter((face) => face.startsWith('9H'))).toHaveLength(1);
  });

  it('that the browser takes away puts the cards back', () => {
    const table = seated();
    const home = table.at('9H');
    const [x, y] = middle(table, '9H');
    table.press(x, y);
    table.pull(x + 100, y + 50);
    table.root.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }));
    table.run(400);
    expect(table.at('9H')).toEqual(home);
    table.drag(middle(table, '9H'), middle(table, 'TC'));
    expect(table.acts).toEqual(['12']);
  });

  it('goes on while another card is moved by someone else, and ends when its own is', () => {
    const table = seated(position({ 1: '9H', 2: 'TC', 3: 'KS', 5: 'QD' }), ['12']);
    const [x, y] = middle(table, '9H');
    table.press(x, y);
    table.pull(x + 50, y + 50);
    table.board.set(position({ 1: '9H', 2: 'TC', 3: 'KSQD' }), ['12']);
    expect(table.root.querySelectorAll('.lifted')).toHaveLength(1);
    table.board.set(position({ 2: 'TC9H', 3: 'KSQD' }), []);
    expect(table.root.querySelectorAll('.lifted')).toHaveLength(0);
    table.lift(x + 50, y + 50);
    expect(table.acts).toEqual([]);
  });
});

describe('the waste', () => {
  const waste = ['2C', '3C', '4C', '5C', '6C', '7C'];
  const shown = (table: ReturnType<typeof bench>) => [...new Set(table.faces().filter((face) => face.endsWith('C')))];

  it('shows older cards again when the fan is played down', () => {
    const table = seated(position({}, { waste, stock: 3 }), []);
    for (let left = 5; left > 0; left--) {
      table.board.set(position({}, { waste: waste.slice(0, left), stock: 3 }), []);
      table.run(300);
      expect(shown(table)).toEqual(expect.arrayContaining(waste.slice(Math.max(0, left - 3), left)));
      const spread = waste.slice(Math.max(0, left - 3), left).map((card) => table.at(card)!.x);
      expect(spread).toEqual([...spread].toSorted((a, b) => a - b));
      expect(new Set(spread).size).toBe(spread.length);
    }
  });

  it('shows them again after an undo, and gives drawn cards back to the stock', () => {
    const table = seated(position({}, { waste: waste.slice(0, 3), stock: 6 }), []);
    table.board.set(position({}, { waste, stock: 3 }), []);
    table.run(300);
    table.board.set(position({}, { waste: waste.slice(0, 3), stock: 6 }), []);
    table.run(300);
    expect(shown(table)).toEqual(waste.slice(0, 3));
    const spread = waste.slice(0, 3).map((card) => table.at(card)!.x);
    expect(new Set(spread).size).toBe(3);
  });

  it('shows drawn cards face down until they are told', () => {
    const table = seated(position({}, { stock: 6 }), ['sw']);
    table.board.set(position({}, { stock: 3, waste: [null, null, null] }), []);
    table.run(40);
    expect(table.faces().filter((face) => face !== 'back')).toEqual([]);
    table.board.set(position({}, { stock: 3, waste: ['2C', '3C', '4C'] }), []);
    table.run(400);
    expect(shown(table)).toEqual(['2C', '3C', '4C']);
  });

  it('spreads three cards only where three are drawn', () => {
    const table = seated(position({}, { waste, stock: 3 }), [], { fan: 1 });
    expect(table.at('6C')).toEqual(table.at('7C'));
  });
});

describe('the empty stock', () => {
  const at = (legal: string[], waste: string[]) => {
    const table = seated(position({}, { waste }), legal);
    return table.board.stock();
  };

  it('shows the recycle sign only where a pass is left', () => {
    expect(at(['ws'], ['2C'])).toBe('recycle');
    expect(at([], ['2C'])).toBe('spent');
    expect(at([], [])).toBe('bare');
  });

  it('plays nothing when it is tapped with no pass left', () => {
    const table = seated(position({}, { waste: ['2C'] }), []);
    table.tap(...table.mark('s'));
    expect(table.acts).toEqual([]);
    expect(table.notices).toEqual(['refused']);
  });
});

describe('a tap', () => {
  it('sends a card home', () => {
    const table = seated(position({ 1: 'AH', 2: 'KS' }), ['1f', '12']);
    table.tap(...middle(table, 'AH'));
    expect(table.acts).toEqual(['1f']);
  });

  it('on a foundation plays nothing: the card is picked up, and put where one asks', () => {
    const of = position({ 1: '3S' }, { foundations: { C: 0, D: 0, H: 2, S: 0 } });
    const table = seated(of, ['H1']);
    table.tap(...table.mark('H'));
    table.run(500);
    expect(table.acts).toEqual([]);
    expect(table.root.querySelector('.picked')).not.toBeNull();
    table.tap(...middle(table, '3S'));
    expect(table.acts).toEqual(['H1']);
  });

  it('on one card and then on another places the first on the second', () => {
    const table = seated();
    table.tap(...middle(table, '9H'));
    expect(table.root.querySelectorAll('.target')).toHaveLength(2);
    table.run(500);
    table.tap(...middle(table, 'TS'));
    expect(table.acts).toEqual(['14']);
  });

  it('on what is held puts it back', () => {
    const table = seated();
    table.tap(...middle(table, '9H'));
    table.run(500);
    table.tap(...middle(table, '9H'));
    expect(table.acts).toEqual([]);
    expect(table.root.querySelector('.picked')).toBeNull();
  });

  it('on the stock draws, twice for two taps 30 ms apart', () => {
    const table = seated(position({}, { stock: 6 }), ['sw']);
    table.tap(...table.mark('s'));
    table.run(30);
    table.tap(...table.mark('s'));
    expect(table.acts).toEqual(['sw', 'sw']);
  });

  it('on a card that is not told yet is done when it is', () => {
    const table = seated(position({}, { waste: [null], stock: 3 }), ['sw']);
    const [x, y] = table.mark('w');
    table.tap(x, y);
    expect(table.acts).toEqual([]);
    table.board.set(position({}, { waste: ['AC'], stock: 3 }), ['sw', 'wf']);
    expect(table.acts).toEqual(['wf']);
  });

  it('only selects where that is preferred', () => {
    const table = seated(position({ 1: 'AH', 2: 'KS' }), ['1f'], { tap: 'select' });
    table.tap(...middle(table, 'AH'));
    expect(table.acts).toEqual([]);
    table.run(500);
    table.tap(...table.mark('H'));
    expect(table.acts).toEqual(['1f']);
  });

  it('finds a column first where that is preferred', () => {
    const table = seated(position({ 1: '2H', 2: '3S' }, { foundations: { C: 0, D: 0, H: 1, S: 0 } }), ['12', '1f'], { tap: 'column' });
    table.tap(...middle(table, '2H'));
    expect(table.acts).toEqual(['12']);
  });
});

describe('a double tap', () => {
  const twice = (table: ReturnType<typeof bench>, card: string) => {
    const at = middle(table, card);
    table.tap(...at);
    table.run(120);
    table.tap(...at);
  };

  it('finds the longest column', () => {
    const table = seated(position({ 1: '9H', 2: 'TC', 4: '3 TS' }), ['12', '14']);
    twice(table, '9H');
    expect(table.acts).toEqual(['14']);
  });

  it('brings a king to an empty column', () => {
    const table = seated(position({ 1: '2 KH', 3: '5D' }), ['12']);
    twice(table, 'KH');
    expect(table.acts).toEqual(['12']);
  });

  it('that leads nowhere is seen on the card, and then forgotten', async () => {
    const table = seated(position({ 1: '3 9H', 2: 'KS' }), []);
    twice(table, '9H');
    expect([table.acts, table.notices.at(-1)]).toEqual([[], 'refused']);
    const meant = [...table.root.querySelectorAll<HTMLElement>('.refused')].map(({ dataset }) => dataset['face']);
    expect(meant).toEqual(['9H']);
    await vi.waitFor(() => expect(table.root.querySelector('.refused')).toBeNull());
  });

  it('that comes slowly is two taps', () => {
    const table = seated();
    const at = middle(table, '9H');
    table.tap(...at);
    table.run(600);
    table.tap(...at);
    expect(table.acts).toEqual([]);
  });
});

describe('keys', () => {
  it('play a typed move', () => {
    const table = seated();
    table.key('1', '4');
    expect(table.acts).toEqual(['14']);
  });

  it('typed ahead of a card that is not told yet are done when it is, in their order', () => {
    const table = seated(position({ 1: 'AH' }, { waste: [null], stock: 3 }), ['1f', 'sw']);
    table.key('w', 'f', '1', 'f');
    expect(table.acts).toEqual([]);
    table.board.set(position({ 1: 'AH' }, { waste: ['AC'], stock: 3 }), ['1f', 'sw', 'wf']);
    expect(table.acts).toEqual(['wf', '1f']);
  });

  it('typed ahead are forgotten with Escape, and draw as ever', () => {
    const table = seated(position({}, { waste: [null], stock: 3 }), ['sw']);
    table.key('w', 'f', 'Escape', 's', 'w');
    table.board.set(position({}, { waste: ['AC'], stock: 2 }), ['sw', 'wf']);
    expect(table.acts).toEqual(['sw']);
  });

  it('pick up and put down at the cursor', () => {
    const table = seated(position({ 1: '9H', 2: 'TC' }), ['12']);
    table.key('Enter', 'ArrowRight', 'Enter');
    expect(table.acts).toEqual(['12']);
  });

  it('reach part of a run', () => {
    const table = seated(position({ 1: '9H8S', 2: '9D' }), ['12']);
    table.key('ArrowUp', 'ArrowDown', 'Enter', 'ArrowRight', 'Enter');
    expect(table.acts).toEqual(['12']);
  });

  it('draw, send home, find a column and put back', () => {
    const table = seated(position({ 1: 'AH', 2: 'TC', 3: '9D' }, { stock: 3 }), ['1f', '32', 'sw']);
    table.key('d');
    table.key('Home', 'f');
    table.key('3', 'v');
    table.key('3', 'Escape');
    expect(table.acts).toEqual(['sw', '1f', '32']);
    expect(table.root.querySelector('.picked')).toBeNull();
  });

  it('draw and recycle as it is written, and pick nothing up by the way', () => {
    const drawing = seated(position({}, { stock: 3, waste: ['9D'] }), ['sw']);
    drawing.key('s');
    expect(drawing.root.querySelector('.picked')).toBeNull();
    drawing.key('w');
    expect(drawing.acts).toEqual(['sw']);
    expect(drawing.root.querySelector('.picked')).toBeNull();
    const recycling = seated(position({}, { waste: ['9D'] }), ['ws']);
    recycling.key('w', 's');
    expect(recycling.acts).toEqual(['ws']);
    expect(recycling.root.querySelector('.picked')).toBeNull();
  });

  it('refuse to draw or recycle where that can’t be, and hold nothing', () => {
    for (const [keys, legal] of [['sw', ['ws']], ['ws', ['sw']]] as const) {
      const table = seated(position({}, { stock: keys === 'sw' ? 0 : 3, waste: ['9D'] }), [...legal]);
      table.key(...keys);
      expect(table.acts).toEqual([]);
      expect(table.notices.at(-1)).toBe('refused');
      expect(table.root.querySelector('.picked')).toBeNull();
    }
  });

  it('begin anew after the stock’s letter when another follows', () => {
    const table = seated(position({ 1: '9H', 2: 'TC' }, { stock: 3, waste: ['9D'] }), ['12', 'sw', 'w2']);
    table.key('s', '1', '2');
    table.key('s', 'Escape', 'w', '2');
    table.key('w', 'Escape', 's');
    expect(table.acts).toEqual(['12', 'w2']);
  });

  it('refuse what is not legal and play nothing', () => {
    const table = seated();
    table.key('1', '3');
    expect(table.acts).toEqual([]);
    expect(table.notices).toContain('refused');
  });

  it('show the cursor, which a pointer hides again', () => {
    const table = seated();
    table.key('ArrowRight');
    expect(table.root.querySelector('.cursor')).not.toBeNull();
    table.tap(500, 690);
    table.board.set(RUN, []);
    expect(table.root.querySelector('.cursor')).toBeNull();
  });
});

describe('the layout', () => {
  const KNOWN = ['2D', '3D', '4D', '5D', '6D', '7D'];
  const sizes: [number, number][] = [[1280, 690], [360, 600], [320, 480], [740, 310], [640, 280], [2200, 1200]];
  const worst = position({ 7: '6 KHQSJHTS9H8S7H6S5H4S3H2S', 1: 'KS' }, { waste: ['2C', '3C', '4C'], stock: 20, foundations: { C: 1, D: 13, H: 2, S: 3 } });

  it.each(sizes)('keeps every card on a cloth of %i by %i', (width, height) => {
    const open = { ...worst, columns: worst.columns.map((one) => (one.down ? { ...one, known: KNOWN } : one)) };
    for (const [leftHanded, shown] of [[false, worst], [true, worst], [false, open]] as const) {
      const table = bench([width, height], { leftHanded });
      table.board.set(shown, [], { still: true });
      for (const card of table.root.querySelectorAll<HTMLElement>('.card')) {
        const [x, y] = [...card.style.transform.matchAll(/-?[\d.]+(?=px)/g)].map((found) => Number(found[0]));
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x! + parseFloat(card.style.width)).toBeLessThanOrEqual(width + 0.5);
        expect(y! + parseFloat(card.style.height)).toBeLessThanOrEqual(height + 0.5);
      }
    }
  });

  it('spreads face-down cards that are known as far as those face up', () => {
    const table = bench();
    const shut = position({ 7: '6 KH', 1: 'KS' });
    const open = { ...shut, columns: shut.columns.map((one) => (one.down ? { ...one, known: KNOWN } : one)) };
    table.board.set(open, [], { still: true });
    const steps = [...KNOWN, 'KH'].map((card) => table.at(card)!.y);
    const apart = steps.slice(1).map((y, at) => y - steps[at]!);
    const other = bench();
    other.board.set(position({ 1: 'KHQS' }), [], { still: true });
    const faceUp = other.at('QS')!.y - other.at('KH')!.y;
    expect(apart.every((step) => Math.abs(step - faceUp) < 1)).toBe(true);
  });

  it('gives fingers columns of 44 pixels from a width of 320 on', () => {
    const table = bench([320, 480]);
    table.board.set(worst, [], { still: true });
    const [first] = table.mark('1');
    const [second] = table.mark('2');
    expect(second - first).toBeGreaterThanOrEqual(44);
  });

  it('is mirrored for the left hand', () => {
    const table = bench([1000, 700], { leftHanded: true });
    table.board.set(worst, [], { still: true });
    expect(table.mark('s')[0]).toBeGreaterThan(500);
    expect(table.mark('S')[0]).toBeLessThan(500);
  });
});

describe('a won game', () => {
  it('is celebrated until it is cut short', () => {
    const table = seated();
    let done = 0;
    table.board.celebrate(() => done++);
    table.run(300);
    expect(table.root.querySelector('.sparks')).not.toBeNull();
    table.press(10, 10);
    expect(table.root.querySelector('.sparks')).toBeNull();
    expect(done).toBe(1);
  });

  it('ends its celebration by itself', () => {
    const table = seated();
    let done = 0;
    table.board.celebrate(() => done++);
    table.run(12_000);
    expect(done).toBe(1);
  });
});

/** A board on a cloth of a given size, with pointers and frames under the test's control. */
import { type BoardApi, type Options, type Position, createBoard } from '../../src/board';

export interface Bench {
  root: HTMLElement;
  board: BoardApi;
  acts: string[];
  notices: string[];
  /** Let this many milliseconds pass in animation frames. */
  run: (ms: number) => void;
  press: (x: number, y: number, pointer?: number, type?: string) => void;
  pull: (x: number, y: number, pointer?: number) => void;
  lift: (x: number, y: number, pointer?: number) => void;
  tap: (x: number, y: number) => void;
  drag: (from: [number, number], to: [number, number]) => void;
  key: (...keys: string[]) => void;
  /** Where a card is drawn now. */
  at: (card: string) => { x: number; y: number } | null;
  /** The cards (or `back`) drawn at a place, lowest first. */
  faces: () => string[];
  /** The middle of a place. */
  mark: (name: string) => [number, number];
}

export const OPTIONS: Options = { duration: 200, tap: 'home', leftHanded: false, fan: 3, deck: 'auto', viewOnly: false };

const numbers = (element: HTMLElement): number[] =>
  [...element.style.transform.matchAll(/-?[\d.]+(?=px)/g)].map(Number);

export function bench(size: [number, number] = [1000, 700], options: Partial<Options> = {}): Bench {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const [width, height] = size;
  root.getBoundingClientRect = () => ({ left: 0, top: 0, width, height, x: 0, y: 0, right: width, bottom: height }) as DOMRect;
  let now = 0;
  let queue: FrameRequestCallback[] = [];
  globalThis.requestAnimationFrame = (step) => queue.push(step);
  globalThis.cancelAnimationFrame = () => undefined;
  performance.now = () => now;
  const acts: string[] = [];
  const notices: string[] = [];
  const board = createBoard(root, '/cards.svg', { ...OPTIONS, ...options }, {
    act: (action) => acts.push(action),
    cursor: () => undefined,
    notice: (what) => notices.push(what),
    touched: () => undefined,
  });
  const fire = (name: string, x: number, y: number, pointer: number, type: string) => {
    const event = new PointerEvent(name, { clientX: x, clientY: y, pointerId: pointer, pointerType: type, isPrimary: pointer === 1, button: 0, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: now });
    root.dispatchEvent(event);
  };
  const run = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now = Math.min(end, now + 16);
      for (const step of queue.splice(0)) step(now);
    }
  };
  const press = (x: number, y: number, pointer = 1, type = 'mouse') => fire('pointerdown', x, y, pointer, type);
  const pull = (x: number, y: number, pointer = 1) => fire('pointermove', x, y, pointer, 'mouse');
  const lift = (x: number, y: number, pointer = 1) => fire('pointerup', x, y, pointer, 'mouse');
  const cards = () => [...root.querySelectorAll<HTMLElement>('.card')];
  return {
    root, board, acts, notices, run, press, pull, lift,
    tap: (x, y) => {
      press(x, y);
      lift(x, y);
    },
    drag: ([x, y], [toX, toY]) => {
      press(x, y);
      pull(x + 10, y + 10);
      pull(toX, toY);
      lift(toX, toY);
    },
    key: (...keys) => keys.forEach((key) => board.key(new KeyboardEvent('keydown', { key }))),
    at: (card) => {
      const element = cards().find(({ dataset }) => dataset['face']?.startsWith(card));
      const [x, y] = element ? numbers(element) : [];
      return x === undefined ? null : { x, y: y! };
    },
    faces: () => cards().map(({ dataset }) => dataset['face']!).toSorted(),
    mark: (name) => {
      const element = root.querySelector<HTMLElement>(`[data-mark="${name}"]`)!;
      const [x, y] = numbers(element);
      return [x! + parseFloat(element.style.width) / 2, y! + parseFloat(element.style.height) / 2];
    },
  };
}

/** A position from columns like `"2 KHQS"` (two face down, then the cards face up). */
export function position(columns: Record<string, string>, rest: Partial<Position> = {}): Position {
  const column = (text = '') => {
    const [down, up] = /^\d+ /.test(text) ? [Number(text.split(' ')[0]), text.split(' ')[1] ?? ''] : [0, text];
    return { down, known: null, up: up.match(/../g) ?? [] };
  };
  return {
    columns: ['1', '2', '3', '4', '5', '6', '7'].map((name) => column(columns[name])),
    stock: 0,
    waste: [],
    foundations: { C: 0, D: 0, H: 0, S: 0 },
    ...rest,
  };
}

export const RUN = position({ 1: '3 9H8S', 2: 'TC', 3: '2 KS', 4: 'TS' });

/** A bench of 1000 by 700 on which a position lies. */
export function seated(of = RUN, legal: string[] = ['12', '14'], options = {}) {
  const table = bench([1000, 700], options);
  table.board.set(of, legal, { still: true });
  return table;
}

/** A point in a card's upper part, which no other card covers. */
export const middle = (table: Bench, card: string): [number, number] => {
  const { x, y } = table.at(card)!;
  return [x + 30, y + 12];
};

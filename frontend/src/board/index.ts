/**
 * The board: shows a position, and turns touches and keys into actions out of the legal list. It
 * knows no rules, no server and no framework.
 */
import { celebrate } from './celebrate';
import { cancel, letGo, press, pull, release, stillHeld } from './drag';
import { dress } from './dress';
import { keepCursor, press as pressKey, pressLater } from './keys';
import { measure } from './layout';
import { drawMarks, stockSign } from './marks';
import { type Manner, render, resize } from './render';
import { NO_POSITION, type State } from './state';
import { tapLater } from './tap';
import type { Callbacks, Options, Position, Spot } from './types';
import { canLift } from './runs';

export type { Callbacks, Card, Column, Options, Position, Spot, Suit } from './types';
export type { Manner } from './render';
export { COLUMNS, RANKS, SUITS, cardOf, isColumn, isFoundation, rankOf, suitOf } from './types';
export { actionsFrom, landsOn, liftedFrom, pileSize, topCard } from './runs';

export interface BoardApi {
  /** Show a position with what is legal in it. */
  set: (position: Position, legal: readonly string[], manner?: Manner) => void;
  configure: (options: Partial<Options>) => void;
  /** Do what a key means here; false where it means nothing. */
  key: (event: KeyboardEvent) => boolean;
  /** Point out an action, or nothing any more. */
  hint: (action: string | null) => void;
  celebrate: (done: () => void) => void;
  picked: () => Spot | null;
  stock: () => ReturnType<typeof stockSign>;
  destroy: () => void;
}

function make(root: HTMLElement, sprite: string, options: Options, callbacks: Callbacks): State {
  const cloth = document.createElement('div');
  cloth.className = 'cloth';
  // What lies here is told in words by whoever owns the board.
  cloth.setAttribute('aria-hidden', 'true');
  root.replaceChildren(cloth);
  const { width, height } = root.getBoundingClientRect();
  const room = { width, height, leftHanded: options.leftHanded, deck: options.deck };
  return {
    root,
    cloth,
    nodes: new Map(),
    flights: new Map(),
    position: NO_POSITION,
    legal: [],
    layout: measure(room, NO_POSITION),
    options,
    callbacks,
    sprite,
    drag: null,
    picked: null,
    cursor: { pile: '1', index: 0 },
    keyed: false,
    typed: '',
    hint: null,
    lastTap: null,
    later: [],
    keysLater: [],
    frame: 0,
    dealing: false,
    celebration: null,
  };
}

function showCursor(state: State, keyed: boolean): void {
  state.keyed = keyed;
  drawMarks(state);
}

const noMenu = (event: Event) => event.preventDefault();

function listen(state: State): () => void {
  const { root } = state;
  const on = { pointerdown: press, pointermove: pull, pointerup: release, pointercancel: cancel, lostpointercapture: cancel };
  const stops = Object.entries(on).map(([name, act]) => {
    const handle = (event: Event) => act(state, event as PointerEvent);
    root.addEventListener(name, handle);
    return () => root.removeEventListener(name, handle);
  });
  const focused = () => showCursor(state, root.matches(':focus-visible'));
  const left = () => showCursor(state, false);
  root.addEventListener('focus', focused);
  root.addEventListener('blur', left);
  root.addEventListener('contextmenu', noMenu);
  const watcher = new ResizeObserver(() => {
    const { width, height } = root.getBoundingClientRect();
    if (width === state.layout.width && height === state.layout.height) return;
    letGo(state);
    resize(state, width, height);
  });
  watcher.observe(root);
  return () => {
    watcher.disconnect();
    root.removeEventListener('focus', focused);
    root.removeEventListener('blur', left);
    root.removeEventListener('contextmenu', noMenu);
    for (const stop of stops) stop();
  };
}

function set(state: State, position: Position, legal: readonly string[], manner: Manner): void {
  const changed = position !== state.position;
  state.position = position;
  state.legal = legal;
  if (state.picked && !canLift(position, state.picked)) state.picked = null;
  if (changed) state.hint = null;
  keepCursor(state);
  if (changed || manner.still) render(state, manner);
  if (!stillHeld(state)) letGo(state);
  if (!changed) drawMarks(state);
  if (state.later.length) tapLater(state);
  if (state.keysLater.length) pressLater(state);
}

/** What changes where cards lie or what they look like; anything else leaves flights alone. */
const LOOKS = ['leftHanded', 'deck', 'fan'] as const;

function configure(state: State, options: Partial<Options>): void {
  const before = { ...state.options };
  Object.assign(state.options, options);
  if (LOOKS.every((name) => before[name] === state.options[name])) return;
  render(state, { still: true });
  for (const node of state.nodes.values()) dress(state, node);
}

export function createBoard(root: HTMLElement, sprite: string, options: Options, callbacks: Callbacks): BoardApi {
  const state = make(root, sprite, { ...options }, callbacks);
  const stop = listen(state);
  render(state, { still: true });
  return {
    set: (position, legal, manner = {}) => set(state, position, legal, manner),
    configure: (changes) => configure(state, changes),
    key: (event) => {
      state.celebration?.();
      const done = pressKey(state, event);
      if (done && document.activeElement !== root) root.focus({ preventScroll: true });
      return done;
    },
    hint: (action) => {
      state.hint = action;
      drawMarks(state);
    },
    celebrate: (done) => celebrate(state, done),
    picked: () => state.picked,
    stock: () => stockSign(state),
    destroy: () => {
      stop();
      cancelAnimationFrame(state.frame);
      state.celebration?.();
      root.replaceChildren();
    },
  };
}

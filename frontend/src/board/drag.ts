/**
 * Dragging with mouse, finger or pen. One pointer at a time: while cards are held, any other pointer
 * is ignored. Motion is written in animation frames; what lies under the pointer comes from the layout.
 */
import { drawDrag, request, settle } from './anim';
import { dress } from './dress';
import { aimAt, spotAt } from './hit';
import { drawMarks } from './marks';
import { play } from './pick';
import { render } from './render';
import { canLift } from './runs';
import type { Drag, State } from './state';
import { tap } from './tap';
import type { Point, Spot } from './types';

const SLOP = { mouse: 4, pen: 6, touch: 8 } as Record<string, number>;

function pointOf(state: State, event: PointerEvent): Point {
  const box = state.root.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** The elements of a run, its first card first. */
function runKeys(state: State, from: Spot): string[] {
  return [...state.nodes.values()]
    .filter(({ key, place }) => place.pile === from.pile && place.index >= from.index && !key.startsWith('leaving'))
    .toSorted((a, b) => a.place.index - b.place.index)
    .map(({ key }) => key);
}

function hold(state: State, event: PointerEvent, from: Spot, start: Point): Drag {
  const keys = canLift(state.position, from) ? runKeys(state, from) : [];
  const first = state.nodes.get(keys[0] ?? '');
  const corner = first ? first.place : start;
  const grip = { x: start.x - corner.x, y: start.y - corner.y };
  const slop = SLOP[event.pointerType] ?? 6;
  return { pointer: event.pointerId, from, keys, start, now: start, grip, slop, moving: false };
}

export function press(state: State, event: PointerEvent): void {
  if (event.button !== 0) return;
  state.callbacks.touched();
  state.celebration?.();
  if (state.options.viewOnly) return;
  if (state.dealing) settle(state);
  if (state.drag) {
    // The primary pointer comes down again: the end of the last drag was never told.
    if (!event.isPrimary || state.drag.pointer !== event.pointerId) return;
    letGo(state);
  }
  state.keyed = false;
  const start = pointOf(state, event);
  const from = spotAt(state.layout, state.position, state.options.fan, start);
  state.drag = hold(state, event, from ?? { pile: '', index: -2 }, start);
  try {
    state.root.setPointerCapture(event.pointerId);
  } catch {
    // The pointer is gone already; its cancel event follows.
  }
}

function lift(state: State, drag: Drag): void {
  drag.moving = true;
  state.picked = null;
  state.hint = null;
  for (const key of drag.keys) {
    state.flights.delete(key);
    const node = state.nodes.get(key)!;
    node.turn = 1;
    dress(state, node);
    node.element.classList.add('lifted');
  }
}

export function pull(state: State, event: PointerEvent): void {
  const { drag } = state;
  if (!drag || event.pointerId !== drag.pointer) return;
  drag.now = pointOf(state, event);
  const far = Math.hypot(drag.now.x - drag.start.x, drag.now.y - drag.start.y);
  if (!drag.moving) {
    if (far < drag.slop || !drag.keys.length) return;
    lift(state, drag);
    drawDrag(state);
  }
  drawMarks(state);
  request(state);
}

/** Put dragged cards back where the position says they are. */
export function letGo(state: State): void {
  const { drag } = state;
  if (!drag) return;
  state.drag = null;
  for (const key of drag.keys) state.nodes.get(key)?.element.classList.remove('lifted');
  if (drag.moving) render(state);
}

export function release(state: State, event: PointerEvent): void {
  const { drag } = state;
  if (!drag || event.pointerId !== drag.pointer) return;
  drag.now = pointOf(state, event);
  if (!drag.moving) {
    state.drag = null;
    tap(state, drag.from.index < -1 ? null : drag.from, event.timeStamp);
    return;
  }
  const card = { x: drag.now.x - drag.grip.x, y: drag.now.y - drag.grip.y };
  const aim = aimAt(state.layout, state.position, state.legal, drag.from, card, drag.now);
  if (aim) {
    state.drag = null;
    for (const key of drag.keys) state.nodes.get(key)?.element.classList.remove('lifted');
    play(state, aim.action);
    // The move may have been put aside by the one who plays it: the cards must rest somewhere.
    render(state);
  } else {
    letGo(state);
    state.callbacks.notice('refused');
  }
}

export function cancel(state: State, event: PointerEvent): void {
  if (state.drag?.pointer === event.pointerId) letGo(state);
}

/** The position changed under a held run: is it still there? */
export function stillHeld(state: State): boolean {
  const { drag, position } = state;
  if (!drag || !drag.keys.length) return true;
  if (!canLift(position, drag.from)) return false;
  return drag.keys.every((key) => state.nodes.get(key)?.place.pile === drag.from.pile);
}

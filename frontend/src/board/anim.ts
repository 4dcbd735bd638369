/** Motion: each card flies on its own from where it is drawn now, in one animation frame for all. */
import { dress } from './dress';
import type { CardNode, Flight, State } from './state';
import type { Point } from './types';

const ease = (t: number) => 1 - (1 - t) ** 3;
const LIFTED = 2000;

export function draw(node: CardNode): void {
  const turn = node.turn === 1 ? '' : ` scaleX(${node.turn.toFixed(3)})`;
  node.element.style.transform = `translate3d(${node.x.toFixed(1)}px, ${node.y.toFixed(1)}px, 0)${turn}`;
}

function step(state: State, node: CardNode, flight: Flight, now: number): boolean {
  const t = flight.duration ? Math.min(1, Math.max(0, (now - flight.start) / flight.duration)) : 1;
  const along = ease(t);
  node.x = flight.from.x + (flight.to.x - flight.from.x) * along;
  node.y = flight.from.y + (flight.to.y - flight.from.y) * along;
  if (flight.turns) {
    node.turn = Math.max(0.04, Math.abs(1 - 2 * along));
    if (along >= 0.5 && flight.sideBefore) {
      flight.sideBefore = null;
      dress(state, node);
    }
  }
  draw(node);
  return t >= 1;
}

function land(state: State, node: CardNode, flight: Flight): void {
  state.flights.delete(node.key);
  node.turn = 1;
  node.element.style.zIndex = String(node.place.z);
  node.element.classList.remove('flying');
  if (flight.sideBefore) dress(state, node);
  draw(node);
  if (flight.leaves) {
    node.element.remove();
    state.nodes.delete(node.key);
  }
}

/** Land every card at once, where it was flying to. */
export function settle(state: State): void {
  state.dealing = false;
  for (const [key, flight] of state.flights) {
    const node = state.nodes.get(key);
    if (!node) state.flights.delete(key);
    else {
      [node.x, node.y] = [flight.to.x, flight.to.y];
      land(state, node, flight);
    }
  }
}

function frame(state: State, now: number): void {
  state.frame = 0;
  for (const [key, flight] of state.flights) {
    const node = state.nodes.get(key);
    if (!node) state.flights.delete(key);
    else if (step(state, node, flight, now)) land(state, node, flight);
  }
  if (state.drag?.moving) drawDrag(state);
  if (state.flights.size) request(state);
  else state.dealing = false;
}

export function request(state: State): void {
  if (!state.frame) state.frame = requestAnimationFrame((now) => frame(state, now));
}

/** Put dragged cards under the pointer. */
export function drawDrag(state: State): void {
  const { drag, nodes, layout } = state;
  if (!drag) return;
  const first = nodes.get(drag.keys[0]!);
  if (!first) return;
  const x = drag.now.x - drag.grip.x;
  const y = drag.now.y - drag.grip.y;
  const steps = layout.steps[drag.from.pile]?.up ?? 0;
  drag.keys.forEach((key, at) => {
    const node = nodes.get(key);
    if (!node) return;
    [node.x, node.y] = [x, y + at * steps];
    node.element.style.zIndex = String(LIFTED + 100 + at);
    draw(node);
  });
}

export interface Trip {
  to: Point;
  delay?: number;
  turns?: boolean;
  leaves?: boolean;
  sideBefore?: Flight['sideBefore'];
}

/** Send a card on its way from where it is drawn; without animation it is there at once. */
export function fly(state: State, node: CardNode, trip: Trip): void {
  const duration = state.options.duration;
  // A card that was about to turn when it was sent elsewhere still has to turn.
  const sideBefore = trip.sideBefore ?? state.flights.get(node.key)?.sideBefore ?? null;
  if (!trip.turns) node.turn = 1;
  const flight: Flight = {
    from: { x: node.x, y: node.y },
    to: trip.to,
    start: performance.now() + (trip.delay ?? 0),
    duration,
    turns: trip.turns ?? sideBefore !== null,
    leaves: trip.leaves ?? false,
    sideBefore,
  };
  if (!duration) {
    [node.x, node.y] = [trip.to.x, trip.to.y];
    land(state, node, flight);
    return;
  }
  state.flights.set(node.key, flight);
  node.element.classList.add('flying');
  node.element.style.zIndex = String(LIFTED + node.place.z);
  request(state);
}

/** Bring the DOM to the position: cards keep their elements, and each flies from where it is drawn. */
import { draw, fly, type Trip } from './anim';
import { dress, makeElement } from './dress';
import { measure, placeAll } from './layout';
import { drawMarks } from './marks';
import type { CardNode, Flight, State } from './state';
import type { Placed, Point } from './types';

export interface Manner {
  /** Cards are there at once. */
  still?: boolean;
  /** A new deal: cards come out of the stock one after the other. */
  deal?: boolean;
}

const spotName = (place: Placed) => `${place.pile}.${place.index}`;

function create(state: State, place: Placed, at: Point): CardNode {
  const element = makeElement();
  const { key, card, up } = place;
  const node: CardNode = { key, element, card, up, x: at.x, y: at.y, turn: 1, place };
  const { w, h } = state.layout.card;
  element.style.width = `${w}px`;
  element.style.height = `${h}px`;
  element.style.zIndex = String(place.z);
  state.nodes.set(key, node);
  state.cloth.append(element);
  dress(state, node);
  draw(node);
  return node;
}

/** Move a node to its new place: turning when it changes sides, from where it is drawn now. */
function move(state: State, node: CardNode, place: Placed, trip: Omit<Trip, 'to'>, still: boolean): void {
  node.place = place;
  node.card = place.card;
  node.up = place.up;
  const flight = state.flights.get(node.key);
  const rests = !flight && node.x === place.x && node.y === place.y;
  if (state.drag?.keys.includes(node.key)) return;
  if (still || (rests && !trip.sideBefore)) {
    state.flights.delete(node.key);
    [node.x, node.y, node.turn] = [place.x, place.y, 1];
    node.element.style.zIndex = String(place.z);
    node.element.classList.remove('flying');
    dress(state, node);
    draw(node);
    return;
  }
  const under = flight && flight.to.x === place.x && flight.to.y === place.y && !trip.sideBefore;
  if (!under) fly(state, node, { ...trip, to: place });
  dress(state, node);
}

interface Origin extends Point {
  /** The card that lay here until now and is this one, seen from its other side. */
  old: CardNode | null;
  side: Flight['sideBefore'];
}

/** Where a card that was not drawn before comes from: the card it replaces here, or the stock. */
function origin(state: State, place: Placed, gone: Map<string, CardNode>): Origin {
  const old = gone.get(spotName(place)) ?? null;
  if (old && (old.card === null || place.card === null)) {
    gone.delete(spotName(place));
    return { x: old.x, y: old.y, old, side: { card: old.card, up: old.up } };
  }
  const spread = place.pile === 'w' && place.index >= state.position.waste.length - state.options.fan;
  if (spread) return { ...state.layout.places['s']!, old: null, side: { card: null, up: false } };
  return { x: place.x, y: place.y, old: null, side: null };
}

function appear(state: State, place: Placed, gone: Map<string, CardNode>, manner: Manner): void {
  const { old, side, x, y } = origin(state, place, gone);
  if (old) remove(state, old);
  const node = create(state, place, { x, y });
  const turns = side !== null && side.up !== place.up;
  move(state, node, place, turns ? { turns, sideBefore: side } : {}, manner.still ?? false);
}

function remove(state: State, node: CardNode): void {
  node.element.remove();
  state.nodes.delete(node.key);
  state.flights.delete(node.key);
}

/** Cards that are no more in sight: from the waste they go back into the stock, others just go. */
function vanish(state: State, node: CardNode, manner: Manner): void {
  const waste = node.place.pile === 'w';
  const swallowed = state.position.waste.length > 0 && node.place.index < state.position.waste.length;
  if (!waste || manner.still || !state.options.duration || swallowed) {
    remove(state, node);
    return;
  }
  const key = `leaving ${node.key}`;
  const earlier = state.nodes.get(key);
  if (earlier) remove(state, earlier);
  state.nodes.delete(node.key);
  state.flights.delete(node.key);
  node.key = key;
  state.nodes.set(key, node);
  const sideBefore = node.up ? { card: node.card, up: true } : null;
  [node.card, node.up] = [null, false];
  fly(state, node, { to: state.layout.places['s']!, turns: true, leaves: true, sideBefore });
}

function deal(state: State, places: Placed[]): void {
  state.dealing = true;
  const stock = state.layout.places['s']!;
  const rows = places.filter((place) => place.pile >= '1' && place.pile <= '7');
  rows.sort((a, b) => a.index - b.index || a.pile.localeCompare(b.pile));
  rows.forEach((place, order) => {
    const node = state.nodes.get(place.key)!;
    [node.x, node.y] = [stock.x, stock.y];
    draw(node);
    const back = { card: null, up: false };
    const trip: Trip = { to: place, delay: order * 14 };
    fly(state, node, place.up ? { ...trip, turns: true, sideBefore: back } : trip);
    dress(state, node);
  });
}

/** Draw the position. Nothing is read from the DOM but the table's size, and only in `resize`. */
export function render(state: State, manner: Manner = {}): void {
  const { width, height } = state.layout;
  const { leftHanded, deck, fan } = state.options;
  state.layout = measure({ width, height, leftHanded, deck }, state.position);
  const places = placeAll(state.layout, state.position, fan);
  const wanted = new Set(places.map(({ key }) => key));
  const gone = new Map<string, CardNode>();
  for (const node of state.nodes.values()) {
    const leaving = state.flights.get(node.key)?.leaves;
    if (!wanted.has(node.key) && !leaving) gone.set(spotName(node.place), node);
  }
  for (const place of places) {
    const node = state.nodes.get(place.key);
    if (!node) appear(state, place, gone, manner);
    else {
      const turns = node.up !== place.up;
      const sideBefore = turns ? { card: node.card, up: node.up } : null;
      move(state, node, place, turns ? { turns, sideBefore } : {}, manner.still ?? false);
    }
  }
  for (const node of gone.values()) vanish(state, node, manner);
  if (manner.deal && state.options.duration) deal(state, places);
  drawMarks(state);
}

/** The table has another size: all cards lie anew, at once. */
export function resize(state: State, width: number, height: number): void {
  state.layout = { ...state.layout, width, height };
  render(state, { still: true });
  const { w, h } = state.layout.card;
  for (const node of state.nodes.values()) {
    node.element.style.width = `${w}px`;
    node.element.style.height = `${h}px`;
    dress(state, node);
  }
}

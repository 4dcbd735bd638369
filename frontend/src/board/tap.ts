/** Taps. A tap acts when the finger lifts; a second one on the same card soon after is a double tap. */
import { choose, drop, place, play, sendAnywhere, sendHome, turnStock } from './pick';
import { bestAction, untold } from './runs';
import { type State, sameSpot } from './state';
import { type Spot, isFoundation } from './types';

const DOUBLE = 350;

function isDouble(state: State, spot: Spot, now: number): boolean {
  const last = state.lastTap;
  return last !== null && now - last.at < DOUBLE && sameSpot(last.spot, spot) && state.picked !== null;
}

function tapCard(state: State, spot: Spot, double: boolean): void {
  if (double) {
    state.picked = null;
    sendAnywhere(state, spot, false);
    return;
  }
  // A card on a foundation never moves by a tap alone: it is picked up, and put where it is asked to go.
  if (isFoundation(spot.pile) || state.options.tap === 'select') {
    choose(state, spot);
    return;
  }
  const sent = state.options.tap === 'home' ? sendHome(state, spot) : sendColumn(state, spot);
  if (!sent) choose(state, spot);
}

function sendColumn(state: State, spot: Spot): boolean {
  const action = bestAction(state.position, state.legal, spot, false);
  if (action) play(state, action);
  return action !== null;
}

/** A tap on a card, on an empty place (index -1) or on bare felt (null). */
export function tap(state: State, spot: Spot | null, now: number): void {
  if (!spot) {
    drop(state);
    return;
  }
  if (spot.pile === 's') {
    state.lastTap = null;
    turnStock(state);
    return;
  }
  if (untold(state.position, spot.pile)) {
    state.later.push(spot);
    return;
  }
  const double = isDouble(state, spot, now);
  state.lastTap = double ? null : { spot, at: now };
  if (!double && state.picked && !sameSpot(state.picked, spot) && place(state, spot)) return;
  tapCard(state, spot, double);
}

/** Taps that had to wait for a card to be told are done now. */
export function tapLater(state: State): void {
  const waiting = state.later;
  state.later = [];
  for (const spot of waiting) tap(state, spot, performance.now());
}

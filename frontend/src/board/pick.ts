/** Picking up and putting down without dragging: shared by taps and keys. */
import { drawMarks } from './marks';
import { refuse } from './refuse';
import { actionTo, actionsFrom, bestAction, canLift } from './runs';
import { type State, sameSpot } from './state';
import type { Spot } from './types';

/** Play an action, and forget what was held. */
export function play(state: State, action: string): void {
  state.picked = null;
  state.typed = '';
  state.hint = null;
  drawMarks(state);
  state.callbacks.act(action);
}

export function drop(state: State): void {
  if (!state.picked) return;
  state.picked = null;
  state.typed = '';
  state.callbacks.notice('put');
  drawMarks(state);
}

/** Hold the cards from here on, when there is anything to hold. */
export function pick(state: State, spot: Spot): boolean {
  if (!canLift(state.position, spot)) return false;
  state.picked = spot;
  state.typed = '';
  state.callbacks.notice('pick');
  drawMarks(state);
  return true;
}

/** Put what is held onto this pile. Says whether it was played. */
export function place(state: State, spot: Spot): boolean {
  const { picked, position, legal } = state;
  if (!picked) return false;
  const action = actionTo(position, legal, picked, spot.pile);
  if (!action) return false;
  play(state, action);
  return true;
}

/** The stock: draw, or turn the waste over where a pass is left. */
export function turnStock(state: State): boolean {
  const action = ['sw', 'ws'].find((candidate) => state.legal.includes(candidate));
  if (!action) {
    refuse(state, { pile: 's', index: -1 });
    return false;
  }
  play(state, action);
  return true;
}

/** Send the card home, if it is the last of its pile and may go. */
export function sendHome(state: State, spot: Spot): boolean {
  const action = actionsFrom(state.position, state.legal, spot).find((candidate) => candidate[1] === 'f');
  if (action) play(state, action);
  return action !== undefined;
}

/** Bring the cards to a column (or home): a double tap's meaning. */
export function sendAnywhere(state: State, spot: Spot, homeFirst: boolean): boolean {
  const action = bestAction(state.position, state.legal, spot, homeFirst);
  if (action) play(state, action);
  else refuse(state, spot);
  return action !== null;
}

/** Pick, place, or change what is held: a select's meaning. */
export function choose(state: State, spot: Spot): void {
  if (sameSpot(state.picked, spot)) drop(state);
  else if (!place(state, spot) && !pick(state, spot)) {
    if (state.picked) refuse(state, state.picked);
    drop(state);
  }
}

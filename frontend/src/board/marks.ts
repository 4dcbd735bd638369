/** Everything on the table that is no card: empty places, the mark of a pick, of targets, the cursor. */
import { aimAt } from './hit';
import { columnPoint, pileBottom } from './layout';
import { actionsFrom, landsOn, liftedFrom, pileSize } from './runs';
import type { State } from './state';
import { COLUMNS, type Pile, type Spot, SUITS, isColumn } from './types';

interface Mark {
  name: string;
  kind: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The sign on the empty stock: turn it over, no pass left, or nothing to turn. */
export function stockSign(state: State): 'full' | 'recycle' | 'spent' | 'bare' {
  if (state.position.stock > 0) return 'full';
  if (state.legal.includes('ws')) return 'recycle';
  return state.position.waste.length > 0 && !state.options.viewOnly ? 'spent' : 'bare';
}

function boxAt(state: State, { pile, index }: Spot, whole: boolean): Omit<Mark, 'name' | 'kind'> {
  const { layout, position } = state;
  const { w, h } = layout.card;
  let { x, y } = layout.places[pile]!;
  if (isColumn(pile)) {
    const { down } = position.columns[Number(pile) - 1]!;
    y = columnPoint(layout, pile, Math.max(0, index), down).y;
  } else if (pile === 'w') {
    const along = Math.max(0, Math.min(state.options.fan, position.waste.length) - 1);
    x += along * layout.fan.x;
    y += along * layout.fan.y;
  }
  return { x, y, w, h: whole && isColumn(pile) ? pileBottom(layout, position, pile) - y : h };
}

/** The part of a card that can be seen: of one in a run, the strip above the next. */
function stripAt(state: State, spot: Spot): Omit<Mark, 'name' | 'kind'> {
  const box = boxAt(state, spot, false);
  if (!isColumn(spot.pile) || spot.index + 1 >= pileSize(state.position, spot.pile)) return box;
  const next = boxAt(state, { pile: spot.pile, index: spot.index + 1 }, false);
  return { ...box, h: Math.max(12, next.y - box.y) };
}

function places(state: State): Mark[] {
  const { w, h } = state.layout.card;
  return ['s', 'w', ...SUITS, ...COLUMNS].map((pile: Pile) => {
    const kind = pile === 's' ? `place stock-${stockSign(state)}` : `place place-${isColumn(pile) ? 'column' : pile}`;
    return { ...state.layout.places[pile]!, name: pile, kind, w, h };
  });
}

const topSpot = (state: State, pile: Pile): Spot => ({ pile, index: pileSize(state.position, pile) - 1 });

function targets(state: State, from: Spot): Mark[] {
  const piles = new Set(actionsFrom(state.position, state.legal, from).map((action) => landsOn(state.position, action)));
  return [...piles].map((pile) => ({
    ...boxAt(state, topSpot(state, pile), false),
    name: `target ${pile}`,
    kind: 'mark target',
  }));
}

function dragMarks(state: State): Mark[] {
  const { drag, position, legal, layout } = state;
  if (!drag?.moving) return [];
  const card = { x: drag.now.x - drag.grip.x, y: drag.now.y - drag.grip.y };
  const aim = aimAt(layout, position, legal, drag.from, card, drag.now);
  if (!aim) return [];
  return [{ ...boxAt(state, topSpot(state, aim.pile), false), name: 'aim', kind: 'mark aim' }];
}

function hintMarks(state: State): Mark[] {
  const { hint, position } = state;
  if (!hint) return [];
  if (hint === 'sw' || hint === 'ws') {
    return [{ ...boxAt(state, topSpot(state, 's'), false), name: 'hint from', kind: 'mark hint' }];
  }
  const from = { pile: hint[0]!, index: liftedFrom(position, hint) };
  const to = topSpot(state, landsOn(position, hint));
  return [
    { ...boxAt(state, from, true), name: 'hint from', kind: 'mark hint' },
    { ...boxAt(state, to, false), name: 'hint to', kind: 'mark hint to' },
  ];
}

function wanted(state: State): Mark[] {
  const marks = [...places(state), ...dragMarks(state), ...hintMarks(state)];
  const { picked, cursor, keyed } = state;
  if (picked && !state.drag?.moving) {
    marks.push({ ...boxAt(state, picked, true), name: 'picked', kind: 'mark picked' }, ...targets(state, picked));
  }
  if (keyed) marks.push({ ...stripAt(state, cursor), name: 'cursor', kind: 'mark cursor' });
  return marks;
}

/** Lay the marks where they belong; elements are kept by name. */
export function drawMarks(state: State): void {
  const marks = wanted(state);
  const names = new Set(marks.map(({ name }) => name));
  for (const element of state.cloth.querySelectorAll<HTMLElement>('[data-mark]')) {
    if (!names.has(element.dataset['mark']!)) element.remove();
  }
  for (const { name, kind, x, y, w, h } of marks) {
    let element = state.cloth.querySelector<HTMLElement>(`[data-mark="${name}"]`);
    if (!element) {
      element = document.createElement('div');
      element.dataset['mark'] = name;
      state.cloth.append(element);
    }
    if (element.className !== kind) element.className = kind;
    element.style.width = `${w}px`;
    element.style.height = `${h}px`;
    element.style.transform = `translate(${x}px, ${y}px)`;
  }
}

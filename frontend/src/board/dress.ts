/** What a card's element shows: its face out of the sprite, or a back. */
import type { CardNode, State } from './state';
import type { Known } from './types';

const SVG = 'http://www.w3.org/2000/svg';

export function makeElement(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'card';
  return element;
}

function face(state: State, name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 140');
  svg.setAttribute('class', 'face');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${state.sprite}#${name}`);
  svg.append(use);
  return svg;
}

/** The face's name in the sprite: `QH`, or `QH-large` in large print. */
const faceName = (state: State, card: string): string => (state.layout.large ? `${card}-large` : card);

/** Show a node's card; a side that it still has to turn to is not shown yet. */
export function dress(state: State, node: CardNode): void {
  const before = state.flights.get(node.key)?.sideBefore;
  const card: Known = before ? before.card : node.card;
  const up = before ? before.up : node.up;
  const name = card === null ? 'back' : faceName(state, card);
  const { element } = node;
  element.classList.toggle('down', !up);
  element.classList.toggle('seen', !up && card !== null);
  if (element.dataset['face'] === name) return;
  element.dataset['face'] = name;
  element.replaceChildren(...(card === null ? [] : [face(state, name)]));
}

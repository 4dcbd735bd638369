/** A won game: the cards rise from the foundations like a fountain. Any touch or key ends it. */
import { makeElement } from './dress';
import type { State } from './state';
import { RANKS, SUITS } from './types';

interface Spark {
  element: HTMLElement;
  x: number;
  y: number;
  vx: number;
  vy: number;
  spin: number;
  start: number;
}

const GRAVITY = 0.0016;
const EVERY = 55;

function sparks(state: State): Spark[] {
  const { width, height, card } = state.layout;
  const out: Spark[] = [];
  for (let rank = 12; rank >= 0; rank--) {
    SUITS.forEach((suit, at) => {
      const element = makeElement();
      element.classList.add('spark');
      element.style.width = `${card.w}px`;
      element.style.height = `${card.h}px`;
      element.innerHTML = `<svg class="face" viewBox="0 0 100 140"><use href="${state.sprite}#${RANKS[rank]}${suit}-large"/></svg>`;
      const order = (12 - rank) * 4 + at;
      // An even fan of directions: no chance in it, so that it looks the same every time.
      const way = ((order * 37) % 52) / 51 - 0.5;
      const lift = 0.35 + (((order * 17) % 52) / 52) * 0.45;
      const { x, y } = state.layout.places[suit]!;
      const vx = way * (width / 900) * 0.9;
      out.push({ element, x, y, vx, vy: -lift * Math.sqrt(height / 900), spin: way * 0.25, start: order * EVERY });
    });
  }
  return out;
}

function drawSpark(spark: Spark, t: number, floor: number): boolean {
  const age = t - spark.start;
  if (age < 0) return true;
  const x = spark.x + spark.vx * age;
  const y = spark.y + spark.vy * age + (GRAVITY * age * age) / 2;
  spark.element.style.visibility = 'visible';
  spark.element.style.transform = `translate3d(${x.toFixed(1)}px, ${y.toFixed(1)}px, 0) rotate(${(spark.spin * age).toFixed(1)}deg)`;
  return y < floor;
}

/** Begin; the answer ends it. `done` is called once, whether it ran out or was cut short. */
export function celebrate(state: State, done: () => void): void {
  state.celebration?.();
  const flying = new Set(sparks(state));
  const layer = document.createElement('div');
  layer.className = 'sparks';
  layer.append(...[...flying].map(({ element }) => element));
  state.cloth.append(layer);
  let handle = 0;
  const stop = () => {
    cancelAnimationFrame(handle);
    layer.remove();
    state.celebration = null;
    done();
  };
  state.celebration = stop;
  const start = performance.now();
  const step = (now: number) => {
    for (const spark of flying) {
      if (drawSpark(spark, now - start, state.layout.height + 40)) continue;
      spark.element.remove();
      flying.delete(spark);
    }
    if (flying.size) handle = requestAnimationFrame(step);
    else stop();
  };
  handle = requestAnimationFrame(step);
}

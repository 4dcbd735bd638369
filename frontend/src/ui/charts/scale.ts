/** Round figures for an axis. */

/** Steps of 1, 2 or 5 times a power of ten that cover low … high with about `count` of them. */
export function ticks(low: number, high: number, count = 4): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!;
  const out: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step) {
    out.push(Math.round(value / step) * step);
  }
  return out;
}

export interface Scale {
  (value: number): number;
}

export function scale(low: number, high: number, from: number, to: number): Scale {
  const span = high - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}

/** Coordinates to a tenth: more makes the page longer and no picture better. */
export const fix = (value: number): string => value.toFixed(1);

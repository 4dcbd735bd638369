/** A line over a number of steps, with a band around it where the figure is uncertain. */
import { fix, scale, ticks } from './scale';

export interface Point {
  value: number;
  low?: number;
  high?: number;
}

interface Props {
  points: readonly Point[];
  /** Words for the axis. */
  format: (value: number) => string;
  /** What must be in sight: 0 to 1 for shares. */
  range?: readonly [number, number];
  /** Words below the first and the last point. */
  ends: readonly [string, string];
  zero?: boolean;
  /** Only whole numbers on the axis. */
  whole?: boolean;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [560, 210, 50, 10, 10, 26];

const MIDDLE = (LEFT + WIDTH - RIGHT) / 2;

/** At most so many points are drawn; of more, every so-and-so-manyth. */
const MOST = 400;

function thin(points: readonly Point[]): readonly Point[] {
  if (points.length <= MOST) return points;
  const step = (points.length - 1) / (MOST - 1);
  return Array.from({ length: MOST }, (_, at) => points[Math.round(at * step)]!);
}

export function Line({ points: all, format, range, ends, zero, whole }: Props) {
  const points = thin(all);
  const values = points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  const low = range?.[0] ?? Math.min(...values, ...(zero ? [0] : []));
  const high = range?.[1] ?? Math.max(...values, ...(zero ? [0] : []));
  const x = scale(0, Math.max(1, points.length - 1), LEFT, WIDTH - RIGHT);
  const y = scale(low, high === low ? low + 1 : high, HEIGHT - BOTTOM, TOP);
  const way = (pick: (point: Point) => number) => points.map((point, at) => `${fix(x(at))} ${fix(y(pick(point)))}`);
  const line = `M${way(({ value }) => value).join('L')}`;
  const upper = way(({ value, high: top }) => top ?? value);
  const lower = way(({ value, low: foot }) => foot ?? value).toReversed();
  const banded = points.some((point) => point.low !== undefined);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {ticks(low, high).filter((tick) => !whole || Number.isInteger(tick)).map((tick) => (
        <g key={tick}>
          <path class={tick === 0 && zero ? 'chart-zero' : 'chart-grid'} d={`M${LEFT} ${fix(y(tick))}H${WIDTH - RIGHT}`} />
          <text class="chart-text" x={LEFT - 8} y={y(tick) + 4} text-anchor="end">{format(tick)}</text>
        </g>
      ))}
      {banded && <path class="chart-band" d={`M${[...upper, ...lower].join('L')}Z`} />}
      {points.length > 1 ? <path class="chart-line" d={line} /> : points.map(({ value }) => <circle key="only" class="chart-dot" cx={MIDDLE} cy={y(value)} r={4} />)}
      {ends[0] === ends[1] ? (
        <text class="chart-text" x={MIDDLE} y={HEIGHT - 6} text-anchor="middle">{ends[0]}</text>
      ) : (
        <>
          <text class="chart-text" x={LEFT} y={HEIGHT - 6}>{ends[0]}</text>
          <text class="chart-text" x={WIDTH - RIGHT} y={HEIGHT - 6} text-anchor="end">{ends[1]}</text>
        </>
      )}
    </svg>
  );
}

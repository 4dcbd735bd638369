/** A bar for each of a few classes: a histogram. */
import { fix, scale, ticks } from './scale';

export interface Bar {
  label: string;
  value: number;
  /** How much of it is of the stronger colour (won, of played). */
  part?: number;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [560, 210, 40, 4, 10, 26];

export function Bars({ bars, format = String }: { bars: readonly Bar[]; format?: (value: number) => string }) {
  const high = Math.max(1, ...bars.map(({ value }) => value));
  const y = scale(0, high, HEIGHT - BOTTOM, TOP);
  const step = (WIDTH - LEFT - RIGHT) / bars.length;
  const wide = Math.min(step * 0.82, 46);
  const every = Math.ceil(bars.length / 12);
  const foot = HEIGHT - BOTTOM;
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {ticks(0, high).filter(Number.isInteger).map((tick) => (
        <g key={tick}>
          <path class="chart-grid" d={`M${LEFT} ${fix(y(tick))}H${WIDTH - RIGHT}`} />
          <text class="chart-text" x={LEFT - 8} y={y(tick) + 4} text-anchor="end">{format(tick)}</text>
        </g>
      ))}
      {bars.map(({ label, value, part }, at) => {
        const x = LEFT + at * step + (step - wide) / 2;
        const strong = part ?? value;
        return (
          <g key={at}>
            {value > strong && <rect class="chart-bar-rest" x={x} y={y(value)} width={wide} height={foot - y(value)} rx={2} />}
            {strong > 0 && <rect class="chart-bar" x={x} y={y(strong)} width={wide} height={foot - y(strong)} rx={2} />}
            {at % every === 0 && <text class="chart-text" x={x + wide / 2} y={HEIGHT - 6} text-anchor="middle">{label}</text>}
          </g>
        );
      })}
    </svg>
  );
}

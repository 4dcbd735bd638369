/** Games by weekday and hour: darker where more. */
import { date } from '../../i18n';

const [CELL, GAP, LEFT, TOP] = [19, 2, 36, 18];

/** A Monday, so that weekday names come from the calendar. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

export const weekday = (day: number, style: 'short' | 'long' = 'short'): string =>
  date(new Date(MONDAY + day * DAY), { weekday: style, timeZone: 'UTC' });

export function Hours({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const width = LEFT + 24 * (CELL + GAP);
  const height = TOP + 7 * (CELL + GAP);
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${height}`}>
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} class="chart-text" x={LEFT + hour * (CELL + GAP)} y={12}>{hour}</text>
      ))}
      {Array.from({ length: 7 }, (_, day) => (
        <g key={day}>
          <text class="chart-text" x={LEFT - 6} y={TOP + day * (CELL + GAP) + 14} text-anchor="end">{weekday(day)}</text>
          {Array.from({ length: 24 }, (__, hour) => {
            const count = counts[day * 24 + hour] ?? 0;
            const level = count ? Math.ceil((count / most) * 4) : 0;
            return <rect key={hour} class={`chart-cell level-${level}`} x={LEFT + hour * (CELL + GAP)} y={TOP + day * (CELL + GAP)} width={CELL} height={CELL} rx={3} />;
          })}
        </g>
      ))}
    </svg>
  );
}

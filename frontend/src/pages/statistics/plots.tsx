/** The plots of a rule set: win rate over weeks, how long games took, when they were played. */
import { number, t } from '../../i18n';
import { Bars } from '../../ui/charts/bars';
import { Hours, weekday } from '../../ui/charts/hours';
import { Line } from '../../ui/charts/line';
import { Plot } from '../../ui/charts/plot';
import { percent } from '../../ui/games';
import { Panel } from '../../ui/page';
import type { Standing } from '../profile/api';

const share = (won: number, played: number) => (played ? won / played : 0);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function RatePlot({ standing }: { standing: Standing }) {
  const { weeks } = standing;
  const points = weeks.map(({ won, played, interval: [low, high] }) => ({ value: share(won, played), low, high }));
  const rows = weeks.map(({ period, won, played, interval: [low, high] }) => [
    period,
    `${number(won)} / ${number(played)}`,
    percent(share(won, played), 0),
    `${percent(low, 0)} – ${percent(high, 0)}`,
  ]);
  const last = weeks.at(-1)!;
  return (
    <Panel>
      <Plot
        title={t('stats.rate_plot')}
        note={t('stats.rate_note')}
        summary={t('stats.rate_summary', { n: weeks.length, rate: percent(share(last.won, last.played), 0) })}
        head={[t('stats.week'), t('boards.won_of'), t('stats.rate'), t('stats.interval_head')]}
        rows={rows}
      >
        <Line points={points} range={[0, 1]} format={(value) => percent(value, 0)} ends={[weeks[0]!.period, last.period]} />
      </Plot>
    </Panel>
  );
}

/** Counts of games of under 1, 2, 3 … minutes and, at the end, of longer ones. */
export function LengthsPlot({ counts }: { counts: number[] }) {
  // Empty minutes behind the longest game say nothing.
  const shown = Math.min(counts.length, Math.max(10, counts.findLastIndex((value) => value > 0) + 2));
  const bars = counts.slice(0, shown).map((value, at) => ({ label: at + 1 < counts.length ? String(at + 1) : `${at}+`, value }));
  const names = counts.map((_, at) => (at + 1 < counts.length ? `${at}–${at + 1}` : `${at}+`));
  const peak = counts.indexOf(Math.max(...counts));
  return (
    <Panel>
      <Plot
        title={t('stats.lengths_plot')}
        note={t('stats.lengths_note')}
        summary={t('stats.lengths_summary', { minutes: names[peak]! })}
        head={[t('stats.minutes'), t('stats.games')]}
        rows={names.map((name, at) => [name, number(counts[at]!)])}
      >
        <Bars bars={bars} format={number} />
      </Plot>
    </Panel>
  );
}

/** The server counts hours in UTC; the reader lives by another clock. */
function toLocal(counts: number[]): number[] {
  const shift = -Math.round(new Date().getTimezoneOffset() / 60);
  return counts.map((_, hour) => counts[(hour - shift + 336) % 168]!);
}

export function HoursPlot({ counts }: { counts: number[] }) {
  const local = toLocal(counts);
  const days = Array.from({ length: 7 }, (_, day) => local.slice(day * 24, day * 24 + 24));
  const parts = [0, 6, 12, 18].map((hour) => `${hour}–${hour + 6}`);
  const busiest = days.map(sum).reduce((best, total, day, all) => (total > all[best]! ? day : best), 0);
  return (
    <Panel>
      <Plot
        title={t('stats.hours_plot')}
        note={t('stats.hours_note')}
        summary={t('stats.hours_summary', { day: weekday(busiest, 'long') })}
        head={[t('stats.day'), ...parts]}
        rows={days.map((day, at) => [weekday(at, 'long'), ...[0, 6, 12, 18].map((hour) => number(sum(day.slice(hour, hour + 6))))])}
      >
        <Hours counts={local} />
      </Plot>
    </Panel>
  );
}

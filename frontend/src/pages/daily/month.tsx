/** A month of daily deals: which one has played and won. Each past day that had a deal leads to its page. */
import { date, t } from '../../i18n';
import { href } from '../../router';
import { Button } from '../../ui/button';
import { weekday } from '../../ui/charts/hours';
import { type CalendarDay, dayAway, noon } from './api';

interface Props {
  /** `2026-11` */
  month: string;
  today: string;
  /** From this day on there are deals; null: not known, or there are none. */
  since: string | null;
  /** Days since then that had none all the same. */
  gaps: readonly string[];
  days: readonly CalendarDay[];
  ladder: string;
  /** So many months on, or back. */
  onMonth: (by: 1 | -1) => void;
}

const MARKS = { won: '✓', lost: '✕', playing: '…' } as const;

function words(day: string, found: CalendarDay | undefined): string {
  const name = date(noon(day), { dateStyle: 'long', timeZone: 'UTC' });
  if (!found) return name;
  return `${name}: ${{ won: t('results.won'), lost: t('results.lost'), playing: t('results.playing') }[found.status]}`;
}

/** The weeks that hold a month, from Mondays, days outside it null. */
function weeks(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const lead = (noon(first).getUTCDay() + 6) % 7;
  const cells: (string | null)[] = Array.from({ length: lead }, () => null);
  for (let day = first; day.startsWith(month); day = dayAway(day, 1)) cells.push(day);
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

export function Month({ month, today, since, gaps, days, ladder, onMonth }: Props) {
  const byDay = new Map(days.map((day) => [day.date, day]));
  const cell = (day: string | null, at: number) => {
    if (!day) return <td key={at} aria-hidden="true">{' '}</td>;
    const found = byDay.get(day);
    const number = Number(day.slice(8));
    const mark = found && <span class={`day-mark ${found.status}`} aria-hidden="true">{MARKS[found.status]}</span>;
    if (!found && gaps.includes(day)) {
      const name = t('daily.no_deal_that', { date: words(day, found) });
      return <td key={day} class="day none"><span aria-hidden="true" title={name}>{number}</span><span class="visually-hidden">{name}</span></td>;
    }
    const dealt = found || (since !== null && day >= since && day <= today);
    if (!dealt) return <td key={day} class={`day coming${day === today ? ' today' : ''}`}>{number}</td>;
    const address = day === today ? href('daily') : href('dailyDay', { date: day }, { ladder });
    return (
      <td key={day} class={`day${day === today ? ' today' : ''} ${found?.status ?? ''}`}>
        <a href={address} aria-label={words(day, found)}>{number}{mark}</a>
      </td>
    );
  };
  return (
    <div class="month">
      <div class="month-head">
        <Button bare kind="quiet" icon="back" label={t('daily.month_before')} onClick={() => onMonth(-1)} />
        <strong aria-live="polite">{date(noon(`${month}-15`), { month: 'long', year: 'numeric', timeZone: 'UTC' })}</strong>
        <Button bare kind="quiet" icon="next" label={t('daily.month_after')} disabled={month >= today.slice(0, 7)} onClick={() => onMonth(1)} />
      </div>
      <table>
        <thead>
          <tr>{Array.from({ length: 7 }, (_, day) => <th key={day} scope="col"><abbr title={weekday(day, 'long')}>{weekday(day)}</abbr></th>)}</tr>
        </thead>
        <tbody>{weeks(month).map((week, at) => <tr key={at}>{week.map(cell)}</tr>)}</tbody>
      </table>
    </div>
  );
}

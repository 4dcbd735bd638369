/** One's own calendar of a daily ladder, month by month, and one's streaks. */
import './daily.css';
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { useLoad } from '../../ui/load';
import { Panel } from '../../ui/page';
import { type Calendar, monthAway } from './api';
import { Month } from './month';
import { Streaks } from './streaks';

interface Props {
  today: string;
  ladder: string;
  /** The first day that had a deal; without it only one's own days lead anywhere. */
  since?: string | null;
  gaps?: readonly string[];
}

const NONE: readonly string[] = [];

export function OwnDays({ today, ladder, since = null, gaps = NONE }: Props) {
  const [month, setMonth] = useState(today.slice(0, 7));
  const person = useStore(session).kind === 'person';
  const calendar = useLoad<Calendar>(person ? `daily/calendar/?ladder=${ladder}&month=${month}` : null);
  return (
    <Panel title={t('daily.calendar')}>
      <Month month={month} today={today} since={since} gaps={gaps} days={calendar.data?.days ?? []} ladder={ladder} onMonth={(by) => setMonth((old) => monthAway(old, by))} />
      {person ? <Streaks list={calendar.data?.streaks ?? []} /> : <p class="muted daily-players">{t('daily.calendar_guest')}</p>}
    </Panel>
  );
}

/** Days in a row with the daily won, now and at best, and why the last row ended. */
import { date, t } from '../../i18n';
import { Figures } from '../../ui/page';
import { noon, type Streak } from './api';

const day = (text: string) => date(noon(text), { dateStyle: 'medium', timeZone: 'UTC' });

function ending({ ended, last, length }: Streak): string {
  if (ended === 'not_won') return t('daily.streak_not_won', { n: length, date: day(last) });
  return t('daily.streak_not_played', { n: length, date: day(last) });
}

export function Streaks({ list }: { list: readonly Streak[] }) {
  if (!list.length) return <p class="muted daily-players">{t('daily.no_streak')}</p>;
  const last = list.at(-1)!;
  const current = list.toReversed().find(({ ended }) => ended === null);
  const best = Math.max(...list.map(({ length }) => length));
  return (
    <div class="streaks">
      <Figures items={[{ label: t('daily.streak'), value: current?.length ?? 0 }, { label: t('daily.best_streak'), value: best }]} />
      {last.ended && <p class="muted">{ending(last)}</p>}
    </div>
  );
}

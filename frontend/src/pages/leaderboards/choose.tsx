/** Which board: ladder, what it orders by, period, people or bots. All of it is in the address. */
import { date, t } from '../../i18n';
import { href } from '../../router';
import { type Board, BOARDS, boardName, isVegas, type Ladder, LADDERS, ladderShort } from '../../ui/games';
import { Tabs } from '../../ui/page';
import { Picker } from '../../ui/picker';

export interface Chosen {
  ladder: Ladder;
  board: Board;
  period: string;
  bots: boolean;
}

export const boardsOf = (ladder: Ladder): Board[] => BOARDS.filter((board) => board !== 'vegas_total' || isVegas(ladder));

export function address({ ladder, board, period, bots }: Chosen): string {
  const known = boardsOf(ladder).includes(board) ? board : 'win_rate';
  return href('leaderboard', { ladder, board: known }, { ...(period !== 'all' && { period }), ...(bots && { bots: '1' }) });
}

/** `2026-11` and `2026-W48` as people say it. */
export function periodText(period: string): string {
  if (period === 'all') return t('boards.all_time');
  const week = /^(\d{4})-W(\d{2})$/.exec(period);
  if (week) return t('boards.week_of', { week: Number(week[2]), year: week[1]! });
  return date(`${period}-15T12:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

interface Props {
  chosen: Chosen;
  pick: (change: Partial<Chosen>) => void;
}

export function Choose({ chosen, pick }: Props) {
  const named = !['all', 'month', 'week'].includes(chosen.period);
  const periods = [
    { value: 'all', label: t('boards.all_time') },
    { value: 'month', label: t('boards.this_month') },
    { value: 'week', label: t('boards.this_week') },
    ...(named ? [{ value: chosen.period, label: periodText(chosen.period) }] : []),
  ];
  return (
    <>
      <Tabs
        label={t('boards.ladders')}
        links={LADDERS.map((ladder) => ({ href: address({ ...chosen, ladder }), label: ladderShort(ladder), current: ladder === chosen.ladder }))}
      />
      <div class="pickers board-pickers">
        <Picker label={t('boards.board')} value={chosen.board} options={boardsOf(chosen.ladder).map((value) => ({ value, label: boardName(value) }))} onChange={(board) => pick({ board })} />
        <Picker label={t('boards.period')} value={chosen.period} options={periods} onChange={(period) => pick({ period })} />
        <Picker
          label={t('boards.who')}
          value={chosen.bots ? 'bots' : 'people'}
          options={[{ value: 'people', label: t('boards.people') }, { value: 'bots', label: t('boards.bots') }]}
          onChange={(who) => pick({ bots: who === 'bots' })}
        />
      </div>
    </>
  );
}

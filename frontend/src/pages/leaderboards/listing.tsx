/** A board, page by page; its first page is live. Used for ladders and for a day's daily. */
import { useState } from 'preact/hooks';
import { number, t } from '../../i18n';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import type { Board } from '../../ui/games';
import { Nothing, Show, useLoad } from '../../ui/load';
import { type BoardPage, type Line, useLiveTop } from './board';
import { Rows } from './rows';

interface Props {
  /** Below `/api/v1/` and below `/ws/v1/`; with its own query, if any. */
  path: string;
  board: Board | 'daily';
  label: string;
  /** How many rows a page shows. */
  limit?: number;
  /** Nothing can change any more. */
  over?: boolean;
  empty: { title: string; text?: string; href?: string; action?: string };
}

const withQuery = (path: string, query: string) => path + (path.includes('?') ? '&' : '?') + query;

/** Is somebody in sight among the rows already? */
const inSight = (rows: readonly Line[], name: string) => rows.some(({ player }) => player?.name === name);

export function Listing({ path, board, label, limit = 25, over = false, empty }: Props) {
  const [place, setPlace] = useState('');
  const own = useStore(session).name;
  const page = useLoad<BoardPage>(withQuery(path, `limit=${limit}${place}`));
  const live = useLiveTop(place || over ? null : path);
  return (
    <Show of={page} lines={8}>
      {(read) => {
        const rows = !place && live ? live.rows.slice(0, limit) : read.rows;
        const length = live?.length ?? read.length;
        const { ladder, me } = read;
        const after = place || read.rows.length ? read.after : null;
        if (!rows.length) return <Nothing {...empty} />;
        return (
          <div aria-busy={page.data === null}>
            <Rows rows={rows} ladder={ladder} board={board} own={own} label={label} />
            {(read.before ?? after) && (
              <div class="more">
                <Button icon="back" label={t('boards.higher')} disabled={!read.before} onClick={() => setPlace(`&before=${read.before}`)} />
                <Button label={t('boards.top')} disabled={!place} onClick={() => setPlace('')} />
                <Button icon="next" label={t('boards.lower')} disabled={!after} onClick={() => setPlace(`&after=${after}`)} />
              </div>
            )}
            {me && !inSight(rows, own) && (
              <>
                <h3 class="board-own">{t('boards.your_place', { rank: number(me.rank), of: number(length) })}</h3>
                <Rows rows={me.rows} ladder={ladder} board={board} own={own} label={t('boards.around_you')} />
              </>
            )}
            <p class="board-length">{t('boards.length', { n: length })} {!over && t('boards.live')}</p>
          </div>
        );
      }}
    </Show>
  );
}

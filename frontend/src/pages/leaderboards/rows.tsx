/** The lines of a board as a table; one's own is marked, and each leads to its replay. */
import './boards.css';
import { Fragment } from 'preact';
import { number, t } from '../../i18n';
import { href } from '../../router';
import { type Board, boardName, boardValue, exactTime, isVegas, scoreText } from '../../ui/games';
import { Icon } from '../../ui/icon';
import { PlayerLink } from '../../ui/player';
import type { Line } from './board';

interface Props {
  rows: readonly Line[];
  ladder: string;
  /** What it orders by; a day's board has more than one figure. */
  board: Board | 'daily';
  own: string;
  label: string;
}

interface Column {
  name: string;
  text: (line: Line) => string;
  wide?: boolean;
}

const count = (value: number | null) => (value === null ? '–' : number(value));
const ratio = ({ period_won, period_played }: Line) =>
  period_played === null ? '–' : `${number(period_won ?? 0)} / ${number(period_played)}`;

function columns(board: Board | 'daily', ladder: string): Column[] {
  const undos = { name: t('boards.undos'), text: ({ undos: n }: Line) => count(n), wide: true };
  const score = { name: t('boards.score'), text: (line: Line) => line.money ?? scoreText(line.score, ladder) };
  const time = { name: t('boards.time'), text: ({ ms }: Line) => (ms === null ? '–' : exactTime(ms)) };
  const moves = { name: t('boards.moves'), text: ({ moves: n }: Line) => count(n), wide: true };
  const played = { name: t('boards.won_of'), text: ratio, wide: true };
  if (board === 'daily') {
    return [score, time, moves, undos];
  }
  const value = { name: board === 'win_rate' ? t('boards.at_least') : boardName(board), text: (line: Line) => line.money ?? boardValue(board, ladder, line.value ?? 0) };
  const others: Partial<Record<Board, Column[]>> = {
    best_time: [{ ...score, wide: true }, moves, undos],
    best_score: isVegas(ladder) ? [{ ...time, wide: true }, undos] : [{ ...time, wide: true }, moves, undos],
    fewest_moves: [{ ...time, wide: true }, { ...score, wide: true }, undos],
  };
  return [value, ...(others[board] ?? [played])];
}

function Row({ line, shown, own }: { line: Line; shown: Column[]; own: boolean }) {
  return (
    <tr class={own ? 'own' : undefined} aria-current={own ? 'true' : undefined}>
      <td class="figure rank">{number(line.rank)}</td>
      <th scope="row"><PlayerLink player={line.player} /></th>
      {shown.map(({ name, text, wide }, at) => (
        <td key={name} class={`figure${wide ? ' wide' : ''}${at ? '' : ' strong'}`}>{text(line)}</td>
      ))}
      <td class="figure">
        {line.game && (
          <a class="icon-link" href={href('replay', { id: line.game })} aria-label={t('boards.replay_of', { name: line.player?.name ?? t('players.former') })}>
            <Icon name="play" />
          </a>
        )}
      </td>
    </tr>
  );
}

export function Rows({ rows, ladder, board, own, label }: Props) {
  const shown = columns(board, ladder);
  return (
    <table class="table board-table">
      <caption class="visually-hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col" class="figure rank"><abbr title={t('boards.rank')}>#</abbr></th>
          <th scope="col">{t('boards.player')}</th>
          {shown.map(({ name, wide }) => <th key={name} scope="col" class={wide ? 'figure wide' : 'figure'}>{name}</th>)}
          <th scope="col"><span class="visually-hidden">{t('boards.replay')}</span></th>
        </tr>
      </thead>
      <tbody>
        {rows.map((line, at) => (
          <Fragment key={line.player?.name ?? at}>
            {board === 'daily' && line.won === false && rows[at - 1]?.won !== false && (
              <tr class="divider"><th colSpan={shown.length + 3} scope="colgroup">{t('boards.not_won')}</th></tr>
            )}
            <Row line={line} shown={shown} own={own !== '' && line.player?.name === own} />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

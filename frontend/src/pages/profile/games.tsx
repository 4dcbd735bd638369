/** Finished games as a table, each with its replay. */
import { date, number, t } from '../../i18n';
import { href } from '../../router';
import { exactTime, rulesText, scoreText } from '../../ui/games';
import { Result } from '../../ui/result';
import type { Played } from './api';

const when = (at: string) => date(at, { dateStyle: 'medium', timeStyle: 'short' });

export const GamesTable = ({ games, label }: { games: readonly Played[]; label: string }) => (
  <table class="table games-table">
    <caption class="visually-hidden">{label}</caption>
    <thead>
      <tr>
        <th scope="col">{t('profile.game')}</th>
        <th scope="col">{t('profile.result')}</th>
        <th scope="col" class="figure">{t('boards.score')}</th>
        <th scope="col" class="figure wide">{t('boards.time')}</th>
        <th scope="col" class="figure wide">{t('boards.moves')}</th>
      </tr>
    </thead>
    <tbody>
      {games.map((game) => (
        <tr key={game.id}>
          <th scope="row">
            <a href={href('replay', { id: game.id })}>{rulesText(game)}</a>
            <small>{when(game.ended_at)}{game.helped && ` · ${t('profile.helped')}`}</small>
            <small class="instead">{exactTime(game.ms)} · {t('table.n_moves', { n: game.moves })}</small>
          </th>
          <td><Result game={game} /></td>
          <td class="figure">{scoreText(game.score, game.ladder ?? game.slug)}</td>
          <td class="figure wide">{exactTime(game.ms)}</td>
          <td class="figure wide">{number(game.moves)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

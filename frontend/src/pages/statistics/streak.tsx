/** Wins and losses in a row, game by game, out of the player's history. */
import { date, t } from '../../i18n';
import { Line } from '../../ui/charts/line';
import { Plot } from '../../ui/charts/plot';
import { Show, useLoad } from '../../ui/load';
import { Panel } from '../../ui/page';
import { Result } from '../../ui/result';
import { type History, userPath } from '../profile/api';

/** How many in a row after each game, the earliest first: wins above 0, losses below. */
export function runs(won: readonly boolean[]): number[] {
  let run = 0;
  return won.map((win) => (run = win ? Math.max(0, run) + 1 : Math.min(0, run) - 1));
}

const rowText = (run: number) => t(run > 0 ? 'stats.won_row' : 'stats.lost_row', { n: Math.abs(run) });

interface Props {
  name: string;
  kind: 'rated' | 'daily';
  ladder: string;
}

export function StreakPlot({ name, kind, ladder }: Props) {
  const history = useLoad<History>(`${userPath(name)}games/?kind=${kind}&ladder=${ladder}&limit=100`);
  return (
    <Panel>
      <Show of={history}>
        {({ games: latest }) => {
          const games = latest.toReversed();
          const values = runs(games.map(({ status }) => status === 'won'));
          const rows = games.map((game, at) => [date(game.ended_at), <Result game={game} />, rowText(values[at]!)]);
          return games.length > 0 && (
            <Plot
              title={t('stats.streak_plot')}
              note={t('stats.streak_note')}
              summary={t('stats.streak_summary', { n: games.length, best: Math.max(0, ...values), worst: Math.max(0, ...values.map((run) => -run)) })}
              head={[t('stats.ended'), t('stats.one_game'), t('stats.in_a_row')]}
              rows={rows.toReversed()}
            >
              <Line points={values.map((value) => ({ value }))} zero whole format={(value) => String(Math.abs(value))} ends={[date(games[0]!.ended_at), date(games.at(-1)!.ended_at)]} />
            </Plot>
          );
        }}
      </Show>
    </Panel>
  );
}

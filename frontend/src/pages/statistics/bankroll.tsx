/** The Vegas bankroll, game by game. */
import { date, t } from '../../i18n';
import { Line } from '../../ui/charts/line';
import { Plot } from '../../ui/charts/plot';
import { dollars } from '../../ui/games';
import { Show, useLoad } from '../../ui/load';
import { Panel } from '../../ui/page';
import { type Bankroll, userPath } from '../profile/api';

export function BankrollPlot({ name, rules }: { name: string; rules: string }) {
  const bankroll = useLoad<Bankroll>(`${userPath(name)}stats/bankroll/?rules=${rules}`);
  return (
    <Panel>
      <Show of={bankroll}>
        {({ points }) =>
          points.length > 0 && (
            <Plot
              title={t('stats.bankroll_plot')}
              note={t('stats.bankroll_note')}
              summary={t('stats.bankroll_summary', { n: points.length, money: points.at(-1)!.money })}
              head={[t('stats.ended'), t('stats.one_game'), t('stats.total')]}
              rows={points.toReversed().map(({ ended_at, score, money }) => [date(ended_at), dollars(score), money])}
            >
              <Line
                points={points.map(({ total }) => ({ value: total }))}
                zero
                format={dollars}
                ends={[date(points[0]!.ended_at), date(points.at(-1)!.ended_at)]}
              />
            </Plot>
          )
        }
      </Show>
    </Panel>
  );
}

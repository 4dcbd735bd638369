/** Live games of people who let others watch. */
import { date, number, t } from '../../i18n';
import { href } from '../../router';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { rulesText, scoreText } from '../../ui/games';
import { Nothing, Show, useLoad } from '../../ui/load';
import { PageHead, Panel } from '../../ui/page';
import { PlayerLink, type PlayerName } from '../../ui/player';
import { useEffect } from 'preact/hooks';

interface Watched {
  id: string;
  player: PlayerName;
  kind: string;
  ladder: string | null;
  slug: string | null;
  score: number | null;
  moves: number;
  home: number;
  started_at: string;
}

const EVERY = 10_000;

const One = ({ game }: { game: Watched }) => (
  <li>
    <span class="list-main">
      <strong><PlayerLink player={game.player} /></strong>
      <small>{rulesText(game)} · {t('watch.since', { time: date(game.started_at, { timeStyle: 'short' }) })}</small>
      <small>
        {game.score !== null && <>{t('watch.score', { score: scoreText(game.score, game.ladder ?? game.slug) })} · </>}
        {t('watch.moves', { n: game.moves })} · {t('watch.home', { home: number(game.home) })}
      </small>
    </span>
    <a class="button" href={href('watchGame', { id: game.id })}>{t('watch.watch')}</a>
  </li>
);

export function Page() {
  const list = useLoad<{ games: Watched[] }>('watch/');
  const person = useStore(session).kind === 'person';
  const { again } = list;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), EVERY);
    return () => clearInterval(timer);
  }, [again]);
  return (
    <div class="page medium">
      <PageHead title={t('watch.title')} lead={t('watch.lead')} />
      <Panel>
        <Show of={list}>
          {({ games }) =>
            games.length ? (
              <ul class="list">{games.map((game) => <One key={game.id} game={game} />)}</ul>
            ) : (
              <Nothing title={t('watch.nobody')} text={t('watch.nobody_text')} />
            )
          }
        </Show>
      </Panel>
      <p class="form-foot">
        {t('watch.own')} <a href={href('settings')}>{person ? t('watch.settings') : t('nav.settings')}</a>
      </p>
    </div>
  );
}

/** Somebody else's game while it is played, as the player sees it. */
import '../replay/replay.css';
import { useEffect, useState } from 'preact/hooks';
import { clock, t } from '../../i18n';
import { ApiError } from '../../net/rest';
import { GameLink, type LinkState } from '../../net/socket';
import type { View } from '../../net/types';
import { Game, type Shown } from '../../play/game';
import { href } from '../../router';
import { rulesText } from '../../ui/games';
import { Nothing, Show, useLoad, Waiting } from '../../ui/load';
import { type Figure, Figures, PageHead, Panel } from '../../ui/page';
import { PlayerLink } from '../../ui/player';
import { Result } from '../../ui/result';
import type { PageProps } from '../index';
import { Stage } from '../replay/stage';

interface Watching {
  shown: Shown | null;
  link: LinkState;
  ms: number;
}

function useWatching(id: string, allowed: boolean): Watching {
  const [shown, setShown] = useState<Shown | null>(null);
  const [link, setLink] = useState<LinkState>('connecting');
  const [ms, setMs] = useState(0);
  useEffect(() => {
    if (!allowed) return undefined;
    const nothing = () => undefined;
    const made = new Game({
      change: setShown,
      // A spectator says nothing but "what did I miss?".
      send: (message) => line.send(message),
      refused: nothing,
      ended: nothing,
    });
    const line: GameLink = new GameLink(id, {
      message: (message) => made.receive(message),
      state: setLink,
      version: () => made.version,
    });
    const timer = setInterval(() => setMs(made.clock.read()), 250);
    return () => {
      clearInterval(timer);
      line.close();
    };
  }, [id, allowed]);
  return { shown, link, ms };
}

function figures({ view }: Shown, ms: number): Figure[] {
  return [
    ...(view.score === null ? [] : [{ label: t('replay.score'), value: view.money ?? view.score }]),
    { label: t('replay.moves'), value: view.moves },
    { label: t('replay.clock'), value: clock(ms) },
    { label: t('replay.pass'), value: view.rules.passes ? `${view.pass} / ${view.rules.passes}` : view.pass },
    { label: t('replay.undos'), value: view.undos },
  ];
}

function Over({ id, shown }: { id: string; shown: Shown }) {
  return (
    <Panel title={<Result game={shown.view} />}>
      <a class="button primary" href={href('replay', { id })}>{t('watch.replay')}</a>
    </Panel>
  );
}

export function Page({ params }: PageProps) {
  const id = params['id']!;
  // Asked first, as a socket that may not come in waits for a token before it says so.
  const asked = useLoad<View>(`games/${id}/`);
  const { shown, link, ms } = useWatching(id, asked.data !== null);
  const refused = link === 'refused' || (asked.error instanceof ApiError && [403, 404].includes(asked.error.status));
  if (!shown || refused) {
    return (
      <div class="page">
        <h1 class={refused ? 'visually-hidden' : ''}>{t('watch.title')}</h1>
        {refused ? <Nothing title={t('watch.closed')} text={t('watch.closed_text')} href={href('watch')} action={t('watch.title')} /> : <Show of={asked}>{() => <Waiting />}</Show>}
      </div>
    );
  }
  const { view } = shown;
  return (
    <div class="page">
      <PageHead above={<a href={href('watch')}>{t('watch.title')}</a>} title={<PlayerLink player={view.player} />} lead={rulesText(view)} />
      {link === 'lost' && <p class="notice" role="status">{t('watch.lost')}</p>}
      <div class="theatre">
        <div class="theatre-board">
          <Stage position={shown.position} draw={view.rules.draw} label={t('watch.board', { name: view.player?.name ?? '' })} />
        </div>
        <div class="column">
          <Panel><Figures items={figures(shown, ms)} /></Panel>
          {view.status !== 'playing' && <Over id={id} shown={shown} />}
        </div>
      </div>
    </div>
  );
}

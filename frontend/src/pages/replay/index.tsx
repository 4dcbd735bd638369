/** A finished game, looked at again: played, stepped, shared, checked, and its deal played anew. */
import './replay.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { clock, date, t } from '../../i18n';
import { ApiError, post } from '../../net/rest';
import { go, href } from '../../router';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/choice';
import { explain } from '../../ui/errors';
import { rulesText } from '../../ui/games';
import { type Loaded, Nothing, Show, useLoad } from '../../ui/load';
import { Figures, PageHead, Panel } from '../../ui/page';
import { PlayerLink } from '../../ui/player';
import { Result } from '../../ui/result';
import { say } from '../../ui/toast';
import type { PageProps } from '../index';
import { Checking } from './checking';
import { Controls } from './controls';
import { Curve } from './curve';
import { type Film, makeFilm, type Replay, withKnown } from './film';
import { SPEEDS, usePlayer, useReplayKeys } from './player';
import { Stage } from './stage';

async function playDeal({ game }: Replay): Promise<void> {
  const rules = game.slug && !game.ladder ? game.slug : game.rules;
  try {
    const made = await post<{ id: string }>('games/', game.code ? { code: game.code } : { rules, deck: game.deck });
    go(href('table', { id: made.id }));
  } catch (error) {
    say(explain(error), 'bad');
  }
}

async function share(address: string): Promise<void> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ url: address }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(address);
  say(t('replay.link_copied'));
}

function Now({ film, at, replay }: { film: Film; at: number; replay: Replay }) {
  const now = film.counts[at]!;
  const items = [
    ...(now.score === null ? [] : [{ label: t('replay.score'), value: now.money ?? now.score }]),
    { label: t('replay.moves'), value: now.moves },
    { label: t('replay.clock'), value: clock(now.ms) },
    { label: t('replay.pass'), value: replay.game.rules.passes ? `${now.pass} / ${replay.game.rules.passes}` : now.pass },
    { label: t('replay.undos'), value: now.undos },
  ];
  return <Figures items={items} />;
}

const Actions = ({ actions, at, jump }: { actions: string[]; at: number; jump: (to: number) => void }) => (
  <details class="more-info">
    <summary>{t('replay.actions', { n: actions.length })}</summary>
    <ol class="replay-actions">
      {actions.map((action, index) => (
        <li key={index}>
          <button type="button" aria-current={index + 1 === at ? 'step' : undefined} onClick={() => jump(index + 1)}>{action}</button>
        </li>
      ))}
    </ol>
  </details>
);

function Theatre({ replay, start }: { replay: Replay; start: number | null }) {
  const film = useMemo(() => makeFilm(replay), [replay]);
  const last = film.actions.length;
  const player = usePlayer(last, start ?? 0);
  const [open, setOpen] = useState(false);
  useReplayKeys(player);
  const { at, stepped, speed, jump } = player;
  const { game } = replay;
  useEffect(() => {
    if (player.playing) return;
    const address = new URL(location.href);
    if (at) address.searchParams.set('at', String(at));
    else address.searchParams.delete('at');
    history.replaceState(history.state, '', address);
  }, [at, player.playing]);
  const position = useMemo(
    () => (open && game.deck ? withKnown(film.positions[at]!, game.deck) : film.positions[at]!),
    [film, at, open],
  );
  const scores = useMemo(() => film.counts.map(({ score }) => score ?? 0), [film]);
  return (
    <div class="theatre">
      <div class="theatre-board">
        <Stage
          position={position}
          draw={game.rules.draw}
          manner={stepped ? {} : { still: true }}
          quickest={SPEEDS[speed] * 0.8}
          label={at ? t('replay.at', { n: at, of: last, action: film.actions[at - 1]! }) : t('replay.at_start')}
        />
        <Controls player={player} actions={film.actions} />
      </div>
      <div class="column">
        <Panel>
          <Now film={film} at={at} replay={replay} />
          {game.score !== null && last > 1 && <Curve scores={scores} at={at} />}
          {game.deck && <Switch label={t('replay.open')} checked={open} onChange={setOpen} />}
          <Actions actions={film.actions} at={at} jump={jump} />
        </Panel>
        <div class="buttons">
          <Button icon="copy" label={t('replay.share')} onClick={() => void share(location.href)} />
          {game.deck && <Button icon="play" label={t('replay.play_deal')} onClick={() => void playDeal(replay)} />}
        </div>
        <Checking game={game} film={film} />
      </div>
    </div>
  );
}

function Head({ replay }: { replay: Replay }) {
  const { game } = replay;
  return (
    <PageHead
      above={rulesText(game)}
      title={game.player ? <PlayerLink player={game.player} /> : t('players.former')}
      lead={<><Result game={game} /> {game.ended_at && date(game.ended_at, { dateStyle: 'medium', timeStyle: 'short' })}</>}
    />
  );
}

function Refused({ loaded, id }: { loaded: Loaded<Replay>; id: string }) {
  const code = loaded.error instanceof ApiError ? loaded.error.code : '';
  if (code === 'not_over') {
    return <Nothing title={t('replay.not_over')} text={t('replay.not_over_text')} href={href('watchGame', { id })} action={t('replay.to_watch')} />;
  }
  if (code === 'daily_secret') {
    return <Nothing title={t('replay.secret')} text={t('replay.secret_text')} href={href('daily')} action={t('nav.daily')} />;
  }
  if (code === 'not_your_game') {
    return <Nothing title={t('watch.closed')} text={t('watch.closed_text')} href={href('watch')} action={t('nav.watch')} />;
  }
  return <Show of={loaded}>{() => null}</Show>;
}

export function Page({ params, query }: PageProps) {
  const id = params['id']!;
  const loaded = useLoad<Replay>(`games/${id}/frames/`);
  const { data } = loaded;
  const start = query.get('at');
  return (
    <div class="page">
      {data ? <Head replay={data} /> : <h1 class="visually-hidden">{t('replay.title')}</h1>}
      {data ? <Theatre replay={data} start={start === null ? null : Number(start)} /> : <Refused loaded={loaded} id={id} />}
    </div>
  );
}

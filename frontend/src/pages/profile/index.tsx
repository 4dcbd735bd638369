/** A player: what everyone may know. */
import './profile.css';
import { useState } from 'preact/hooks';
import { date, number, t, type TextKey } from '../../i18n';
import { post } from '../../net/rest';
import { href } from '../../router';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Field } from '../../ui/choice';
import { Dialog } from '../../ui/dialog';
import { explain } from '../../ui/errors';
import { dailyName, exactTime, isVegas, dollars, LADDERS, ladderName, percent } from '../../ui/games';
import { Icon } from '../../ui/icon';
import { Nothing, Show, useLoad } from '../../ui/load';
import { Figures, Panel } from '../../ui/page';
import { say } from '../../ui/toast';
import { SignOut } from '../account/signout';
import type { PageProps } from '../index';
import { type History, type Person, type Sort, type Standing, type Stats, userPath } from './api';
import { GamesTable } from './games';
import { ProfileHead } from './head';

const ACHIEVEMENTS: Record<string, { name: TextKey; about: TextKey }> = {
  'first-win': { name: 'achievements.first_win', about: 'achievements.first_win_about' },
  'first-rated-win': { name: 'achievements.first_rated_win', about: 'achievements.first_rated_win_about' },
  'purist-win': { name: 'achievements.purist_win', about: 'achievements.purist_win_about' },
  'daily-week': { name: 'achievements.daily_week', about: 'achievements.daily_week_about' },
  par: { name: 'achievements.par', about: 'achievements.par_about' },
  'vegas-month': { name: 'achievements.vegas_month', about: 'achievements.vegas_month_about' },
};

const order = ({ ladder }: Standing) => (LADDERS as readonly string[]).indexOf(ladder);

function Row({ standing }: { standing: Standing }) {
  const { ladder, ranks, best_of_wins: best, played, won, rate } = standing;
  const rank = ranks['win_rate'];
  return (
    <tr>
      <th scope="row"><a href={href('leaderboard', { ladder, board: 'win_rate' })}>{ladderName(ladder)}</a></th>
      <td class="figure">
        {rate === null ? '–' : percent(rate, 0)}
        <small>{t('profile.of', { won: number(won), played: number(played) })}</small>
      </td>
      <td class="figure">
        {rank ? number(rank) : '–'}
        {!rank && <small>{t('profile.no_rank')}</small>}
      </td>
      <td class="figure wide">{number(standing.best_streak)}</td>
      <td class="figure wide">{isVegas(ladder) ? dollars(standing.total_score) : best.ms ? exactTime(best.ms.value) : '–'}</td>
    </tr>
  );
}

const Ladders = ({ stats }: { stats: Stats }) => (
  <Panel title={t('boards.ladders')}>
    <table class="table standings">
      <thead>
        <tr>
          <th scope="col">{t('history.ladder')}</th>
          <th scope="col" class="figure">{t('profile.won')}</th>
          <th scope="col" class="figure">{t('profile.rank')}</th>
          <th scope="col" class="figure wide">{t('profile.best_streak')}</th>
          <th scope="col" class="figure wide">{t('profile.best_result')}</th>
        </tr>
      </thead>
      <tbody>
        {stats.ladders.toSorted((a, b) => order(a) - order(b)).map((standing) => <Row key={standing.ladder} standing={standing} />)}
      </tbody>
    </table>
  </Panel>
);

const Medals = ({ stats }: { stats: Stats }) => (
  <Panel title={t('achievements.title')}>
    <ul class="medals">
      {stats.achievements.map(({ slug, game, earned_at }) => {
        const words = ACHIEVEMENTS[slug];
        if (!words) return null;
        return (
          <li key={slug}>
            <span class="medal"><Icon name="star" /></span>
            <span>
              <strong>{t(words.name)}</strong>
              <small>{t(words.about)}</small>
              <small>{game ? <a href={href('replay', { id: game })}>{date(earned_at)}</a> : date(earned_at)}</small>
            </span>
          </li>
        );
      })}
    </ul>
  </Panel>
);

const Dailies = ({ stats }: { stats: Stats }) => (
  <Panel title={<a href={href('daily')}>{t('daily.title')}</a>}>
    <Figures
      roomy
      items={stats.dailies.map(({ ladder, won, streak, best_streak }) => ({
        label: t('profile.daily_streak', { name: dailyName(ladder) }),
        value: number(streak),
        note: t('profile.daily_note', { won: number(won), best: number(best_streak) }),
      }))}
    />
  </Panel>
);

function Report({ name }: { name: string }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const send = () =>
    post(`${userPath(name)}report/`, { reason }).then(
      () => {
        setOpen(false);
        say(t('profile.reported'));
      },
      (error: unknown) => say(explain(error), 'bad'),
    );
  return (
    <>
      <Button kind="quiet" icon="flag" label={t('profile.report')} onClick={() => setOpen(true)} />
      {open && (
        <Dialog title={t('profile.report')} onClose={() => setOpen(false)}>
          <p>{t('profile.report_text', { name })}</p>
          <Field label={t('profile.report_reason')} type="textarea" value={reason} onInput={setReason} />
          <div class="dialog-foot"><Button kind="primary" label={t('profile.report_send')} onClick={() => void send()} /></div>
        </Dialog>
      )}
    </>
  );
}

const has = ({ statistics }: Stats, wanted: Sort) => statistics.some(({ sort, played }) => sort === wanted && played > 0);
const playsDaily = (stats: Stats) => has(stats, 'daily') || stats.dailies.some(({ won, best_streak }) => won || best_streak);

function Standings({ stats }: { stats: Stats }) {
  if (stats.ladders.length > 0) return <Ladders stats={stats} />;
  return playsDaily(stats) || has(stats, 'rated') ? null : <p class="notice">{t('profile.no_rated')}</p>;
}

function lead(person: Person | null) {
  if (!person) return undefined;
  return (
    <>
      {person.kind === 'bot' && <><span class="badge">{t('players.bot')}</span> </>}
      {person.suspended && <><span class="badge bad">{t('profile.suspended')}</span> </>}
      {t('account.since', { date: date(person.created_at) })}
    </>
  );
}

export function Page({ params }: PageProps) {
  const name = params['name']!;
  const me = useStore(session);
  const person = useLoad<Person>(userPath(name));
  const stats = useLoad<Stats>(`${userPath(name)}stats/`);
  const games = useLoad<History>(`${userPath(name)}games/?limit=10`);
  const own = me.kind === 'person' && me.name.toLowerCase() === name.toLowerCase();
  if (!person.data) {
    return <div class="page"><h1>{name}</h1><Show of={person}>{() => null}</Show></div>;
  }
  return (
    <div class="page">
      <ProfileHead name={person.data.name} page="profile" lead={lead(person.data)}>
        {own && (
          <>
            <a class="button" href={href('account')}>{t('account.title')}</a>
            <SignOut />
          </>
        )}
        {!own && me.kind === 'person' && <Report name={person.data.name} />}
      </ProfileHead>
      <div class="columns wide-left">
        <div class="column">
          <Show of={stats}>{(data) => <Standings stats={data} />}</Show>
          <Panel title={t('profile.latest')} tools={<a href={href('history', { name })}>{t('profile.all_games')}</a>}>
            <Show of={games} lines={6}>
              {({ games: list }) =>
                list.length ? <GamesTable games={list} label={t('profile.latest')} /> : <Nothing title={t('profile.no_games')} {...(own && { href: '/', action: t('boards.play') })} />
              }
            </Show>
          </Panel>
        </div>
        <div class="column">
          {stats.data && playsDaily(stats.data) && <Dailies stats={stats.data} />}
          {stats.data && stats.data.achievements.length > 0 && <Medals stats={stats.data} />}
        </div>
      </div>
    </div>
  );
}

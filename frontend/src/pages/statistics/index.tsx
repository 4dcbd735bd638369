/** A player's figures, one rule set at a time, as numbers and as plots that are tables too. */
import '../profile/profile.css';
import { date, number, t, type TextKey } from '../../i18n';
import { go, href } from '../../router';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { exactTime, isVegas, dollars, percent, rulesText } from '../../ui/games';
import { Nothing, Show, useLoad } from '../../ui/load';
import { type Figure, Figures, Panel } from '../../ui/page';
import { Picker } from '../../ui/picker';
import { OwnDays } from '../daily/own';
import type { PageProps } from '../index';
import { type Best, type Sort, type Standing, type Statistic, type Stats, userPath } from '../profile/api';
import { ProfileHead } from '../profile/head';
import { BankrollPlot } from './bankroll';
import { HoursPlot, LengthsPlot, RatePlot } from './plots';
import { StreakPlot } from './streak';

const SORTS: Record<Sort, TextKey> = {
  rated: 'stats.rated',
  daily: 'stats.daily',
  casual: 'stats.casual',
  practice: 'stats.practice',
};

const ORDER: readonly Sort[] = ['rated', 'casual', 'daily', 'practice'];

const slugOf = ({ rules }: Statistic) => (typeof rules === 'string' ? rules : null);
const keyOf = (one: Statistic) => `${one.sort}:${typeof one.rules === 'string' ? one.rules : JSON.stringify(one.rules)}`;
const nameOf = (one: Statistic) => {
  const slug = slugOf(one);
  const rules = rulesText({ kind: one.sort, slug, ladder: one.sort === 'daily' || one.sort === 'rated' ? slug : null });
  return one.sort === 'casual' || one.sort === 'practice' ? `${rules} · ${t(SORTS[one.sort])}` : rules;
};

const linked = (best: Best | null, write: (value: number) => string) =>
  !best ? '–' : best.game ? <a href={href('replay', { id: best.game })}>{write(best.value)}</a> : write(best.value);
const average = (value: number | null, write: (value: number) => string) =>
  value === null ? undefined : t('stats.average', { value: write(value) });

function figures(one: Statistic): Figure[] {
  const slug = slugOf(one);
  const points = (value: number) => (isVegas(slug) ? dollars(Math.round(value)) : number(Math.round(value)));
  const { best_of_wins: best, average_of_wins: mean, streak, rate, interval } = one;
  const sure = one.played ? t('stats.interval', { low: percent(interval[0], 0), high: percent(interval[1], 0) }) : undefined;
  return [
    { label: t('stats.played'), value: number(one.played) },
    { label: t('stats.won'), value: number(one.won) },
    { label: t('stats.rate'), value: rate === null ? '–' : percent(rate), note: sure },
    { label: streak < 0 ? t('stats.losing') : t('stats.streak'), value: number(Math.abs(streak)) },
    { label: t('stats.best_streak'), value: number(one.best_streak), note: t('stats.worst_streak', { n: number(one.worst_streak) }) },
    { label: t('stats.best_time'), value: linked(best.ms, exactTime), note: average(mean.ms, exactTime) },
    { label: t('stats.best_score'), value: linked(best.score, points), note: average(mean.score, points) },
    { label: t('stats.fewest_moves'), value: linked(best.moves, number), note: average(mean.moves, (value) => number(Math.round(value))) },
    ...(isVegas(slug) ? [{ label: t('boards.vegas_total'), value: dollars(one.total_score) }] : []),
    { label: t('stats.undos'), value: number(one.undos), note: one.played ? t('stats.a_game', { n: number(one.undos / one.played, { maximumFractionDigits: 1 }) }) : undefined },
  ];
}

function Plots({ one, standing, name, own }: { one: Statistic; standing: Standing | undefined; name: string; own: boolean }) {
  const slug = slugOf(one);
  return (
    <div class="stats-plots">
      {standing && standing.weeks.length > 0 && <RatePlot standing={standing} />}
      {slug && (one.sort === 'rated' || one.sort === 'daily') && <StreakPlot key={keyOf(one)} name={name} kind={one.sort} ladder={slug} />}
      {slug && isVegas(slug) && (one.sort === 'rated' || (own && one.sort === 'casual')) && <BankrollPlot name={name} rules={slug} />}
      {one.lengths && one.lengths.some(Boolean) && <LengthsPlot counts={one.lengths} />}
      {own && one.sort === 'daily' && slug && <OwnDays today={new Date().toISOString().slice(0, 10)} ladder={slug} />}
      {one.hours && one.hours.some(Boolean) && <HoursPlot counts={one.hours} />}
    </div>
  );
}

function Whole({ stats, chosen, own }: { stats: Stats; chosen: string; own: boolean }) {
  const list = stats.statistics.filter(({ played }) => played > 0);
  const most = list.toSorted((a, b) => ORDER.indexOf(a.sort) - ORDER.indexOf(b.sort) || b.played - a.played)[0];
  const one = list.find((candidate) => keyOf(candidate) === chosen) ?? most;
  if (!one) return <Nothing title={t('stats.none')} text={own ? t('stats.none_own') : t('profile.no_rated')} {...(own && { href: '/', action: t('boards.play') })} />;
  const standing = one.sort === 'rated' ? stats.ladders.find(({ ladder }) => ladder === slugOf(one)) : undefined;
  const choose = (key: string) => go(href('statistics', { name: stats.name }, { of: key }), true);
  return (
    <div class="column">
      <div class="pickers">
        <Picker label={t('stats.of')} value={keyOf(one)} options={list.map((candidate) => ({ value: keyOf(candidate), label: nameOf(candidate) }))} onChange={choose} />
      </div>
      <Panel note={one.last_at ? t('stats.last', { date: date(one.last_at, { dateStyle: 'medium' }) }) : undefined}>
        <Figures roomy items={figures(one)} />
      </Panel>
      <Plots one={one} standing={standing} name={stats.name} own={own} />
      {own && <p class="muted">{t('stats.own_only')}</p>}
    </div>
  );
}

export function Page({ params, query }: PageProps) {
  const name = params['name']!;
  const me = useStore(session);
  const stats = useLoad<Stats>(`${userPath(name)}stats/`);
  const own = me.name.toLowerCase() === name.toLowerCase();
  return (
    <div class="page">
      <ProfileHead name={stats.data?.name ?? name} page="statistics" />
      <Show of={stats} lines={8}>{(data) => <Whole stats={data} chosen={query.get('of') ?? ''} own={own} />}</Show>
    </div>
  );
}

/** The daily deal: today's two, how long they stay, the live board, one's calendar. */
import './daily.css';
import { useEffect, useState } from 'preact/hooks';
import { date, t } from '../../i18n';
import { href } from '../../router';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { DAILY_LADDERS, dailyName } from '../../ui/games';
import { Nothing, Show, useLoad, Waiting } from '../../ui/load';
import { PageHead, Panel } from '../../ui/page';
import type { PageProps } from '../index';
import type { BoardPage } from '../leaderboards/board';
import { Listing } from '../leaderboards/listing';
import { type Calendar, type Dailies, type Deal, dayAway, dealtBeside, noon } from './api';
import { Countdown } from './countdown';
import { OwnDays } from './own';
import { SignUp, Today } from './today';

/** Milliseconds until a deal that is being proven is asked for again. */
const ASK_AGAIN = 2000;

function OneToday({ deal }: { deal: Deal }) {
  const over = deal.own !== null && deal.own.status !== 'playing';
  const calendar = useLoad<Calendar>(over ? `daily/calendar/?ladder=${deal.ladder}&month=${deal.date.slice(0, 7)}` : null);
  const board = useLoad<BoardPage>(over ? `daily/${deal.date}/${deal.ladder}/leaderboard/?limit=1` : null);
  const own = calendar.data?.days.find((day) => day.date === deal.date);
  return <Today deal={deal} own={own} rank={board.data?.me?.rank ?? null} />;
}

const Ladders = ({ ladder, onChoose }: { ladder: string; onChoose: (ladder: string) => void }) => (
  <div class="segments" role="group" aria-label={t('daily.ladder')}>
    {DAILY_LADDERS.map((name) => (
      <button key={name} type="button" aria-pressed={name === ladder} onClick={() => onChoose(name)}>{dailyName(name)}</button>
    ))}
  </div>
);

/** The page's outline: what comes takes the same room, so nothing jumps. */
const Coming = ({ person }: { person: boolean }) => (
  <>
    {!person && <SignUp />}
    <div class={`columns daily-two daily-coming${person ? '' : ' brief'}`}>
      {DAILY_LADDERS.map((ladder) => <Panel key={ladder} title={dailyName(ladder)}><Waiting lines={person ? 4 : 2} /></Panel>)}
    </div>
    <div class="columns wide-left daily-coming">
      <Panel title={t('daily.board')}><Waiting lines={10} /></Panel>
      <Panel title={t('daily.calendar')}><Waiting lines={10} /></Panel>
    </div>
  </>
);

function Whole({ dailies, first }: { dailies: Dailies; first: string }) {
  const [ladder, setLadder] = useState(first);
  const person = useStore(session).kind === 'person';
  const { today, since, gaps, deals, preparing } = dailies;
  const lacking = gaps.filter((gap) => gap.ladder === ladder).map((gap) => gap.date);
  const todays = deals.filter((deal) => deal.date === today);
  const yesterday = dayAway(today, -1);
  return (
    <>
      {preparing.length > 0 && <p class="notice" role="status">{t('daily.preparing')}</p>}
      {!person && <SignUp />}
      <div class="columns daily-two">{todays.map((deal) => <OneToday key={deal.ladder} deal={deal} />)}</div>
      <div class="columns wide-left">
        <Panel title={t('daily.board')} tools={<Ladders ladder={ladder} onChoose={setLadder} />}>
          {todays.some((deal) => deal.ladder === ladder) ? (
            <Listing
              key={ladder}
              path={`daily/${today}/${ladder}/leaderboard/`}
              board="daily"
              limit={10}
              label={t('daily.board_of', { name: dailyName(ladder) })}
              empty={{ title: t('daily.nobody'), text: t('daily.nobody_text') }}
            />
          ) : <Nothing title={t('daily.nobody')} />}
        </Panel>
        <div class="column">
          <OwnDays key={`${ladder}${today}`} today={today} since={since} gaps={lacking} ladder={ladder} />
          {dealtBeside(today, -1, ladder, dailies) === yesterday && (
            <a class="button whole" href={href('dailyDay', { date: yesterday }, { ladder })}>{t('daily.yesterday')}</a>
          )}
        </div>
      </div>
    </>
  );
}

export function Page({ query }: PageProps) {
  const dailies = useLoad<Dailies>('daily/');
  const person = useStore(session).kind === 'person';
  const today = dailies.data?.today;
  useEffect(() => {
    if (!dailies.data?.preparing.length) return undefined;
    const timer = setTimeout(dailies.again, ASK_AGAIN);
    return () => clearTimeout(timer);
  }, [dailies.data, dailies.error]);
  return (
    <div class="page daily">
      <PageHead
        title={t('daily.title')}
        above={today ? date(noon(today), { dateStyle: 'full', timeZone: 'UTC' }) : '\u00a0'}
        lead={t('daily.lead')}
      >
        {dailies.data ? <Countdown now={dailies.data.now} ends={dailies.data.ends_at} onEnd={dailies.again} /> : <div class="countdown coming" />}
      </PageHead>
      <Show of={dailies} meanwhile={<Coming person={person} />}>
        {(data) => <Whole dailies={data} first={query.get('ladder') ?? DAILY_LADDERS[0]} />}
      </Show>
    </div>
  );
}

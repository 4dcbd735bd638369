/** A past day: its deals with deck, winning line and par, its boards and replays. */
import './daily.css';
import { useState } from 'preact/hooks';
import { date, number, t } from '../../i18n';
import { href } from '../../router';
import { Button } from '../../ui/button';
import { DAILY_LADDERS, dailyName } from '../../ui/games';
import { isMissing, type Loaded, Nothing, Show, useLoad } from '../../ui/load';
import { Figures, PageHead, Panel, Tabs } from '../../ui/page';
import { Result } from '../../ui/result';
import type { PageProps } from '../index';
import { Listing } from '../leaderboards/listing';
import { type Dailies, type Deal, dealtBeside, noon } from './api';
import { playDaily } from './today';

const pairs = (text: string) => text.match(/../g) ?? [];

function Cards({ deck }: { deck: string }) {
  const signs: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };
  return (
    <ol class="deck-list">
      {pairs(deck).map((card) => (
        <li key={card} class={'DH'.includes(card[1]!) ? 'red' : ''}>{card[0] === 'T' ? '10' : card[0]}{signs[card[1]!]}</li>
      ))}
    </ol>
  );
}

const Solution = ({ deal }: { deal: Deal }) => (
  <Panel title={t('daily.solution')}>
    <Figures roomy items={[{ label: t('daily.par'), value: number(deal.par ?? 0), note: deal.par_proved ? t('daily.par_proved') : t('daily.par_known') }]} />
    <details class="more-info">
      <summary>{t('daily.line')}</summary>
      <ol class="line-list mono">{pairs(deal.line ?? '').map((action, at) => <li key={at}>{action}</li>)}</ol>
    </details>
    <details class="more-info">
      <summary>{t('daily.deck')}</summary>
      <Cards deck={deal.deck!} />
      <p class="mono">{deal.deck}</p>
    </details>
    <details class="more-info">
      <summary>{t('daily.sealed')}</summary>
      <p>{t('replay.check_how')}</p>
      <dl class="proof">
        <dt>{t('replay.commitment')}</dt><dd class="mono">{deal.commitment}</dd>
        <dt>{t('replay.salt')}</dt><dd class="mono">{deal.salt}</dd>
      </dl>
    </details>
  </Panel>
);

function OneDeal({ deal, again }: { deal: Deal; again: () => void }) {
  const [busy, setBusy] = useState(false);
  const play = () => {
    setBusy(true);
    void playDaily(deal.date, deal.ladder).finally(() => setBusy(false));
  };
  return (
    <div class="columns wide-left">
      <Panel title={t('daily.board')} tools={deal.own && <Result game={deal.own} />}>
        <Listing path={`daily/${deal.date}/${deal.ladder}/leaderboard/`} board="daily" over={deal.phase === 'public'} label={t('daily.board_of', { name: dailyName(deal.ladder) })} empty={{ title: t('daily.nobody_was') }} />
      </Panel>
      <div class="column">
        {deal.phase === 'public' ? (
          <>
            <Solution deal={deal} />
            <Panel title={t('daily.practise')} note={t('daily.practise_note')}>
              <Button kind="primary" label={t('replay.play_deal')} disabled={busy} onClick={play} />
            </Panel>
          </>
        ) : (
          <Panel title={t('daily.still_secret')} note={t('daily.still_secret_text', { when: date(deal.closes_at, { dateStyle: 'medium', timeStyle: 'short' }) })}>
            <Button label={t('common.again')} onClick={again} />
          </Panel>
        )}
      </div>
    </div>
  );
}

function Deals({ deal, day, ladder }: { deal: Loaded<Deal>; day: string; ladder: string }) {
  return (
    <>
      <Tabs label={t('daily.ladder')} links={DAILY_LADDERS.map((name) => ({ href: href('dailyDay', { date: day }, { ladder: name }), label: dailyName(name), current: name === ladder }))} />
      <Show of={deal}>
        {(found) =>
          found.phase === 'public' || found.phase === 'over' ? (
            <OneDeal key={found.ladder} deal={found} again={deal.again} />
          ) : (
            <Nothing title={t('daily.not_yet')} text={t('daily.not_yet_text')} href={href('daily')} action={t('daily.to_today')} />
          )
        }
      </Show>
    </>
  );
}

export function Page({ params, query }: PageProps) {
  const day = params['date']!;
  const ladder = query.get('ladder') ?? DAILY_LADDERS[0];
  const real = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  const deal = useLoad<Deal>(real ? `daily/${day}/${ladder}/` : null);
  const dailies = useLoad<Dailies>('daily/');
  if (!real) return <div class="page"><Nothing title={t('states.missing_title')} text={t('states.missing_text')} href={href('daily')} action={t('daily.to_today')} /></div>;
  const near = (to: string) => (to === dailies.data?.today ? href('daily') : href('dailyDay', { date: to }, { ladder }));
  const beside = (step: 1 | -1) => dailies.data && dealtBeside(day, step, ladder, dailies.data);
  const [before, after] = [beside(-1), beside(1)];
  return (
    <div class="page daily">
      <PageHead above={<a href={href('daily')}>{t('daily.title')}</a>} title={date(noon(day), { dateStyle: 'long', timeZone: 'UTC' })}>
        {before && <a class="button" href={near(before)}>{t('daily.day_before')}</a>}
        {after && <a class="button" href={near(after)}>{t('daily.day_after')}</a>}
      </PageHead>
      {isMissing(deal.error) ? (
        <Nothing title={t('daily.no_deal')} text={t('daily.no_deal_text')} href={href('daily')} action={t('daily.to_today')} />
      ) : (
        <Deals deal={deal} day={day} ladder={ladder} />
      )}
    </div>
  );
}

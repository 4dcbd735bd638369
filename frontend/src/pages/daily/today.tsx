/** Today's deal of a ladder: play it, go on with it, or what became of it. */
import { useState } from 'preact/hooks';
import { date, number, t } from '../../i18n';
import { ApiError, post } from '../../net/rest';
import { go, href } from '../../router';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { explain } from '../../ui/errors';
import { dailyName, exactTime } from '../../ui/games';
import { Figures, Panel } from '../../ui/page';
import { Result } from '../../ui/result';
import { say } from '../../ui/toast';
import type { CalendarDay, Deal } from './api';

export async function playDaily(day: string, ladder: string): Promise<void> {
  try {
    const game = await post<{ id: string }>(`daily/${day}/${ladder}/play/`);
    go(href('table', { id: game.id }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account_required') {
      go(href('signup', {}, { next: href('daily') }));
      return;
    }
    say(explain(error), 'bad');
  }
}

/** A figure, where there is one. */
const figure = (label: string, value: number | null | undefined, write: (value: number) => string) =>
  typeof value === 'number' ? [{ label, value: write(value) }] : [];

function Own({ deal, own, rank }: { deal: Deal; own: CalendarDay | undefined; rank: number | null }) {
  const { status, game } = deal.own!;
  if (status === 'playing') {
    return (
      <>
        <p>{t('daily.going_on', { when: date(deal.closes_at, { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }) })}</p>
        <div class="buttons daily-act"><a class="button primary" href={href('table', { id: game })}>{t('daily.continue')}</a></div>
      </>
    );
  }
  const items = [
    ...(rank === null ? [] : [{ label: t('boards.rank'), value: number(rank) }]),
    ...figure(t('boards.score'), own?.score, number),
    ...figure(t('boards.time'), own?.ms, exactTime),
    ...figure(t('boards.moves'), own?.moves, number),
  ];
  return (
    <>
      <Figures items={items} />
      <div class="buttons daily-act"><a class="button" href={href('replay', { id: game })}>{t('daily.own_replay')}</a></div>
    </>
  );
}

/** Who has no account is told once what it takes, above both deals. */
export const SignUp = () => (
  <Panel class="daily-sign-up">
    <p>{t('daily.needs_account')}</p>
    <a class="button primary" href={href('signup', {}, { next: href('daily') })}>{t('daily.sign_up')}</a>
  </Panel>
);

interface Props {
  deal: Deal;
  own: CalendarDay | undefined;
  rank: number | null;
}

export function Today({ deal, own, rank }: Props) {
  const [busy, setBusy] = useState(false);
  const person = useStore(session).kind === 'person';
  const play = () => {
    setBusy(true);
    void playDaily(deal.date, deal.ladder).finally(() => setBusy(false));
  };
  return (
    <Panel title={dailyName(deal.ladder)} tools={deal.own && <Result game={deal.own} />} class="daily-today">
      {deal.own ? (
        <Own deal={deal} own={own} rank={rank} />
      ) : person && (
        <>
          <p>{t('daily.one_try')}</p>
          <div class="buttons daily-act">
            <Button kind="primary" label={t('daily.play')} disabled={busy} onClick={play} />
          </div>
        </>
      )}
      <p class="daily-players">{t('daily.players', { n: deal.players })}</p>
      <details class="more-info">
        <summary>{t('daily.sealed')}</summary>
        <p>{t('daily.sealed_text')}</p>
        <p class="mono">{deal.commitment}</p>
      </details>
    </Panel>
  );
}

/** Below the cards: how a game ended and what to do next; or that nothing is left to do but undo. */
import { t } from '../../i18n';
import type { View } from '../../net/types';
import { href } from '../../router';
import { Button } from '../../ui/button';
import { resultWords } from './words';

const REASONS = { resigned: 'table.resigned', abandoned: 'table.abandoned', closed: 'table.closed' } as const;

interface Props {
  view: View;
  onNew: () => void;
  onAgain: () => void;
}

export function Over({ view, onNew, onAgain }: Props) {
  const won = view.status === 'won';
  const reason = view.termination && view.termination !== 'won' ? t(REASONS[view.termination]) : '';
  return (
    <section class="over" aria-label={t(won ? 'table.won' : 'table.lost')}>
      <h2>{t(won ? 'table.won_title' : 'table.lost_title')}</h2>
      <p>{[reason, resultWords(view)].filter(Boolean).join(' ')}</p>
      <div class="buttons">
        <Button kind="primary" label={t('table.new')} onClick={onNew} />
        {view.kind === 'casual' && view.deck && <Button label={t('table.again')} onClick={onAgain} />}
        {view.kind === 'daily' && view.ladder && <a class="button" href={href('daily', {}, { ladder: view.ladder })}>{t('nav.daily')}</a>}
        <a class="button" href={href('replay', { id: view.id })}>{t('table.replay')}</a>
      </div>
    </section>
  );
}

/** R6.2: said where it disturbs nothing, with the way out beside it. */
export function NoticeLine({ view, onUndo, onNew }: { view: View; onUndo: () => void; onNew: () => void }) {
  if (!view.notice || view.status !== 'playing') return null;
  return (
    <div class="notice-line" role="status">
      <p>{t(view.notice === 'no_moves' ? 'table.no_moves' : 'table.no_progress')}</p>
      {view.undo && <Button label={t('table.undo')} icon="undo" onClick={onUndo} />}
      <Button kind="quiet" label={t('table.new')} onClick={onNew} />
    </div>
  );
}

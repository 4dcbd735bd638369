/** Starting a rated game: which ladder, and what becomes of one that is still open. */
import { useEffect, useState } from 'preact/hooks';
import { language, loadTexts, t } from '../../i18n';
import { ApiError } from '../../net/rest';
import { go, href } from '../../router';
import { Button } from '../../ui/button';
import { Choice } from '../../ui/choice';
import { Dialog } from '../../ui/dialog';
import { explain } from '../../ui/errors';
import { LADDERS, type Ladder, ladderAbout, ladderName } from '../../ui/games';
import { startGame } from './start';

/** The id of the open game that a new one would count as lost. */
const openGame = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'game_open' ? String(error.extra['id']) : null;

interface Props {
  /** The ladder that was chosen before signing up, as the address names it. */
  chosen?: string | null;
  onClose: () => void;
}

export function Rated({ chosen, onClose }: Props) {
  const [ready, setReady] = useState(false);
  const [ladder, setLadder] = useState<Ladder>(() => LADDERS.find((known) => known === chosen) ?? 'rated-3');
  const [error, setError] = useState<unknown>(null);
  useEffect(() => void loadTexts(language(), 'rest').then(() => setReady(true)), []);
  const start = async (confirm: boolean) => {
    try {
      await startGame({ ladder, confirm });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'account_required') go(href('signup', {}, { next: href('play', {}, { rated: ladder }) }));
      else setError(failure);
    }
  };
  if (!ready) return null;
  const open = openGame(error);
  return (
    <Dialog title={t('new.ladder_title')} onClose={onClose}>
      <Choice
        label={t('new.ladder')}
        shape="list"
        value={ladder}
        options={LADDERS.map((value) => ({ value, label: ladderName(value), note: ladderAbout(value) }))}
        onChange={(value) => {
          setError(null);
          setLadder(value);
        }}
      />
      {error !== null && <p class="field-error" role="alert">{open ? t('new.ladder_open') : explain(error)}</p>}
      <div class="dialog-foot">
        {open && <Button kind="danger" label={t('new.ladder_confirm')} onClick={() => void start(true)} />}
        {open ? (
          <a class="button primary" href={href('table', { id: open })}>{t('new.ladder_go_on')}</a>
        ) : (
          <Button kind="primary" label={t('new.start')} onClick={() => void start(false)} />
        )}
      </div>
    </Dialog>
  );
}

/** The front page: go on with a game, or begin one. */
import '../../styles/play.css';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { fetched } from '../../renew';
import { href } from '../../router';
import { preferences } from '../../store/preferences';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { explain } from '../../ui/errors';
import { say } from '../../ui/toast';
import cards from '../../art/cards.svg?url';
import { NewGame } from '../new/form';
import { rulesName } from '../new/rules';
import type { Rated as RatedDialog } from '../new/rated';
import { startGame } from '../new/start';
import type { PageProps } from '../index';
import { Continue } from './continue';

const loadRated = () => fetched(() => import('../new/rated'));

/** Three cards and the word: all the front page needs to say what it is about. */
const Sign = () => (
  <div class="hero-cards" aria-hidden="true">
    {['KH', 'QS', 'JH'].map((card) => (
      <svg key={card} class="hero-card" viewBox="0 0 100 140"><use href={`${cards}#${card}`} /></svg>
    ))}
  </div>
);

function Quick() {
  const { rules } = useStore(preferences);
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await startGame({ rules });
    } catch (error) {
      say(explain(error), 'bad');
      setBusy(false);
    }
  };
  return (
    <div class="hero-act">
      <Button kind="primary" class="big" disabled={busy} label={busy ? t('new.starting') : t('new.quick')} onClick={() => void start()} />
      <p>{rulesName(rules)}</p>
    </div>
  );
}

const Side = ({ onRated }: { onRated: () => void }) => (
  <>
    <section class="panel">
      <h2>{t('new.daily_title')}</h2>
      <p class="muted">{t('new.daily_text')}</p>
      <a class="button" href={href('daily')}>{t('new.daily_go')}</a>
    </section>
    <section class="panel">
      <h2>{t('new.rated_title')}</h2>
      <p class="muted">{t('new.rated_text')}</p>
      <Button label={t('new.rated_go')} onClick={onRated} />
    </section>
  </>
);

export function Page({ query }: PageProps) {
  const [Rated, setRated] = useState<typeof RatedDialog | null>(null);
  const chosen = query.get('rated');
  const openRated = () => void loadRated().then((part) => part && setRated(() => part.Rated));
  useEffect(() => {
    if (chosen === null) return;
    // Said once: going back here or loading the page again asks nothing.
    history.replaceState(history.state, '', href('play'));
    openRated();
  }, [chosen]);
  return (
    <div class="play-page">
      {Rated && <Rated chosen={chosen} onClose={() => setRated(null)} />}
      <header class="hero">
        <div class="hero-in">
          <div>
            <h1>Klondike</h1>
            <p class="lead">{t('new.lead')}</p>
            <Quick />
          </div>
          <Sign />
        </div>
      </header>
      <div class="page play-grid">
        <section class="play-form">
          <h2>{t('new.choose')}</h2>
          <NewGame />
        </section>
        <div class="play-side">
          <Continue />
          <Side onRated={openRated} />
        </div>
      </div>
    </div>
  );
}

/** The games that go on: back to one of them, or give it up. */
import { useEffect, useState } from 'preact/hooks';
import { date, t } from '../../i18n';
import { get, post } from '../../net/rest';
import { href } from '../../router';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { explain } from '../../ui/errors';
import { Resign } from '../../ui/resign';
import { say } from '../../ui/toast';
import { gameName } from '../new/rules';

interface Line {
  id: string;
  slug: string | null;
  kind: string;
  ladder: string | null;
  moves: number;
  created_at: string;
  /** When the first move was made; null where nothing is played yet. */
  started_at: string | null;
}

/** How many of them are listed. */
const MOST = 5;

/** A deal that was looked at and left costs nothing; unless it is rated, it may make way for others. */
const last = ({ kind, started_at }: Line) => Number(kind === 'casual' && !started_at);

const moment = (at: string) => date(at, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

export function Continue() {
  const { kind } = useStore(session);
  const [lines, setLines] = useState<Line[]>([]);
  const [leaving, setLeaving] = useState<Line | null>(null);
  useEffect(() => {
    if (kind === 'nobody') return;
    get<{ games: Line[] }>('games/?status=playing').then(
      ({ games }) => setLines(games.toSorted((a, b) => last(a) - last(b))),
      () => undefined,
    );
  }, [kind]);
  const resign = async ({ id }: Line) => {
    setLeaving(null);
    try {
      await post(`games/${id}/resign/`);
      setLines((all) => all.filter((line) => line.id !== id));
    } catch (error) {
      say(explain(error), 'bad');
    }
  };
  if (!lines.length) return null;
  return (
    <section class="panel continue">
      {leaving && <Resign daily={leaving.kind === 'daily'} onClose={() => setLeaving(null)} onResign={() => void resign(leaving)} />}
      <h2>{t('new.continue_title')}</h2>
      <ul>
        {lines.slice(0, MOST).map((line) => {
          const name = gameName(line);
          const { started_at: started } = line;
          const since = started ? t('new.begun', { date: moment(started) }) : t('new.dealt', { date: moment(line.created_at) });
          return (
            <li key={line.id}>
              <span class="continue-game">
                {name}
                <small><span>{since}</span> · <span>{started ? t('table.n_moves', { n: line.moves }) : t('new.not_begun')}</span></small>
              </span>
              <span class="buttons">
                <Button bare kind="quiet" icon="flag" label={`${t('table.resign')}: ${name}, ${since}`} onClick={() => setLeaving(line)} />
                <a class="button" href={href('table', { id: line.id })} aria-label={`${t('new.continue')}: ${name}, ${since}`}>{t('new.continue')}</a>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

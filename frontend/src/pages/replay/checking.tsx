/** "Check this game": what came out, and how to do the same without this page. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { View } from '../../net/types';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/page';
import { check, type Checked } from './check';
import type { Film } from './film';

const Line = ({ good, text }: { good: boolean; text: string }) => (
  <li class={good ? 'check-line good' : 'check-line bad'}>
    <Icon name={good ? 'check' : 'close'} />
    <span>{text}</span>
  </li>
);

function Result({ found, game }: { found: Checked; game: View }) {
  const whole = found.right === found.actions;
  const won = game.status === 'won';
  return (
    <ul class="check" role="status">
      {found.sealed !== null && <Line good={found.sealed} text={found.sealed ? t('replay.check_sealed') : t('replay.check_not_sealed')} />}
      <Line good={found.dealt} text={found.dealt ? t('replay.check_dealt') : t('replay.check_not_dealt')} />
      <Line
        good={whole}
        text={whole ? t('replay.check_actions', { n: found.actions }) : t('replay.check_wrong', { n: found.right + 1 })}
      />
      {whole && (
        <Line
          good={(found.home === 52) === won}
          text={found.home === 52 ? t('replay.check_won') : t('replay.check_home', { n: found.home })}
        />
      )}
    </ul>
  );
}

export function Checking({ game, film }: { game: View; film: Film }) {
  const [found, setFound] = useState<Checked | null>(null);
  if (!game.deck) return <Panel title={t('replay.check')}><p class="muted">{t('replay.check_secret')}</p></Panel>;
  const given = { deck: game.deck, salt: game.salt, commitment: game.commitment, rules: game.rules };
  const run = () => void check(given, film.positions, film.actions).then(setFound);
  return (
    <Panel title={t('replay.check')} note={t('replay.check_note')}>
      {found ? <Result found={found} game={game} /> : <Button icon="check" label={t('replay.check_do')} onClick={run} />}
      <details class="more-info">
        <summary>{t('replay.check_self')}</summary>
        <p>{game.commitment ? t('replay.check_how') : t('replay.check_open')}</p>
        <dl class="proof">
          <dt>{t('replay.deck')}</dt>
          <dd class="mono">{game.deck}</dd>
          {game.salt && <><dt>{t('replay.salt')}</dt><dd class="mono">{game.salt}</dd></>}
          {game.commitment && <><dt>{t('replay.commitment')}</dt><dd class="mono">{game.commitment}</dd></>}
          <dt>{t('replay.log')}</dt>
          <dd class="mono">{film.actions.join('')}</dd>
        </dl>
      </details>
    </Panel>
  );
}

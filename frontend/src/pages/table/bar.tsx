/** What stands above the cards: score, moves, clock, pass; and the link when it is down. */
import type { ComponentChildren } from 'preact';
import { number, t } from '../../i18n';
import type { View } from '../../net/types';
import type { GameClock } from '../../play/clock';
import type { LinkState } from '../../net/socket';
import { preferences } from '../../store/preferences';
import { useStore } from '../../store/store';
import { Running } from './clock';

const Figure = ({ name, label, children }: { name: string; label: string; children: ComponentChildren }) => (
  <div class={`figure figure-${name}`}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function passText({ pass, rules }: View): string | null {
  if (rules.passes) return t('table.pass_of', { n: pass, of: rules.passes });
  return pass > 1 ? String(pass) : null;
}

function verdict(winnable: boolean, { moves }: View): string {
  if (winnable) return t('hints.can_win');
  return t(moves ? 'hints.cannot_win' : 'hints.cannot_win_deal');
}

interface Props {
  view: View;
  clock: GameClock;
  link: LinkState;
  winnable: boolean | null;
}

export function Bar({ view, clock, link, winnable }: Props) {
  const { showScore, showMoves, showClock } = useStore(preferences);
  const pass = passText(view);
  return (
    <div class="bar">
      <dl class="figures">
        {showScore && view.score !== null && (
          <Figure name="score" label={t(view.money ? 'table.money' : 'table.score')}>
            {view.money ?? number(view.score)}
          </Figure>
        )}
        {showMoves && <Figure name="moves" label={t('table.moves')}>{number(view.moves)}</Figure>}
        {showClock && <Figure name="time" label={t('table.time')}><Running of={clock} /></Figure>}
        {pass && <Figure name="pass" label={t('table.pass')}>{pass}</Figure>}
      </dl>
      {view.kind !== 'casual' && <span class="badge">{t(view.kind === 'daily' ? 'table.daily' : 'table.rated')}</span>}
      {winnable !== null && <p class={winnable ? 'badge verdict' : 'badge verdict hopeless'} role="status">{verdict(winnable, view)}</p>}
      <p class="link-state" role="status">
        {link === 'lost' && view.status === 'playing' ? t('net.lost') : ''}
      </p>
    </div>
  );
}

/** Won, lost or still played, as a badge. */
import { t } from '../i18n';
import { endText } from './games';

interface Props {
  game: { status: string; termination?: string | null };
}

export function Result({ game }: Props) {
  if (game.status === 'playing') return <span class="badge">{t('results.playing')}</span>;
  const won = game.status === 'won';
  return <span class={won ? 'badge good' : 'badge'}>{endText(game.status, game.termination ?? null)}</span>;
}

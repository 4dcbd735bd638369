/** A player's name, leading to the profile; bots and guests are marked. */
import { t } from '../i18n';
import { href } from '../router';

export interface PlayerName {
  name: string;
  kind: 'guest' | 'person' | 'bot';
}

export function PlayerLink({ player }: { player: PlayerName | null }) {
  if (!player) return <span class="muted">{t('players.former')}</span>;
  if (player.kind === 'guest') return <span>{t('players.guest')}</span>;
  return (
    <>
      <a class="player" href={href('profile', { name: player.name })}>{player.name}</a>
      {player.kind === 'bot' && <> <span class="badge">{t('players.bot')}</span></>}
    </>
  );
}

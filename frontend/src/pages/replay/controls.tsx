/** Play, step, jump, how fast. */
import { t, type TextKey } from '../../i18n';
import { Button } from '../../ui/button';
import { Picker } from '../../ui/picker';
import { type Player, SPEEDS, type Speed } from './player';

const SPEED_WORDS: Record<Speed, TextKey> = {
  slow: 'replay.slow',
  normal: 'replay.normal',
  fast: 'replay.fast',
  fastest: 'replay.fastest',
};

interface Props {
  player: Player;
  actions: readonly string[];
}

export function Controls({ player, actions }: Props) {
  const { at, last, playing, jump, step, toggle, speed, setSpeed } = player;
  const told = at ? t('replay.at', { n: at, of: last, action: actions[at - 1] ?? '' }) : t('replay.at_start');
  return (
    <div class="replay-controls">
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t('replay.place')}
        aria-valuetext={told}
        onInput={(event) => jump(Number(event.currentTarget.value))}
      />
      <div class="replay-buttons">
        <Button bare kind="quiet" class="replay-end" icon="first" label={t('replay.first')} hotkey="Home" disabled={at === 0} onClick={() => jump(0)} />
        <Button bare kind="quiet" icon="back" label={t('replay.back')} hotkey="ArrowLeft" disabled={at === 0} onClick={() => step(-1)} />
        <Button bare kind="primary" icon={playing ? 'pause' : 'play'} label={playing ? t('replay.pause') : t('replay.play')} onClick={toggle} />
        <Button bare kind="quiet" icon="next" label={t('replay.next')} hotkey="ArrowRight" disabled={at === last} onClick={() => step(1)} />
        <Button bare kind="quiet" class="replay-end" icon="last" label={t('replay.last')} hotkey="End" disabled={at === last} onClick={() => jump(last)} />
        <span class="replay-count" aria-hidden="true">{at} / {last}</span>
        <Picker
          label={t('replay.speed')}
          value={speed}
          options={(Object.keys(SPEEDS) as Speed[]).map((value) => ({ value, label: t(SPEED_WORDS[value]) }))}
          onChange={setSpeed}
        />
      </div>
    </div>
  );
}

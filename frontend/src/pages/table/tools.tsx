/** The buttons below (on a wide page: above) the cards. Undo is never out of reach. */
import { t } from '../../i18n';
import { Button } from '../../ui/button';
import { useStore } from '../../store/store';
import type { Sitting } from './session';

interface Props {
  sitting: Sitting;
  onNew: () => void;
  onMenu: () => void;
}

export function Tools({ sitting, onNew, onMenu }: Props) {
  const { view, undo, redo, canFinish, finishing, hinting } = useStore(sitting.store);
  if (!view) return null;
  const playing = view.status === 'playing';
  const hints = playing && view.kind === 'casual';
  return (
    <div class="tools" role="toolbar" aria-label={t('table.menu')}>
      <Button icon="undo" label={t('table.undo')} hotkey="U" disabled={!undo} onClick={() => sitting.undo()} class="tool" />
      <Button icon="redo" label={t('table.redo')} hotkey="R" disabled={!redo} onClick={() => sitting.redo()} class="tool" />
      {canFinish ? (
        <Button icon="finish" kind="primary" label={t('table.finish')} hotkey="A" disabled={finishing} onClick={() => sitting.finish()} class="tool" />
      ) : (
        hints && <Button icon="bulb" label={t(hinting ? 'hints.thinking' : 'table.hint')} hotkey="H" disabled={hinting} onClick={() => void sitting.hint()} class="tool" />
      )}
      <Button icon="plus" label={t('table.new_short')} hotkey="N" onClick={onNew} class="tool" />
      <Button icon="menu" label={t('table.more')} onClick={onMenu} class="tool" />
    </div>
  );
}

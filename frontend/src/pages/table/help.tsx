/** Every key and touch of the table. */
import { t } from '../../i18n';
import { Dialog } from '../../ui/dialog';
import { fingersOnly } from '../../ui/hands';

const Row = ({ keys, does }: { keys: string; does: string }) => (
  <div class="key-row">
    <dt><kbd>{keys}</kbd></dt>
    <dd>{does}</dd>
  </div>
);

const Keys = () => (
  <dl class="key-list">
    <Row keys={t('keys.arrows')} does={t('keys.arrows_does')} />
    <Row keys={t('keys.enter')} does={t('keys.enter_does')} />
    <Row keys={t('keys.escape')} does={t('keys.escape_does')} />
    <Row keys={t('keys.typed')} does={t('keys.typed_does')} />
    <Row keys="D" does={t('keys.draw')} />
    <Row keys="F" does={t('keys.home')} />
    <Row keys="V" does={t('keys.column')} />
    <Row keys="U" does={t('keys.undo')} />
    <Row keys="R" does={t('keys.redo')} />
    <Row keys="H" does={t('keys.hint')} />
    <Row keys="A" does={t('keys.finish')} />
    <Row keys="N" does={t('keys.new')} />
    <Row keys="T" does={t('keys.text')} />
    <Row keys="?" does={t('keys.help')} />
  </dl>
);

const Touches = () => (
  <dl class="key-list">
    <Row keys={t('keys.drag')} does={t('keys.drag_does')} />
    <Row keys={t('keys.tap')} does={t('keys.tap_does')} />
    <Row keys={t('keys.double')} does={t('keys.double_does')} />
  </dl>
);

export function Help({ onClose }: { onClose: () => void }) {
  if (fingersOnly()) return <Dialog title={t('table.controls')} text onClose={onClose}><Touches /></Dialog>;
  return (
    <Dialog title={t('keys.title')} text wide onClose={onClose}>
      <Keys />
      <h3>{t('keys.touch_title')}</h3>
      <Touches />
    </Dialog>
  );
}

/** Asks before a game is given up, and says what that costs. */
import { t } from '../i18n';
import { Button } from './button';
import { Dialog } from './dialog';

interface Props {
  /** It is today's one try. */
  daily: boolean;
  onClose: () => void;
  onResign: () => void;
}

export const Resign = ({ daily, onClose, onResign }: Props) => (
  <Dialog title={t('table.resign_title')} onClose={onClose}>
    <p>{t('table.resign_text')} {daily && t('table.resign_daily')}</p>
    <div class="dialog-foot">
      <Button label={t('table.resign_no')} onClick={onClose} />
      <Button kind="danger" label={t('table.resign_yes')} onClick={onResign} />
    </div>
  </Dialog>
);

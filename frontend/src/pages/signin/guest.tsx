/** Somebody played here as a guest and then signed in: do those games come along? */
import { t } from '../../i18n';
import { Button } from '../../ui/button';

interface Props {
  name: string;
  onChoose: (bring: boolean) => void;
}

export const GuestQuestion = ({ name, onChoose }: Props) => (
  <div class="column">
    <h2>{t('signin.guest_title')}</h2>
    <p>{t('signin.guest_text', { name })}</p>
    <div class="buttons">
      <Button kind="primary" label={t('signin.guest_bring')} onClick={() => onChoose(true)} />
      <Button label={t('signin.guest_leave')} onClick={() => onChoose(false)} />
    </div>
  </div>
);

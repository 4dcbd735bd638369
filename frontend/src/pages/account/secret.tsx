/** Something shown this once: a token, a client's secret. */
import { t } from '../../i18n';
import { Button } from '../../ui/button';
import { say } from '../../ui/toast';

export const Copy = ({ text }: { text: string }) => (
  <Button
    icon="copy"
    label={t('account.copy')}
    onClick={() => void navigator.clipboard.writeText(text).then(() => say(t('account.copied')))}
  />
);

export const Secret = ({ text, note }: { text: string; note: string }) => (
  <div class="notice ok" role="status">
    <p>{note}</p>
    <code class="secret whole">{text}</code>
    <Copy text={text} />
  </div>
);

/** What is shown where no page could be loaded: what happened, what to do, and it comes back itself. */
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from './button';

const TRY_EVERY = 4000;

async function isBack(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

export function Offline() {
  useEffect(() => {
    const look = () => void isBack().then((back) => back && location.reload());
    const timer = setInterval(look, TRY_EVERY);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, []);
  return (
    <section class="empty">
      <h1>{t('net.offline_title')}</h1>
      <p>{t('net.offline_text')}</p>
      <Button kind="primary" label={t('common.again')} onClick={() => location.reload()} />
    </section>
  );
}

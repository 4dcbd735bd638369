/** Signing in by another site, where the operator has set any up. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { nextPlace } from '../account/arrive';
import { auth } from '../account/auth';

interface Provider {
  id: string;
  name: string;
}

const csrf = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';

export function Providers({ query }: { query: URLSearchParams }) {
  const [list, setList] = useState<Provider[]>([]);
  useEffect(() => {
    auth('GET', 'config').then(
      ({ data }) => {
        const social = data?.['socialaccount'] as { providers?: Provider[] } | undefined;
        setList(social?.providers ?? []);
      },
      () => undefined,
    );
  }, []);
  if (!list.length) return null;
  return (
    <>
      <p class="or">{t('signin.or')}</p>
      {list.map(({ id, name }) => (
        <form key={id} method="post" action="/_allauth/browser/v1/auth/provider/redirect">
          <input type="hidden" name="csrfmiddlewaretoken" value={csrf()} />
          <input type="hidden" name="provider" value={id} />
          <input type="hidden" name="process" value="login" />
          <input type="hidden" name="callback_url" value={location.origin + nextPlace(query)} />
          <button type="submit" class="button whole">{t('signin.by', { name })}</button>
        </form>
      ))}
    </>
  );
}

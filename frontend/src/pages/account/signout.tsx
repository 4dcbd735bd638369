/** Signing out of this browser: a button at the head of the pages of one's own. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { go } from '../../router';
import { session } from '../../store/session';
import { Button } from '../../ui/button';
import { explain } from '../../ui/errors';
import { say } from '../../ui/toast';
import { AuthError, auth } from './auth';

/** What the page makes of it that nobody is signed in any more. */
export function leave(): void {
  session.set({ name: '', kind: 'nobody' });
  say(t('account.signed_out'));
  go('/');
}

async function signOut(): Promise<void> {
  try {
    await auth('DELETE', 'auth/session');
  } catch (answer) {
    // 401 is how the server says that nobody is signed in any more.
    if (!(answer instanceof AuthError) || answer.status !== 401) throw answer;
  }
}

export function SignOut() {
  const [busy, setBusy] = useState(false);
  const out = () => {
    setBusy(true);
    signOut().then(leave, (error: unknown) => {
      setBusy(false);
      say(explain(error), 'bad');
    });
  };
  return <Button label={t('account.sign_out')} disabled={busy} onClick={out} />;
}

/** The pages that e-mails lead to: a forgotten password, an address to confirm. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { href } from '../../router';
import { hasAccount } from '../../store/session';
import { Field } from '../../ui/choice';
import { Waiting } from '../../ui/load';
import { Panel } from '../../ui/page';
import { AuthError, auth } from './auth';
import { fieldFault, otherFault } from './faults';
import { Form } from './form';
import { useWork } from './work';

function Ask() {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const { error, busy, run } = useWork();
  const send = () =>
    run(async () => {
      await auth('POST', 'auth/password/request', { email: email.trim() });
      setSent(true);
    });
  if (sent) return <p role="status">{t('reset.sent')}</p>;
  return (
    <Form submit={t('reset.send')} busy={busy} disabled={!email.trim()} problem={otherFault(error, 'email')} onSubmit={() => void send()}>
      <p>{t('reset.text')}</p>
      <Field label={t('reset.email')} type="email" value={email} autocomplete="email" error={fieldFault(error, 'email')} onInput={setEmail} />
    </Form>
  );
}

function Choose({ secret }: { secret: string }) {
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const { error, busy, run } = useWork();
  const save = () =>
    run(async () => {
      try {
        await auth('POST', 'auth/password/reset', { key: secret, password });
      } catch (answer) {
        // 401: the password is set, and nobody is signed in yet.
        if (!(answer instanceof AuthError) || answer.status !== 401) throw answer;
      }
      setDone(true);
    });
  if (done) {
    return (
      <div class="column">
        <p role="status">{t('reset.done')}</p>
        <a class="button primary" href={href('signin')}>{t('nav.signin')}</a>
      </div>
    );
  }
  return (
    <Form submit={t('reset.save')} busy={busy} disabled={!password} problem={otherFault(error, 'password')} onSubmit={() => void save()}>
      <Field label={t('account.password_new')} note={t('signup.password_note')} type="password" value={password} autocomplete="new-password" error={fieldFault(error, 'password')} onInput={setPassword} />
    </Form>
  );
}

export const Reset = ({ query }: { query: URLSearchParams }) => (
  <div class="page narrow">
    <h1>{t('reset.title')}</h1>
    <Panel>{query.get('key') ? <Choose secret={query.get('key')!} /> : <Ask />}</Panel>
  </div>
);

export function Confirm({ query }: { query: URLSearchParams }) {
  const [done, setDone] = useState(false);
  const { error, run } = useWork();
  useEffect(() => {
    void run(async () => {
      try {
        await auth('POST', 'auth/email/verify', { key: query.get('key') ?? '' });
      } catch (answer) {
        if (!(answer instanceof AuthError) || answer.status !== 401) throw answer;
      }
      setDone(true);
    });
  }, []);
  const problem = otherFault(error);
  return (
    <div class="page narrow">
      <h1>{t('reset.confirm_title')}</h1>
      <Panel>
        {problem && <p class="notice bad" role="alert">{problem}</p>}
        {done && <p role="status">{t('reset.confirmed')}</p>}
        {!done && !problem && <Waiting lines={1} />}
        <p class="form-foot">
          <a href={hasAccount() ? href('account') : href('signin')}>{hasAccount() ? t('account.title') : t('nav.signin')}</a>
        </p>
      </Panel>
    </div>
  );
}

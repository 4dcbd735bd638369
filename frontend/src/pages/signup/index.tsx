/** A new account. A guest's games stay with whoever signs up: the player only gets a name. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { get } from '../../net/rest';
import { href } from '../../router';
import { Button } from '../../ui/button';
import { Field } from '../../ui/choice';
import { Panel } from '../../ui/page';
import { say } from '../../ui/toast';
import { goOn, takeOver } from '../account/arrive';
import { auth } from '../account/auth';
import { firstCodes, FreshCodes } from '../account/codes';
import { faultsAfter, faultText, fieldFault, otherFault } from '../account/faults';
import { addPasskey } from '../account/passkeys';
import { hasPasskeys, wasCancelled } from '../account/passkey';
import type { PageProps } from '../index';
import { Providers } from '../signin/providers';

interface Free {
  name: string;
  free: boolean;
  code: string | null;
  message: string | null;
}

/** Ask, a moment after the last letter, whether a name can be had. */
function useFree(name: string): Free | null {
  const [free, setFree] = useState<Free | null>(null);
  useEffect(() => {
    setFree(null);
    if (name.length < 3 || name.includes('/')) return undefined;
    const timer = setTimeout(() => {
      get<Free>(`names/${encodeURIComponent(name)}/`).then(setFree, () => undefined);
    }, 350);
    return () => clearTimeout(timer);
  }, [name]);
  return free?.name === name ? free : null;
}

function Form({ onDone }: { onDone: (password: string) => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const free = useFree(name);
  const taken = free && !free.free ? faultText({ code: free.code ?? '', message: free.message ?? '' }) : undefined;
  const change = (field: string, set: (value: string) => void) => (value: string) => {
    set(value);
    setError((old: unknown) => faultsAfter(old, field));
  };
  const submit = async () => {
    setBusy(true);
    setError(null);
    const body = { username: name, password, ...(email.trim() && { email: email.trim() }) };
    try {
      await auth('POST', 'auth/signup', body);
      await takeOver(true);
      onDone(password);
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const other = otherFault(error, 'username', 'email', 'password');
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {other && <p class="notice bad" role="alert">{other}</p>}
      <Field label={t('signup.name')} note={free?.free ? t('signup.name_free') : t('signup.name_note')} value={name} autocomplete="username" error={fieldFault(error, 'username') ?? taken} onInput={change('username', setName)} />
      <Field label={t('signup.password')} note={t('signup.password_note')} type="password" value={password} autocomplete="new-password" error={fieldFault(error, 'password')} onInput={change('password', setPassword)} />
      <Field label={t('signup.email')} note={t('signup.email_note')} type="email" value={email} autocomplete="email" error={fieldFault(error, 'email')} onInput={change('email', setEmail)} />
      <div class="buttons">
        <Button kind="primary" class="whole" type="submit" label={t('signup.submit')} disabled={busy || !name || !password} />
      </div>
    </form>
  );
}

function Welcome({ password, onDone }: { password: string; onDone: () => void }) {
  const [codes, setCodes] = useState<string[]>([]);
  const [error, setError] = useState<unknown>(null);
  const add = async () => {
    try {
      // A new key wants proof of who is there, and the password was given a moment ago.
      await auth('POST', 'auth/reauthenticate', { password });
      await addPasskey(t('signup.passkey_name'));
    } catch (failure) {
      if (!wasCancelled(failure)) setError(failure);
      return;
    }
    say(t('signup.passkey_added'));
    // Without an answer they can still be made anew among the account's pages.
    const made = await firstCodes().catch(() => []);
    if (made.length) setCodes(made);
    else onDone();
  };
  if (codes.length) {
    return (
      <div class="column">
        <h2>{t('account.codes')}</h2>
        <p>{t('account.codes_note')}</p>
        <FreshCodes codes={codes} />
        <div class="buttons">
          <Button kind="primary" label={t('signup.codes_kept')} onClick={onDone} />
        </div>
      </div>
    );
  }
  return (
    <div class="column">
      <p>{t('signup.passkey_text')}</p>
      {error !== null && <p class="notice bad" role="alert">{otherFault(error)}</p>}
      <div class="buttons">
        <Button kind="primary" label={t('signup.passkey_add')} onClick={() => void add()} />
        <Button label={t('signup.passkey_later')} onClick={onDone} />
      </div>
    </div>
  );
}

export function Page({ query }: PageProps) {
  const [password, setPassword] = useState('');
  const welcome = password !== '';
  const onwards = () => goOn(query);
  return (
    <div class="page narrow">
      <h1>{t(welcome ? 'signup.welcome' : 'signup.title')}</h1>
      {!welcome && <p class="muted">{t('signup.text')}</p>}
      <Panel>
        {welcome ? (
          <Welcome password={password} onDone={onwards} />
        ) : (
          <>
            <Form onDone={(chosen) => (hasPasskeys() ? setPassword(chosen) : onwards())} />
            <Providers query={query} />
          </>
        )}
      </Panel>
      {!welcome && (
        <p class="form-foot">
          {t('signup.known')} <a href={href('signin', {}, Object.fromEntries(query))}>{t('signup.signin')}</a>
        </p>
      )}
    </div>
  );
}

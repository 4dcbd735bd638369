/** Signing in: by passkey or password, with a code where that is switched on, and the guest's games. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { get, post } from '../../net/rest';
import { href } from '../../router';
import { hasAccount } from '../../store/session';
import { Button } from '../../ui/button';
import { Field } from '../../ui/choice';
import { Waiting } from '../../ui/load';
import { say } from '../../ui/toast';
import { Panel } from '../../ui/page';
import { type Me, goOn, isDrawnHere, takeOver } from '../account/arrive';
import { auth, secondStep } from '../account/auth';
import { fieldFault, otherFault } from '../account/faults';
import { hasPasskeys, usePasskey, wasCancelled } from '../account/passkey';
import type { PageProps } from '../index';
import { GuestQuestion } from './guest';
import { Providers } from './providers';
import { SecondStep } from './second';

type Step = { at: 'asking' } | { at: 'start' } | { at: 'second'; kinds: string[] } | { at: 'guest'; name: string };

async function passkeyLogin(): Promise<void> {
  const { data } = await auth('GET', 'auth/webauthn/login');
  const credential = await usePasskey(data!['request_options'] as Record<string, unknown>);
  await auth('POST', 'auth/webauthn/login', { credential });
}

function Start({ onTry, error }: { onTry: (work: () => Promise<void>) => void; error: unknown }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submit = () => {
    const who = name.includes('@') ? { email: name.trim() } : { username: name.trim() };
    onTry(async () => void (await auth('POST', 'auth/login', { ...who, password })));
  };
  return (
    <>
      {hasPasskeys() && (
        <>
          <Button kind="plain" class="whole" icon="user" label={t('signin.passkey')} onClick={() => onTry(passkeyLogin)} />
          <p class="or">{t('signin.or')}</p>
        </>
      )}
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t('signin.name')} value={name} autocomplete="username webauthn" error={fieldFault(error, 'username', 'email')} onInput={setName} />
        <Field label={t('signin.password')} type="password" value={password} autocomplete="current-password" error={fieldFault(error, 'password')} onInput={setPassword} />
        <div class="buttons">
          <Button kind="primary" class="whole" type="submit" label={t('signin.submit')} disabled={!name || !password} />
        </div>
      </form>
      <p class="form-foot">
        <a href={href('accountPart', { part: 'reset-password' })}>{t('signin.forgotten')}</a>
      </p>
    </>
  );
}

export function Page({ query }: PageProps) {
  const [step, setStep] = useState<Step>({ at: hasAccount() ? 'asking' : 'start' });
  const [error, setError] = useState<unknown>(null);
  // The account's language draws the page anew amid signing in, and a page may be left before the
  // guest's games were decided on: whoever is signed in already goes on from where that stopped.
  useEffect(() => {
    if (step.at !== 'asking') return;
    get<Me>('me/').then(
      (me) => {
        if (me.kind === 'person' && me.guest_waiting) setStep({ at: 'guest', name: me.name ?? '' });
        // Other pages, like the admin's, may have sent somebody here to sign in as somebody else.
        else if (me.kind === 'person' && isDrawnHere(query)) goOn(query);
        else setStep({ at: 'start' });
      },
      () => setStep({ at: 'start' }),
    );
  }, []);
  const arrive = async () => {
    const me = await takeOver();
    if (me.guest_waiting) return setStep({ at: 'guest', name: me.name ?? '' });
    return goOn(query);
  };
  const attempt = (work: () => Promise<void>) => {
    setError(null);
    work().then(arrive, (failure: unknown) => {
      const kinds = secondStep(failure);
      if (kinds) setStep({ at: 'second', kinds });
      else if (!wasCancelled(failure)) setError(failure);
    });
  };
  const choose = async (bring: boolean) => {
    await post('me/guest/', { bring }).catch(setError);
    if (bring) say(t('signin.brought'));
    goOn(query);
  };
  const other = otherFault(error, 'username', 'email', 'password', 'code');
  return (
    <div class="page narrow">
      <h1>{t('signin.title')}</h1>
      <Panel>
        {other && <p class="notice bad" role="alert">{other}</p>}
        {step.at === 'asking' && <Waiting lines={3} />}
        {step.at === 'start' && <Start onTry={attempt} error={error} />}
        {step.at === 'second' && <SecondStep kinds={step.kinds} onTry={attempt} error={error} />}
        {step.at === 'guest' && <GuestQuestion name={step.name} onChoose={(bring) => void choose(bring)} />}
        {step.at === 'start' && <Providers query={query} />}
      </Panel>
      {step.at === 'start' && (
        <p class="form-foot">
          {t('signin.new_here')} <a href={href('signup', {}, Object.fromEntries(query))}>{t('signin.signup')}</a>
        </p>
      )}
    </div>
  );
}

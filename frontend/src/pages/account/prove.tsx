/** "Is it still you?" Some changes ask for the password (or a code or passkey) again. */
import { useRef, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { Button } from '../../ui/button';
import { Field } from '../../ui/choice';
import { Dialog } from '../../ui/dialog';
import { type AuthError, auth, mustProve } from './auth';
import { fieldFault, otherFault } from './faults';
import { usePasskey, wasCancelled } from './passkey';

export class NotProved extends Error {}

interface Asked {
  ways: string[];
  settle: (proved: boolean) => void;
}

async function byPasskey(): Promise<void> {
  const { data } = await auth('GET', 'auth/webauthn/reauthenticate');
  const credential = await usePasskey(data!['request_options'] as Record<string, unknown>);
  await auth('POST', 'auth/webauthn/reauthenticate', { credential });
}

function ways(error: AuthError): string[] {
  return error.flows.flatMap(({ id, types }) => (id === 'mfa_reauthenticate' ? (types ?? ['totp']) : [id]));
}

function Question({ asked }: { asked: Asked }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>(null);
  const attempt = (work: () => Promise<unknown>) => {
    setError(null);
    work().then(
      () => asked.settle(true),
      (failure: unknown) => (wasCancelled(failure) ? undefined : setError(failure)),
    );
  };
  const withPassword = asked.ways.includes('reauthenticate');
  const withCode = asked.ways.includes('totp') || asked.ways.includes('recovery_codes');
  const other = otherFault(error, 'password', 'code');
  const submit = () =>
    attempt(() =>
      code || !withPassword
        ? auth('POST', 'auth/2fa/reauthenticate', { code })
        : auth('POST', 'auth/reauthenticate', { password }),
    );
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{t('account.prove_text')}</p>
      {other && <p class="notice bad" role="alert">{other}</p>}
      {withPassword && <Field label={t('signin.password')} type="password" autocomplete="current-password" value={password} error={fieldFault(error, 'password')} onInput={setPassword} />}
      {withCode && <Field label={t('signin.code')} autocomplete="one-time-code" value={code} error={fieldFault(error, 'code')} onInput={setCode} />}
      <div class="buttons">
        {(withPassword || withCode) && <Button kind="primary" type="submit" label={t('account.prove')} disabled={!password && !code} />}
        {asked.ways.includes('webauthn') && <Button label={t('signin.use_passkey')} onClick={() => attempt(byPasskey)} />}
      </div>
    </form>
  );
}

/**
 * `proved(work)` does the work, asking for proof first where the server wants it; raises
 * `NotProved` if the reader closes the question. `dialog` is to be drawn somewhere.
 */
export function useProof() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const waiting = useRef<Asked | null>(null);
  const ask = (error: AuthError) =>
    new Promise<boolean>((settle) => {
      waiting.current = {
        ways: ways(error),
        settle: (proved) => {
          setAsked(null);
          settle(proved);
        },
      };
      setAsked(waiting.current);
    });
  const proved = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!mustProve(error)) throw error;
      if (!(await ask(error))) throw new NotProved();
      return await work();
    }
  };
  const dialog = asked && (
    <Dialog title={t('account.prove_title')} onClose={() => asked.settle(false)}>
      <Question asked={asked} />
    </Dialog>
  );
  return { proved, dialog };
}

export type Proof = ReturnType<typeof useProof>['proved'];

/** The second step of signing in: a code, a recovery code, or a passkey. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { Button } from '../../ui/button';
import { Field } from '../../ui/choice';
import { auth } from '../account/auth';
import { fieldFault } from '../account/faults';
import { usePasskey } from '../account/passkey';

interface Props {
  kinds: string[];
  onTry: (work: () => Promise<void>) => void;
  error: unknown;
}

async function byKey(): Promise<void> {
  const { data } = await auth('GET', 'auth/webauthn/authenticate');
  const credential = await usePasskey(data!['request_options'] as Record<string, unknown>);
  await auth('POST', 'auth/webauthn/authenticate', { credential });
}

export function SecondStep({ kinds, onTry, error }: Props) {
  const [code, setCode] = useState('');
  const submit = () =>
    onTry(async () => void (await auth('POST', 'auth/2fa/authenticate', { code: code.trim() })));
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label={t('signin.code')}
        note={t('signin.code_note')}
        value={code}
        autocomplete="one-time-code"
        error={fieldFault(error, 'code')}
        onInput={setCode}
      />
      <div class="buttons">
        <Button kind="primary" type="submit" label={t('signin.submit')} disabled={!code.trim()} />
        {kinds.includes('webauthn') && <Button label={t('signin.use_passkey')} onClick={() => onTry(byKey)} />}
      </div>
    </form>
  );
}

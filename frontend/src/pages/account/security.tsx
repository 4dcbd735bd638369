/** Passkeys, an authenticator's codes, and codes for when both are lost. */
import { useEffect, useState } from 'preact/hooks';
import { date, t } from '../../i18n';
import { fetched } from '../../renew';
import { Button } from '../../ui/button';
import { Field } from '../../ui/choice';
import { Panel } from '../../ui/page';
import { Waiting } from '../../ui/load';
import { AuthError, auth } from './auth';
import { codesIn, firstCodes, FreshCodes } from './codes';
import { fieldFault, otherFault } from './faults';
import { Form } from './form';
import type { PartProps } from './index';
import { hasPasskeys } from './passkey';
import { addPasskey } from './passkeys';
import type { Proof } from './prove';
import { useWork } from './work';

interface Authenticator {
  type: 'webauthn' | 'totp' | 'recovery_codes';
  id?: number;
  name?: string;
  created_at: number;
  last_used_at: number | null;
  unused_code_count?: number;
}

interface Props {
  list: Authenticator[];
  proved: Proof;
  /** Read the list anew, and any codes that were made along with an authenticator. */
  load: () => Promise<void>;
}

interface CodesProps extends Props {
  codes: readonly string[];
  onCodes: (codes: string[]) => void;
}

const when = (seconds: number) => date(new Date(seconds * 1000));
const used = ({ created_at, last_used_at }: Authenticator) =>
  last_used_at
    ? t('account.made_used', { made: when(created_at), used: when(last_used_at) })
    : t('account.made', { made: when(created_at) });

function Passkeys({ list, proved, load }: Props) {
  const [name, setName] = useState('');
  const { error, busy, run } = useWork();
  const keys = list.filter(({ type }) => type === 'webauthn');
  const add = () =>
    run(async () => {
      await proved(() => addPasskey(name.trim() || t('signup.passkey_name')));
      setName('');
      await load();
    }, t('signup.passkey_added'));
  const remove = (id: number) =>
    run(async () => {
      await proved(() => auth('DELETE', 'account/authenticators/webauthn', { authenticators: [id] }));
      await load();
    }, t('account.saved'));
  return (
    <Panel title={t('account.passkeys')} note={t('account.passkeys_note')}>
      {keys.length > 0 && (
        <ul class="list">
          {keys.map((key) => (
            <li key={key.id}>
              <span class="list-main"><strong>{key.name}</strong><small>{used(key)}</small></span>
              <Button kind="danger" label={t('account.remove')} onClick={() => void remove(key.id!)} />
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <Form submit={t('account.passkey_add')} busy={busy} problem={otherFault(error)} onSubmit={() => void add()}>
          <Field label={t('account.passkey_name')} note={t('account.passkey_name_note')} value={name} onInput={setName} />
        </Form>
      ) : (
        <p class="muted">{t('account.passkeys_none')}</p>
      )}
    </Panel>
  );
}

/** Drawn here, so that the key goes nowhere else; the drawing is loaded when it is wanted. */
function Picture({ of }: { of: string }) {
  const [dark, setDark] = useState<boolean[][]>([]);
  useEffect(() => void fetched(() => import('uqr')).then((qr) => qr && setDark(qr.encode(of, { border: 4 }).data)), [of]);
  const squares = dark.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg class="qr-code" role="img" aria-label={t('account.totp_picture')} viewBox={`0 0 ${dark.length} ${dark.length}`}>
      <path d={squares} />
    </svg>
  );
}

function NewAuthenticator({ proved, load }: Props) {
  const [offer, setOffer] = useState<{ secret: string; totp_url: string } | null>(null);
  const [code, setCode] = useState('');
  const { error, busy, run } = useWork();
  const begin = () =>
    run(async () => {
      // The key is given without proof and only the code then wants it, so ask for what wants it now.
      await proved(() => auth('GET', 'account/authenticators/webauthn'));
      try {
        await auth('GET', 'account/authenticators/totp');
      } catch (answer) {
        if (!(answer instanceof AuthError) || answer.status !== 404) throw answer;
        setOffer(answer.meta as { secret: string; totp_url: string });
      }
    });
  const finish = () =>
    run(async () => {
      await proved(() => auth('POST', 'account/authenticators/totp', { code: code.trim() }));
      await load();
    }, t('account.totp_on'));
  if (!offer) return <Button label={t('account.totp_begin')} disabled={busy} onClick={() => void begin()} />;
  return (
    <Form submit={t('account.totp_finish')} busy={busy} disabled={!code.trim()} problem={otherFault(error, 'code')} onSubmit={() => void finish()}>
      <p>{t('account.totp_key')}</p>
      <Picture of={offer.totp_url} />
      <code class="secret">{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
      <p><a href={offer.totp_url}>{t('account.totp_open')}</a></p>
      <Field label={t('signin.code')} value={code} autocomplete="one-time-code" error={fieldFault(error, 'code')} onInput={setCode} />
    </Form>
  );
}

function Codes({ list, proved, load, codes, onCodes }: CodesProps) {
  const { error, busy, run } = useWork();
  const have = list.find(({ type }) => type === 'recovery_codes');
  const renew = () =>
    run(async () => {
      const { data } = await proved(() => auth('POST', 'account/authenticators/recovery-codes', {}));
      onCodes(codesIn(data));
      await load();
    });
  const problem = otherFault(error);
  return (
    <Panel title={t('account.codes')} note={t('account.codes_note')}>
      {problem && <p class="notice bad" role="alert">{problem}</p>}
      {have && !codes.length && <p>{t('account.codes_left', { n: have.unused_code_count ?? 0 })}</p>}
      {codes.length > 0 && <FreshCodes codes={codes} />}
      <div class="buttons">
        <Button label={have ? t('account.codes_renew') : t('account.codes_make')} disabled={busy} onClick={() => void renew()} />
      </div>
    </Panel>
  );
}

export function Security({ proved }: PartProps) {
  const [list, setList] = useState<Authenticator[] | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const { error, run } = useWork();
  const load = async () => {
    const { data } = await auth('GET', 'account/authenticators');
    const found = data as unknown as Authenticator[];
    const has = (known: Authenticator[]) => known.some(({ type }) => type === 'recovery_codes');
    if (!has(found)) setCodes([]);
    // The first authenticator brings codes along, which the server shows once.
    else if (list && !has(list)) {
      const made = await proved(firstCodes);
      if (made.length) setCodes(made);
    }
    setList(found);
  };
  useEffect(() => void run(load), []);
  if (!list) return error ? <p class="notice bad" role="alert">{otherFault(error)}</p> : <Waiting />;
  const totp = list.find(({ type }) => type === 'totp');
  const props = { list, proved, load };
  const remove = () =>
    run(async () => {
      await proved(() => auth('DELETE', 'account/authenticators/totp'));
      await load();
    }, t('account.saved'));
  return (
    <>
      <Passkeys {...props} />
      <Panel title={t('account.totp')} note={t('account.totp_note')}>
        {totp ? (
          <ul class="list">
            <li>
              <span class="list-main"><strong>{t('account.totp_set')}</strong><small>{used(totp)}</small></span>
              <Button kind="danger" label={t('account.remove')} onClick={() => void remove()} />
            </li>
          </ul>
        ) : (
          <NewAuthenticator {...props} />
        )}
      </Panel>
      {list.some(({ type }) => type !== 'recovery_codes') && <Codes {...props} codes={codes} onCodes={setCodes} />}
    </>
  );
}

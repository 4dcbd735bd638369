/** Name, e-mail and password. */
import { useEffect, useState } from 'preact/hooks';
import { date, t } from '../../i18n';
import { ApiError, post } from '../../net/rest';
import { Button } from '../../ui/button';
import { Field } from '../../ui/choice';
import { Panel } from '../../ui/page';
import { takeOver } from './arrive';
import { auth } from './auth';
import { faultText, fieldFault, otherFault } from './faults';
import { Form } from './form';
import type { PartProps } from './index';
import { useWork } from './work';

function Name({ me, again }: PartProps) {
  const [name, setName] = useState(me.name ?? '');
  const { error, busy, run } = useWork();
  const save = () =>
    run(async () => {
      await post('me/name/', { name });
      await takeOver();
      again();
    }, t('account.saved'));
  const problem = error instanceof ApiError ? faultText({ code: error.code, message: error.message }) : undefined;
  return (
    <Panel title={t('account.name')}>
      <Form submit={t('account.name_change')} busy={busy} disabled={name === me.name || !name} onSubmit={() => void save()}>
        <Field label={t('account.name')} note={t('account.name_note')} value={name} autocomplete="username" error={problem} onInput={setName} />
      </Form>
      {me.created_at && <p class="form-foot">{t('account.since', { date: date(me.created_at) })}</p>}
    </Panel>
  );
}

interface Address {
  email: string;
  verified: boolean;
  primary: boolean;
}

function Addresses({ list, act }: { list: Address[]; act: (method: string, email: string, done: string) => void }) {
  return (
    <ul class="list">
      {list.map(({ email, verified, primary }) => (
        <li key={email}>
          <span class="list-main">
            <strong>{email}</strong>
            <small>{verified ? t('account.email_confirmed') : t('account.email_unconfirmed')}</small>
          </span>
          <span class="buttons">
            {!verified && <Button label={t('account.email_send')} onClick={() => act('PUT', email, t('account.email_sent'))} />}
            {(!primary || list.length === 1) && <Button kind="danger" label={t('account.email_remove')} onClick={() => act('DELETE', email, t('account.saved'))} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Email({ again, proved }: PartProps) {
  const [list, setList] = useState<Address[]>([]);
  const [email, setEmail] = useState('');
  const { error, busy, run } = useWork();
  const load = async () => {
    const { data } = await auth('GET', 'account/email');
    setList(data as unknown as Address[]);
  };
  useEffect(() => void run(load), []);
  const act = (method: string, address: string, done: string) =>
    void run(async () => {
      await proved(() => auth(method, 'account/email', { email: address }));
      await load();
      setEmail('');
      again();
    }, done);
  return (
    <Panel title={t('account.email')} note={t('account.email_note')}>
      {list.length > 0 && <Addresses list={list} act={act} />}
      <Form
        submit={list.length ? t('account.email_change') : t('account.email_add')}
        busy={busy}
        disabled={!email.trim()}
        problem={otherFault(error, 'email')}
        onSubmit={() => act('POST', email.trim(), t('account.email_sent'))}
      >
        <Field label={t('account.email_new')} type="email" value={email} autocomplete="email" error={fieldFault(error, 'email')} onInput={setEmail} />
      </Form>
    </Panel>
  );
}

function Password({ me, again, proved }: PartProps) {
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const { error, busy, run } = useWork();
  const save = () =>
    run(async () => {
      const body = { new_password: fresh, ...(me.has_password && { current_password: old }) };
      await proved(() => auth('POST', 'account/password/change', body));
      setOld('');
      setFresh('');
      again();
    }, t('account.password_changed'));
  return (
    <Panel title={t('account.password')}>
      <Form
        submit={t('account.password_change')}
        busy={busy}
        disabled={!fresh || (me.has_password && !old)}
        problem={otherFault(error, 'current_password', 'new_password')}
        onSubmit={() => void save()}
      >
        <input type="text" class="visually-hidden" autocomplete="username" value={me.name ?? ''} readOnly tabIndex={-1} aria-hidden="true" />
        {me.has_password && <Field label={t('account.password_old')} type="password" value={old} autocomplete="current-password" error={fieldFault(error, 'current_password')} onInput={setOld} />}
        <Field label={t('account.password_new')} note={t('signup.password_note')} type="password" value={fresh} autocomplete="new-password" error={fieldFault(error, 'new_password')} onInput={setFresh} />
      </Form>
    </Panel>
  );
}

export const Profile = (props: PartProps) => (
  <>
    <Name {...props} />
    <Email {...props} />
    <Password {...props} />
  </>
);

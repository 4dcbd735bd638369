/** Programs registered for OAuth. */
import { useState } from 'preact/hooks';
import { date, t } from '../../i18n';
import { ApiError, del, post } from '../../net/rest';
import { Button } from '../../ui/button';
import { Field, Switch } from '../../ui/choice';
import { Show, useLoad } from '../../ui/load';
import { Panel } from '../../ui/page';
import { otherFault } from './faults';
import { Form } from './form';
import { Secret } from './secret';
import { useWork } from './work';

interface Client {
  client_id: string;
  name: string;
  confidential: boolean;
  redirect_uris: string[];
  created_at: string;
}

function NewClient({ onMade }: { onMade: (secret: string | null) => void }) {
  const [name, setName] = useState('');
  const [uris, setUris] = useState('');
  const [confidential, setConfidential] = useState(false);
  const { error, busy, run } = useWork();
  const register = () =>
    run(async () => {
      const redirect_uris = uris.split(/\s+/).filter(Boolean);
      const made = await post<{ client_secret: string | null }>('me/clients/', { name: name.trim(), confidential, redirect_uris });
      setName('');
      setUris('');
      onMade(made.client_secret);
    }, t('account.client_made'));
  const wrongUri = error instanceof ApiError && error.code === 'bad_request' ? t('account.client_uris_wrong') : undefined;
  return (
    <Form submit={t('account.client_make')} busy={busy} disabled={!name.trim() || !uris.trim()} problem={wrongUri ? undefined : otherFault(error)} onSubmit={() => void register()}>
      <Field label={t('account.client_name')} value={name} onInput={setName} />
      <Field label={t('account.client_uris')} note={t('account.client_uris_note')} type="textarea" value={uris} error={wrongUri} onInput={setUris} />
      <Switch label={t('account.client_confidential')} note={t('account.client_confidential_note')} checked={confidential} onChange={setConfidential} />
    </Form>
  );
}

export function Clients() {
  const clients = useLoad<Client[]>('me/clients/');
  const [secret, setSecret] = useState('');
  const { run } = useWork();
  const remove = (id: string) =>
    run(async () => {
      await del(`me/clients/${encodeURIComponent(id)}/`);
      clients.again();
    }, t('account.client_removed'));
  return (
    <Panel title={t('account.clients')} note={t('account.clients_note')}>
      {secret && <Secret text={secret} note={t('account.secret_once')} />}
      <Show of={clients} lines={2}>
        {(list) =>
          list.length > 0 && (
            <ul class="list">
              {list.map((client) => (
                <li key={client.client_id}>
                  <span class="list-main">
                    <strong>{client.name}</strong>
                    <small class="mono">{client.client_id}</small>
                    <small>{client.redirect_uris.join(' · ')}</small>
                    <small>{t('account.made', { made: date(client.created_at) })}</small>
                  </span>
                  <Button kind="danger" label={t('account.remove')} onClick={() => void remove(client.client_id)} />
                </li>
              ))}
            </ul>
          )
        }
      </Show>
      <hr />
      <h3>{t('account.client_new')}</h3>
      <NewClient
        onMade={(text) => {
          setSecret(text ?? '');
          clients.again();
        }}
      />
    </Panel>
  );
}

/** Personal tokens, and programs of one's own that others may let in by OAuth. */
import { useState } from 'preact/hooks';
import { date, t, type TextKey } from '../../i18n';
import { del, post } from '../../net/rest';
import { Button } from '../../ui/button';
import { Field, Switch } from '../../ui/choice';
import { Show, useLoad } from '../../ui/load';
import { Panel } from '../../ui/page';
import { Picker } from '../../ui/picker';
import { Clients } from './clients';
import { otherFault } from './faults';
import { Form } from './form';
import { Secret } from './secret';
import { useWork } from './work';

interface Token {
  id: number;
  name: string;
  hint: string;
  scopes: Scope[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export type Scope = 'read' | 'play' | 'account';

export const SCOPES: Record<Scope, { name: TextKey; note: TextKey }> = {
  read: { name: 'account.scope_read', note: 'account.scope_read_note' },
  play: { name: 'account.scope_play', note: 'account.scope_play_note' },
  account: { name: 'account.scope_account', note: 'account.scope_account_note' },
};

const LIVES = ['30', '90', '365', 'never'] as const;
type Life = (typeof LIVES)[number];
const DAY = 86_400_000;

const lifeName = (life: Life) => (life === 'never' ? t('account.life_never') : t('account.life_days', { n: Number(life) }));

function dates({ created_at, expires_at, last_used_at }: Token): string {
  const parts = [t('account.made', { made: date(created_at) })];
  if (last_used_at) parts.push(t('account.used', { used: date(last_used_at) }));
  parts.push(expires_at ? t('account.expires', { date: date(expires_at) }) : t('account.expires_never'));
  return parts.join(' · ');
}

function NewToken({ onMade }: { onMade: (secret: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read', 'play']);
  const [life, setLife] = useState<Life>('90');
  const { error, busy, run } = useWork();
  const make = () =>
    run(async () => {
      const expires_at = life === 'never' ? null : new Date(Date.now() + Number(life) * DAY).toISOString();
      const made = await post<{ token: string }>('me/tokens/', { name: name.trim(), scopes, expires_at });
      setName('');
      onMade(made.token);
    });
  const toggle = (scope: Scope, on: boolean) => setScopes((old) => (on ? [...old, scope] : old.filter((one) => one !== scope)));
  return (
    <Form submit={t('account.token_make')} busy={busy} disabled={!name.trim() || !scopes.length} problem={otherFault(error)} onSubmit={() => void make()}>
      <Field label={t('account.token_name')} note={t('account.token_name_note')} value={name} onInput={setName} />
      {(Object.keys(SCOPES) as Scope[]).map((scope) => (
        <Switch key={scope} label={t(SCOPES[scope].name)} note={t(SCOPES[scope].note)} checked={scopes.includes(scope)} onChange={(on) => toggle(scope, on)} />
      ))}
      <Picker label={t('account.token_life')} value={life} options={LIVES.map((value) => ({ value, label: lifeName(value) }))} onChange={setLife} />
    </Form>
  );
}

export function Tokens() {
  const tokens = useLoad<Token[]>('me/tokens/');
  const [secret, setSecret] = useState('');
  const { run } = useWork();
  const revoke = (id: number) =>
    run(async () => {
      await del(`me/tokens/${id}/`);
      tokens.again();
    }, t('account.token_revoked'));
  return (
    <>
      <Panel title={t('account.tokens')} note={t('account.tokens_note')} tools={<a href="/api/docs/">{t('account.to_api')}</a>}>
        {secret && <Secret text={secret} note={t('account.secret_once')} />}
        <Show of={tokens} lines={2}>
          {(list) =>
            list.length > 0 && (
              <ul class="list">
                {list.map((token) => (
                  <li key={token.id}>
                    <span class="list-main">
                      <strong>{token.name}</strong> <span class="mono muted">{token.hint}…</span>{' '}
                      {token.scopes.map((scope) => <span key={scope} class="badge">{scope}</span>)}
                      <small>{dates(token)}</small>
                    </span>
                    <Button kind="danger" label={t('account.token_revoke')} onClick={() => void revoke(token.id)} />
                  </li>
                ))}
              </ul>
            )
          }
        </Show>
        <hr />
        <h3>{t('account.token_new')}</h3>
        <NewToken
          onMade={(text) => {
            setSecret(text);
            tokens.again();
          }}
        />
      </Panel>
      <Clients />
    </>
  );
}

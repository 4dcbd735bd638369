/** Programs of other people that one has let in. */
import { date, t } from '../../i18n';
import { del } from '../../net/rest';
import { Button } from '../../ui/button';
import { Nothing, Show, useLoad } from '../../ui/load';
import { Panel } from '../../ui/page';
import { SCOPES, type Scope } from './tokens';
import { useWork } from './work';

interface App {
  client_id: string;
  name: string;
  scopes: Scope[];
  since: string;
}

export function Apps() {
  const apps = useLoad<App[]>('me/apps/');
  const { run } = useWork();
  const end = (id: string) =>
    run(async () => {
      await del(`me/apps/${encodeURIComponent(id)}/`);
      apps.again();
    }, t('account.app_ended'));
  return (
    <Panel title={t('account.apps')} note={t('account.apps_note')}>
      <Show of={apps} lines={2}>
        {(list) =>
          list.length ? (
            <ul class="list">
              {list.map((app) => (
                <li key={app.client_id}>
                  <span class="list-main">
                    <strong>{app.name}</strong>
                    <small>{app.scopes.map((scope) => t(SCOPES[scope].name)).join(' · ')}</small>
                    <small>{t('account.app_since', { date: date(app.since) })}</small>
                  </span>
                  <Button kind="danger" label={t('account.app_end')} onClick={() => void end(app.client_id)} />
                </li>
              ))}
            </ul>
          ) : (
            <Nothing title={t('account.apps_none')} text={t('account.apps_none_text')} />
          )
        }
      </Show>
    </Panel>
  );
}

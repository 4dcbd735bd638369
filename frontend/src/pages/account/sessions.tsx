/** Where one is signed in, and signing out there and everywhere. */
import { useEffect, useState } from 'preact/hooks';
import { date, t } from '../../i18n';
import { post } from '../../net/rest';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/choice';
import { Waiting } from '../../ui/load';
import { Panel } from '../../ui/page';
import { auth } from './auth';
import { otherFault } from './faults';
import { leave } from './signout';
import { useWork } from './work';

interface Visit {
  id: number;
  user_agent: string;
  ip: string;
  created_at: number;
  is_current: boolean;
}

/** A browser and system in two words, as far as it says. */
export function device(agent: string): string {
  const browser = [/Edg(?:e|A|iOS)?\//, /OPR\//, /Firefox\/|FxiOS/, /Chrom(?:e|ium)\/|CriOS/, /Safari\//];
  const names = ['Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'];
  const system = [/iPhone|iPad/, /Android/, /Windows/, /Mac OS X/, /Linux/];
  const systems = ['iOS', 'Android', 'Windows', 'macOS', 'Linux'];
  const name = names[browser.findIndex((pattern) => pattern.test(agent))];
  const on = systems[system.findIndex((pattern) => pattern.test(agent))];
  return [name, on].filter(Boolean).join(' · ') || t('account.session_unknown');
}

export function Sessions() {
  const [list, setList] = useState<Visit[] | null>(null);
  const [programs, setPrograms] = useState(false);
  const { error, busy, run } = useWork();
  const load = async () => {
    const { data } = await auth('GET', 'auth/sessions');
    setList(data as unknown as Visit[]);
  };
  useEffect(() => void run(load), []);
  const end = (id: number) =>
    run(async () => {
      await auth('DELETE', 'auth/sessions', { sessions: [id] });
      await load();
    }, t('account.saved'));
  const everywhere = () =>
    run(async () => {
      await post('me/sign-out/', { tokens: programs });
      leave();
    });
  const problem = otherFault(error);
  return (
    <>
      <Panel title={t('account.sessions')}>
        {problem && <p class="notice bad" role="alert">{problem}</p>}
        {list ? (
          <ul class="list">
            {list.map((visit) => (
              <li key={visit.id}>
                <span class="list-main">
                  <strong>{device(visit.user_agent)}</strong>
                  <small>{t('account.session_from', { ip: visit.ip, date: date(new Date(visit.created_at * 1000), { dateStyle: 'medium', timeStyle: 'short' }) })}</small>
                </span>
                {visit.is_current ? (
                  <span class="badge good">{t('account.session_here')}</span>
                ) : (
                  <Button label={t('account.session_end')} disabled={busy} onClick={() => void end(visit.id)} />
                )}
              </li>
            ))}
          </ul>
        ) : (
          <Waiting lines={2} />
        )}
      </Panel>
      <Panel title={t('account.everywhere')} note={t('account.everywhere_note')}>
        <Switch label={t('account.everywhere_programs')} checked={programs} onChange={setPrograms} />
        <div class="buttons">
          <Button kind="danger" label={t('account.everywhere_do')} disabled={busy} onClick={() => void everywhere()} />
        </div>
      </Panel>
    </>
  );
}

/** Everything the service keeps about somebody, to take along; and leaving for good. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { ApiError, post } from '../../net/rest';
import { go } from '../../router';
import { session } from '../../store/session';
import { Field } from '../../ui/choice';
import { Panel } from '../../ui/page';
import { say } from '../../ui/toast';
import { faultText, otherFault } from './faults';
import { Form } from './form';
import type { PartProps } from './index';
import { useWork } from './work';

function Deletion({ me }: PartProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { error, busy, run } = useWork();
  const code = error instanceof ApiError ? error.code : '';
  const about = (wanted: string) => (code === wanted ? faultText({ code, message: (error as ApiError).message }) : undefined);
  const remove = () =>
    run(async () => {
      await post('me/deletion/', { name, ...(me.has_password && { password }) });
      session.set({ name: '', kind: 'nobody' });
      say(t('account.deleted'));
      go('/');
    });
  const known = code === 'name_mismatch' || code === 'password_wrong';
  return (
    <Panel title={t('account.deletion')} note={t('account.deletion_note')}>
      <Form
        submit={t('account.deletion_do')}
        kind="danger"
        busy={busy}
        disabled={name !== me.name || (me.has_password && !password)}
        problem={known ? undefined : otherFault(error)}
        onSubmit={() => void remove()}
      >
        <Field label={t('account.deletion_name', { name: me.name ?? '' })} value={name} autocomplete="off" error={about('name_mismatch')} onInput={setName} />
        {me.has_password && <Field label={t('signin.password')} type="password" value={password} autocomplete="current-password" error={about('password_wrong')} onInput={setPassword} />}
      </Form>
    </Panel>
  );
}

export const Data = (props: PartProps) => (
  <>
    <Panel title={t('account.download')} note={t('account.download_note')}>
      <div class="buttons">
        <a class="button" href="/api/v1/me/export/?as=json" download>{t('account.download_json')}</a>
        <a class="button" href="/api/v1/me/export/?as=ndjson" download>{t('account.download_ndjson')}</a>
      </div>
    </Panel>
    <Deletion {...props} />
  </>
);

/** The account: who one is here, how one signs in, programs, data. A part an address. */
import { t, type TextKey } from '../../i18n';
import { href } from '../../router';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { type Loaded, Nothing, Show, useLoad } from '../../ui/load';
import { PageHead, Tabs } from '../../ui/page';
import type { PageProps } from '../index';
import { Apps } from './apps';
import type { Me } from './arrive';
import { Confirm, Reset } from './mail';
import { Data } from './data';
import { Profile } from './profile';
import { type Proof, useProof } from './prove';
import { Security } from './security';
import { Sessions } from './sessions';
import { SignOut } from './signout';
import { Tokens } from './tokens';

export interface PartProps {
  me: Me;
  again: () => void;
  proved: Proof;
}

const PARTS = [
  ['', 'account.part_profile', Profile],
  ['security', 'account.part_security', Security],
  ['sessions', 'account.part_sessions', Sessions],
  ['tokens', 'account.part_tokens', Tokens],
  ['apps', 'account.part_apps', Apps],
  ['data', 'account.part_data', Data],
] as const satisfies readonly (readonly [string, TextKey, (props: PartProps) => unknown])[];

const address = (part: string) => (part ? href('accountPart', { part }) : href('account'));

function Parts({ part, me }: { part: string; me: Loaded<Me> }) {
  const { proved, dialog } = useProof();
  const entry = PARTS.find(([name]) => name === part);
  const Part = entry?.[2];
  const links = PARTS.map(([name, label]) => ({ href: address(name), label: t(label), current: name === part }));
  return (
    <>
      <Tabs label={t('account.parts')} links={links} />
      <Show of={me}>
        {(known) =>
          Part ? (
            <div class="column"><Part me={known} again={me.again} proved={proved} /></div>
          ) : (
            <Nothing title={t('errors.page_title')} text={t('errors.page_text')} href={href('account')} action={t('account.title')} />
          )
        }
      </Show>
      {dialog}
    </>
  );
}

export function Page({ params, query }: PageProps) {
  const { kind, name } = useStore(session);
  const part = params['part'] ?? '';
  const me = useLoad<Me>(kind === 'person' ? 'me/' : null);
  if (part === 'reset-password') return <Reset query={query} />;
  if (part === 'confirm-email') return <Confirm query={query} />;
  return (
    <div class="page medium">
      <PageHead title={t('account.title')}>
        {kind === 'person' && (
          <>
            <a class="button" href={href('profile', { name })}>{t('account.to_profile')}</a>
            <SignOut />
          </>
        )}
      </PageHead>
      {kind === 'person' ? (
        <Parts part={part} me={me} />
      ) : (
        <Nothing
          title={t(kind === 'guest' ? 'account.none_title' : 'account.stranger_title')}
          text={t(kind === 'guest' ? 'account.none_text' : 'account.stranger_text')}
          href={href('signup', {}, { next: address(part) })}
          action={t('nav.signup')}
        >
          <a href={href('signin', {}, { next: address(part) })}>{t('nav.signin')}</a>
        </Nothing>
      )}
    </div>
  );
}

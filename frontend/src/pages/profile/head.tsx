/** The head of a player's pages, and the tabs between them. */
import { t } from '../../i18n';
import { href, type PageName } from '../../router';
import { PageHead, Tabs } from '../../ui/page';
import type { ComponentChildren } from 'preact';

interface Props {
  name: string;
  page: PageName;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}

export const ProfileHead = ({ name, page, lead, children }: Props) => (
  <>
    <PageHead title={name} lead={lead}>{children}</PageHead>
    <Tabs
      label={t('profile.parts')}
      links={[
        { href: href('profile', { name }), label: t('nav.profile'), current: page === 'profile' },
        { href: href('statistics', { name }), label: t('nav.statistics'), current: page === 'statistics' },
        { href: href('history', { name }), label: t('nav.history'), current: page === 'history' },
      ]}
    />
  </>
);

/** The site's header. At the table on a phone only its menu is left, to leave room for the cards. */
import { useEffect, useState } from 'preact/hooks';
import { t, type TextKey } from '../i18n';
import { href, type PageName } from '../router';
import { session } from '../store/session';
import { useStore } from '../store/store';
import { Icon } from './icon';

const LINKS: { page: PageName; text: TextKey }[] = [
  { page: 'play', text: 'nav.play' },
  { page: 'daily', text: 'nav.daily' },
  { page: 'leaderboards', text: 'nav.leaderboards' },
  { page: 'watch', text: 'nav.watch' },
  { page: 'learn', text: 'nav.learn' },
];

function Person() {
  const { name, kind } = useStore(session);
  if (kind !== 'person') {
    return <a class="header-link" href={href('signin')}>{t('nav.signin')}</a>;
  }
  return <a class="header-link" href={href('profile', { name })}>{name}</a>;
}

interface Props {
  compact: boolean;
  page: PageName | null;
}

export function Header({ compact, page }: Props) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [page]);
  const link = ({ page: to, text }: (typeof LINKS)[number]) => (
    <a key={to} class="header-link" href={href(to)} aria-current={to === page ? 'page' : undefined}>
      {t(text)}
    </a>
  );
  return (
    <header class={compact ? 'header compact' : 'header'}>
      <a class="brand" href="/">
        <svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
          <rect x="3" y="4" width="11" height="16" rx="2" />
          <path d="M15.5 5.5 19 6.400a2 2 0 0 1 1.4 2.400l-2.7 10" />
          <path class="brand-pip" d="M8.5 9c1.3 1.7 2.7 2.5 2.7 3.900a1.5 1.5 0 0 1-2.3 1.200l.4 1.400H7.700l.4-1.400a1.5 1.5 0 0 1-2.3-1.200c0-1.4 1.4-2.2 2.7-3.900z" />
        </svg>
        Klondike
      </a>
      <button
        type="button"
        class="button quiet bare header-toggle"
        aria-label={t('nav.menu')}
        aria-expanded={open}
        aria-controls="header-nav"
        onClick={() => setOpen((was) => !was)}
      >
        <Icon name={open ? 'close' : 'menu'} />
      </button>
      <nav id="header-nav" class={open ? 'header-nav open' : 'header-nav'} aria-label={t('nav.site')}>
        {LINKS.map(link)}
        <span class="header-gap" />
        <a class="header-link" href={href('settings')} aria-current={page === 'settings' ? 'page' : undefined}>
          {t('nav.settings')}
        </a>
        <Person />
      </nav>
    </header>
  );
}

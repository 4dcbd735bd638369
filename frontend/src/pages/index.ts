/** Every page there is, loaded when it is first asked for. A page's module exports `Page`. */
import type { FunctionComponent } from 'preact';
import type { TextKey } from '../i18n';
import type { PageName, Params } from '../router';

export interface PageProps {
  params: Params;
  query: URLSearchParams;
}

export interface PageEntry {
  load: () => Promise<{ Page: FunctionComponent<PageProps> }>;
  title: TextKey;
  /** Which part of the language's texts it needs; `rest` comes on top of `first`. */
  texts: 'first' | 'rest';
}

export const PAGES: { [name in PageName]?: PageEntry } = {
  play: { load: () => import('./play'), title: 'nav.play', texts: 'first' },
  table: { load: () => import('./table'), title: 'nav.table', texts: 'first' },
  about: { load: () => import('./about'), title: 'nav.about', texts: 'rest' },
  learn: { load: () => import('./learn'), title: 'nav.learn', texts: 'rest' },
  learnTopic: { load: () => import('./learn'), title: 'nav.learn', texts: 'rest' },
  signin: { load: () => import('./signin'), title: 'nav.signin', texts: 'rest' },
  signup: { load: () => import('./signup'), title: 'nav.signup', texts: 'rest' },
  account: { load: () => import('./account'), title: 'nav.account', texts: 'rest' },
  accountPart: { load: () => import('./account'), title: 'nav.account', texts: 'rest' },
  settings: { load: () => import('./settings'), title: 'nav.settings', texts: 'rest' },
  replay: { load: () => import('./replay'), title: 'nav.replay', texts: 'rest' },
  daily: { load: () => import('./daily'), title: 'nav.daily', texts: 'rest' },
  dailyDay: { load: () => import('./daily/day'), title: 'nav.daily', texts: 'rest' },
  leaderboards: { load: () => import('./leaderboards'), title: 'nav.leaderboards', texts: 'rest' },
  leaderboard: { load: () => import('./leaderboards'), title: 'nav.leaderboards', texts: 'rest' },
  profile: { load: () => import('./profile'), title: 'nav.profile', texts: 'rest' },
  statistics: { load: () => import('./statistics'), title: 'nav.statistics', texts: 'rest' },
  history: { load: () => import('./history'), title: 'nav.history', texts: 'rest' },
  watch: { load: () => import('./watch'), title: 'nav.watch', texts: 'rest' },
  watchGame: { load: () => import('./watch/game'), title: 'nav.watch', texts: 'rest' },
};

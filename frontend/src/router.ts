/** Addresses. `templates/routes.json` is the one list: the server answers it, the client draws it. */
import routes from '../templates/routes.json';
import { Store } from './store/store';

export type PageName = keyof typeof routes;
export type Params = Record<string, string>;

export interface Place {
  page: PageName | null;
  params: Params;
  query: URLSearchParams;
  path: string;
}

const NAMES = Object.keys(routes) as PageName[];

function compare(pattern: string, path: string): Params | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Params = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at]!;
    if (part.startsWith(':') && value) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}

/** Which page an address names; `page` is null where there is none. */
export function find(path: string, search = ''): Place {
  const whole = path.endsWith('/') ? path : `${path}/`;
  for (const page of NAMES) {
    const params = compare(routes[page], whole);
    if (params) return { page, params, query: new URLSearchParams(search), path: whole };
  }
  return { page: null, params: {}, query: new URLSearchParams(search), path: whole };
}

/** The address of a page: `href('table', { id })`. */
export function href(page: PageName, params: Params = {}, query: Params = {}): string {
  const path = routes[page].replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

export const place = new Store<Place>(find(location.pathname, location.search));

const arrive = () => place.set(find(location.pathname, location.search));

/** Go to an address of ours without loading the page anew. */
export function go(address: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  arrive();
  scrollTo(0, 0);
}

function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (find(link.pathname).page === null) return;
  const here = link.pathname === location.pathname && link.search === location.search;
  if (here && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Follow plain links and the browser's back and forward. */
export function startRouter(): void {
  document.addEventListener('click', follow);
  addEventListener('popstate', arrive);
}

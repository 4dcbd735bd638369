// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../src/app';
import { setLanguage, t } from '../src/i18n';
import { PAGES } from '../src/pages';
import { fetched } from '../src/renew';
import { go } from '../src/router';

const root = document.createElement('div');
const reload = vi.fn();
let gone = true;

async function load() {
  if (gone) throw new TypeError('Failed to fetch dynamically imported module');
  return { Page: () => <h1>The page</h1> };
}

beforeAll(async () => {
  await setLanguage('en');
  document.body.append(root);
  PAGES.learn = { load, title: 'nav.learn', texts: 'first' };
  vi.spyOn(location, 'reload').mockImplementation(reload);
});

beforeEach(async () => {
  gone = true;
  sessionStorage.clear();
  vi.stubGlobal('fetch', async () => new Response(''));
  go('/learn/');
});

afterEach(() => {
  render(null, root);
  reload.mockClear();
  vi.unstubAllGlobals();
});

const shown = () => vi.waitFor(() => expect(root.querySelector('h1')).not.toBeNull());
const opened = () => render(<App />, root);

it('loads an old tab anew when a part of the page is gone', async () => {
  opened();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(root.querySelector('h1')).toBeNull();
});

it('does so once, then says what is wrong, with a button that does it again', async () => {
  opened();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  render(null, root);
  opened();
  await shown();
  expect(root.querySelector('h1')!.textContent).toBe(t('errors.load_title'));
  expect(reload).toHaveBeenCalledTimes(1);
  root.querySelector<HTMLButtonElement>('.empty button')!.click();
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does so again after a page that loaded', async () => {
  opened();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  render(null, root);
  gone = false;
  opened();
  await shown();
  gone = true;
  render(null, root);
  opened();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

it.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a service that is down', async () => new Response('', { status: 503 })],
])('says so at once while there is %s', async (_, fetching) => {
  vi.stubGlobal('fetch', fetching);
  opened();
  await shown();
  expect(reload).not.toHaveBeenCalled();
});

it('tells of a part that is missing, and leaves the page alone', async () => {
  gone = false;
  opened();
  await shown();
  expect(await fetched(async () => 'there')).toBe('there');
  expect(await fetched(() => Promise.reject(new TypeError('gone')))).toBeNull();
  await vi.waitFor(() => expect(root.querySelector('.toast')?.textContent).toBe(t('errors.part')));
  expect(reload).not.toHaveBeenCalled();
});

// @vitest-environment happy-dom
/** The page of settings. */
import { render } from 'preact';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, setLanguage, t } from '../src/i18n';
import { Page as Settings } from '../src/pages/settings';
import { prefer, preferences } from '../src/store/preferences';

const root = document.createElement('div');

beforeAll(async () => {
  await setLanguage('en');
  await loadTexts('en', 'rest');
  document.body.append(root);
  HTMLDialogElement.prototype.showModal = () => undefined;
});

afterEach(() => {
  render(null, root);
  vi.unstubAllGlobals();
});

it('asks before everything is set back', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"code": "not_found", "message": ""}', { status: 404 }));
  const press = async (label: string) => {
    const button = await vi.waitFor(() => {
      const found = [...root.querySelectorAll('button')].find((one) => one.textContent === label);
      expect(found).toBeDefined();
      return found!;
    });
    button.click();
  };
  prefer({ felt: 'wine', rules: 'easy' }, false);
  render(<Settings />, root);
  await press(t('settings.reset'));
  await press(t('settings.reset_no'));
  await vi.waitFor(() => expect(root.querySelector('dialog')).toBeNull());
  expect(preferences.get().felt).toBe('wine');
  await press(t('settings.reset'));
  await press(t('settings.reset_yes'));
  expect(preferences.get()).toMatchObject({ felt: 'green', rules: 'easy' });
  await vi.waitFor(() => expect(root.querySelector('dialog')).toBeNull());
});

// @vitest-environment happy-dom
/** The account's pages, and the help that fits the reader's hands. */
import { type ComponentChild, render } from 'preact';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, setLanguage, t } from '../src/i18n';
import { Page as Account } from '../src/pages/account';
import { mustProve } from '../src/pages/account/auth';
import { Security } from '../src/pages/account/security';
import { Page as SignUp } from '../src/pages/signup';
import { Help } from '../src/pages/table/help';
import { session } from '../src/store/session';

const root = document.createElement('div');
const URI = 'otpauth://totp/Klondike:alice?secret=6LJMQ3ZKNNME44JMHKNUOBEVELPLKUXY&issuer=Klondike';

beforeAll(async () => {
  await setLanguage('en');
  await loadTexts('en', 'rest');
  document.body.append(root);
  HTMLDialogElement.prototype.showModal = () => undefined;
});

afterEach(async () => {
  render(null, root);
  await new Promise((done) => setTimeout(done, 20));
  vi.unstubAllGlobals();
});

const show = (what: ComponentChild) => render(what, root);
const answer = (answers: Record<string, [number, unknown]>) =>
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const [status, body] = answers[`${method} ${path.replace(/^.*\/v1\//, '')}`] ?? [404, {}];
    return new Response(JSON.stringify(body), { status });
  });

const press = (label: string) => [...root.querySelectorAll('button')].find((one) => one.textContent === label)!.click();
const fill = (at: number, text: string) => {
  const field = root.querySelectorAll('input')[at]!;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const submit = () => root.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
const settled = () => new Promise((done) => setTimeout(done, 20));

it('forgets what was wrong with a field when it is changed', async () => {
  const errors = [
    { param: 'username', code: 'name_reserved', message: 'This name is reserved.' },
    { param: 'password', code: 'password_too_similar', message: 'Too close to the name.' },
    { param: 'password', code: 'password_too_common', message: 'Too common.' },
  ];
  answer({ 'POST auth/signup': [400, { status: 400, errors }] });
  show(<SignUp params={{}} query={new URLSearchParams()} />);
  fill(0, 'admin');
  fill(1, 'password');
  await settled();
  submit();
  await vi.waitFor(() => expect(root.querySelectorAll('.field-error')).toHaveLength(2));
  fill(0, 'nora');
  await settled();
  const left = [...root.querySelectorAll('.field-error')].map((one) => one.textContent);
  expect(left).toEqual([t('faults.password_too_common')]);
  fill(1, 'a quiet table for one');
  await settled();
  expect(root.querySelectorAll('.field-error, .notice.bad')).toHaveLength(0);
});

it('asks for the password before the key is shown, and shows the codes that come along once', async () => {
  const asked: string[] = [];
  const codes = Array.from({ length: 10 }, (_, at) => `c0de000${at}`);
  let [known, on] = [false, false];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const asking = `${method} ${path.replace(/^.*\/account\/authenticators/, '')}`;
    asked.push(asking);
    const say = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
    const list = on ? [{ type: 'totp', created_at: 1 }, { type: 'recovery_codes', created_at: 1, unused_code_count: 10 }] : [];
    if (asking === 'GET ') return say(200, { data: list });
    if (asking === 'GET /totp') return say(404, { meta: { secret: 'ABCDEFGH', totp_url: URI } });
    if (!known) return say(401, { data: { flows: [{ id: 'reauthenticate' }] }, meta: { is_authenticated: true } });
    if (asking === 'POST /totp') on = true;
    return say(200, { data: asking === 'GET /recovery-codes' ? { unused_codes: codes } : {} });
  });
  const proved = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!mustProve(error)) throw error;
      expect(root.querySelector('.qr-code')).toBeNull();
      expect(asked).not.toContain('GET /totp');
      known = true;
      return await work();
    }
  };
  show(<Security me={{} as never} again={() => undefined} proved={proved} />);
  await vi.waitFor(() => expect(root.textContent).toContain(t('account.totp_begin')));
  press(t('account.totp_begin'));
  await vi.waitFor(() => expect(root.querySelector('.qr-code')).not.toBeNull(), 5000);
  expect(known).toBe(true);
  const field = [...root.querySelectorAll('input')].findIndex(({ autocomplete }) => autocomplete === 'one-time-code');
  fill(field, '123456');
  await settled();
  root.querySelector('.qr-code')!.closest('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect([...root.querySelectorAll('.codes li')].map((one) => one.textContent)).toEqual(codes));
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  press(t('account.copy'));
  expect(copied).toEqual([codes.join('\n')]);
  render(null, root);
  show(<Security me={{} as never} again={() => undefined} proved={proved} />);
  await vi.waitFor(() => expect(root.textContent).toContain(t('account.codes_left', { n: 10 })));
  expect(root.querySelector('.codes')).toBeNull();
});

it.each([['guest', 'account.none_title'], ['nobody', 'account.stranger_title']] as const)('tells a %s what they are', (kind, title) => {
  session.set({ name: '', kind });
  show(<Account params={{}} query={new URLSearchParams()} />);
  expect(root.querySelector('h2')!.textContent).toBe(t(title));
});

it('draws the authenticator’s key as a QR code with a quiet edge and three corners', async () => {
  answer({
    'GET account/authenticators': [200, { data: [] }],
    'GET account/authenticators/webauthn': [200, { data: {} }],
    'GET account/authenticators/totp': [404, { meta: { secret: '6LJMQ3ZKNNME44JMHKNUOBEVELPLKUXY', totp_url: URI } }],
  });
  show(<Security me={{} as never} again={() => undefined} proved={(work) => work()} />);
  await vi.waitFor(() => expect(root.textContent).toContain(t('account.totp_begin')));
  expect(root.querySelector('.qr-code')).toBeNull();
  [...root.querySelectorAll('button')].find((one) => one.textContent === t('account.totp_begin'))!.click();
  await vi.waitFor(() => expect(root.querySelector('.qr-code path')?.getAttribute('d')).toBeTruthy(), 5000);
  const picture = root.querySelector('.qr-code')!;
  expect(picture.getAttribute('aria-label')).toBe(t('account.totp_picture'));
  const size = Number(picture.getAttribute('viewBox')!.split(' ')[2]);
  const dark = new Set(picture.querySelector('path')!.getAttribute('d')!.match(/\d+ \d+(?=h)/g));
  const corner = (left: number, top: number) =>
    Array.from({ length: 7 }, (_, at) => (dark.has(`${left + at} ${top}`) ? 'x' : '.')).join('') +
    Array.from({ length: 7 }, (_, at) => (dark.has(`${left + at} ${top + 1}`) ? 'x' : '.')).join('');
  for (const [left, top] of [[4, 4], [size - 11, 4], [4, size - 11]] as const) expect(corner(left, top)).toBe('xxxxxxxx.....x');
  expect([...dark].every((spot) => spot.split(' ').every((part) => Number(part) >= 4 && Number(part) < size - 4))).toBe(true);
  expect(root.textContent).toContain('6LJM Q3ZK');
});

it('welcomes who has just signed up, and asks for no account any more', async () => {
  vi.stubGlobal('PublicKeyCredential', Object);
  answer({
    'GET names/nora/': [200, { name: 'nora', free: true, code: null, message: null }],
    'POST auth/signup': [200, { status: 200 }],
    'GET me/': [200, { kind: 'person', name: 'nora', guest_waiting: null }],
    'GET config': [200, { data: {} }],
    'GET me/preferences/': [200, {}],
    'PATCH me/preferences/': [200, {}],
  });
  show(<SignUp params={{}} query={new URLSearchParams()} />);
  expect(root.querySelector('h1')!.textContent).toBe(t('signup.title'));
  fill(0, 'nora');
  fill(1, 'a quiet table for one');
  await settled();
  submit();
  await vi.waitFor(() => expect(root.textContent).toContain(t('signup.passkey_later')));
  expect([...root.querySelectorAll('h1, h2')].map((one) => one.textContent)).toEqual([t('signup.welcome')]);
});

it.each([[true, false], [false, true]])('tells keys only to those who may have some (fingers alone: %s)', (fingers, keys) => {
  vi.stubGlobal('matchMedia', () => ({ matches: fingers }));
  show(<Help onClose={() => undefined} />);
  expect(root.textContent!.includes(t('keys.arrows'))).toBe(keys);
  expect(root.querySelector('h2')!.textContent).toBe(t(fingers ? 'table.controls' : 'keys.title'));
  expect(root.textContent).toContain(t('keys.double_does'));
});

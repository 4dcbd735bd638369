// @vitest-environment happy-dom
/** What a hint says, and until when. */
import { render } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, setLanguage, t } from '../src/i18n';
import { Sitting } from '../src/pages/table/session';
import { TextBoard } from '../src/pages/table/textboard';
import { preferences } from '../src/store/preferences';
import { Toasts } from '../src/ui/toast';
import { FakeServer, rulesOf } from './helpers/server';

const DECK = [...'CDHS'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit)).join('');
const root = document.createElement('div');
let server: FakeServer;
let hint: { version: number; verdict: string; action: string | null; reasons: string[] };
let sitting: Sitting;
let release: () => void = () => undefined;

beforeAll(async () => {
  await setLanguage('en');
  await loadTexts('en', 'rest');
  document.body.append(root);
});

beforeEach(async () => {
  server = new FakeServer(DECK, rulesOf('easy'));
  const view = server.view();
  hint = { version: 0, verdict: 'won', action: 'sw', reasons: ['turns_up_card'] };
  vi.stubGlobal('WebSocket', class extends EventTarget { send() {} close() {} });
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/hint/')) await new Promise<void>((done) => (release = done));
    return new Response(JSON.stringify(path.endsWith('/hint/') ? hint : view));
  });
  sitting = new Sitting('game');
  await vi.waitFor(() => expect(sitting.store.get().view).not.toBeNull());
  render(<Toasts />, root);
});

afterEach(() => {
  sitting.leave();
  render(null, root);
  vi.unstubAllGlobals();
});

const said = () => root.textContent!.includes(t('hints.turns_up_card'));

it('is said until the next move', async () => {
  const asked = sitting.hint();
  release();
  await asked;
  await vi.waitFor(() => expect(said()).toBe(true));
  sitting.act('sw');
  await vi.waitFor(() => expect(said()).toBe(false));
});

it('says which move it means, and marks it among the moves in words', async () => {
  preferences.set({ textBoard: true });
  render(<><Toasts /><TextBoard sitting={sitting} /></>, root);
  const asked = sitting.hint();
  release();
  await asked;
  expect(sitting.store.get().spoken).toBe(t('text.draw'));
  await vi.waitFor(() => expect(root.querySelector('.text-moves .hinted')!.textContent).toBe(`sw: ${t('text.draw')} (${t('table.hint')})`));
  sitting.act('sw');
  await vi.waitFor(() => expect(root.querySelector('.text-moves .hinted')).toBeNull());
});

it('stands beside piles that name what is known face down', async () => {
  const view = server.view();
  const columns = view.columns.map((column, at) => (at === 2 ? { ...column, down: 2, up: '4D', known: '5C6C' } : column));
  sitting.game.receive({ t: 'view', v: 0, d: { ...view, columns } });
  render(<TextBoard sitting={sitting} />, root);
  await vi.waitFor(() => expect(root.textContent).toContain('Column 3: 2 face down (five of clubs, six of clubs), four of diamonds'));
});

it('of a deal that nobody can win does not speak of undo', async () => {
  hint = { version: 0, verdict: 'lost', action: null, reasons: [] };
  const asked = sitting.hint();
  release();
  await asked;
  await vi.waitFor(() => expect(root.textContent).toContain(t('hints.lost_deal')));
});

it('stays marked when the same game is told again', async () => {
  const cloth = root.appendChild(document.createElement('div'));
  sitting.mount(cloth);
  const asked = sitting.hint();
  release();
  await asked;
  expect(cloth.querySelector('.mark.hint')).not.toBeNull();
  const view = { ...server.view(), helped: true };
  sitting.game.receive({ t: 'view', v: 0, d: view });
  expect(sitting.store.get().view!.helped).toBe(true);
  expect(cloth.querySelector('.mark.hint')).not.toBeNull();
  sitting.act('sw');
  expect(cloth.querySelector('.mark.hint')).toBeNull();
});

it('is said no more when the table is left', async () => {
  const asked = sitting.hint();
  release();
  await asked;
  await vi.waitFor(() => expect(said()).toBe(true));
  sitting.leave();
  await vi.waitFor(() => expect(said()).toBe(false));
});

it('is not said at all where a move was made meanwhile', async () => {
  const asked = sitting.hint();
  sitting.act('sw');
  release();
  await asked;
  await new Promise((done) => setTimeout(done, 20));
  expect(said()).toBe(false);
});

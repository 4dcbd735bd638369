// @vitest-environment happy-dom
/** What pages show of what the API says. */
import { type ComponentChild, render } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { language, loadTexts, setLanguage, t } from '../src/i18n';
import { Page as Daily } from '../src/pages/daily';
import { Page as Day } from '../src/pages/daily/day';
import { Month } from '../src/pages/daily/month';
import { NewGame } from '../src/pages/new/form';
import { Continue } from '../src/pages/play/continue';
import { Page as Profile } from '../src/pages/profile';
import { runs } from '../src/pages/statistics/streak';
import { resultWords } from '../src/pages/table/words';
import type { View } from '../src/net/types';
import { session } from '../src/store/session';
import { Footer } from '../src/ui/footer';
import { Resign } from '../src/ui/resign';

const root = document.createElement('div');
const asked: string[] = [];
let answers: Record<string, unknown> = {};

beforeAll(async () => {
  await setLanguage('en');
  await loadTexts('en', 'rest');
  document.body.append(root);
});

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const asking = `${method} ${path.slice('/api/v1/'.length)}`;
    asked.push(asking);
    const known = Object.keys(answers).find((one) => asking.startsWith(one));
    if (known) return new Response(JSON.stringify(answers[known]), { status: 200 });
    return new Response('{"code": "not_found", "message": ""}', { status: 404 });
  });
  vi.stubGlobal('WebSocket', class extends EventTarget { close() {} });
});

afterEach(async () => {
  render(null, root);
  await new Promise((done) => setTimeout(done, 20));
  vi.unstubAllGlobals();
  answers = {};
  asked.length = 0;
  session.set({ name: '', kind: 'nobody' });
  await setLanguage('en');
});

const show = (what: ComponentChild) => render(what, root);
const text = () => root.textContent!;
const links = () => [...root.querySelectorAll('a')].map((one) => one.getAttribute('href')!);
const seen = (what: string) => vi.waitFor(() => expect(text()).toContain(what));

const DEAL = {
  date: '2026-11-18', ladder: 'rated-1', phase: 'open', commitment: 'ab', opens_at: '', ends_at: '', closes_at: '2026-11-20T00:00:00Z',
  players: 1, own: null, deck: null, salt: null, line: null, par: null, par_proved: null,
};
const dailies = (since: string | null, deals = [DEAL, { ...DEAL, ladder: 'rated-3' }], gaps: { date: string; ladder: string }[] = []) => ({
  now: '2026-11-18T12:00:00Z', today: '2026-11-18', since, ends_at: '2026-11-19T00:00:00Z', preparing: [], deals, gaps,
});
const NOBODYS_BOARD = { ladder: 'rated-1', rows: [], length: 0, before: null, after: null, me: null };

describe('the calendar of dailies', () => {
  const shown = (since: string | null, gaps: string[] = []) =>
    show(<Month month="2026-11" today="2026-11-18" since={since} gaps={gaps} days={[{ date: '2026-11-03', status: 'won', game: 'x', score: 1, ms: 1, moves: 1 }]} ladder="rated-1" onMonth={() => undefined} />);

  it('leads to the days that had a deal and to no other', () => {
    shown('2026-11-16');
    expect(links().map((one) => one.split('?')[0])).toEqual(['/daily/2026-11-03/', '/daily/2026-11-16/', '/daily/2026-11-17/', '/daily/']);
  });

  it('tells the days without a deal', () => {
    shown('2026-11-16', ['2026-11-17']);
    expect(links().map((one) => one.split('?')[0])).toEqual(['/daily/2026-11-03/', '/daily/2026-11-16/', '/daily/']);
    expect(root.querySelector('td.none')!.textContent).toContain(t('daily.no_deal_that', { date: 'November 17, 2026' }));
  });

  it('leads to days of one’s own alone where no first day is known', () => {
    shown(null);
    expect(links()).toEqual(['/daily/2026-11-03/?ladder=rated-1']);
  });
});

describe('the daily page', () => {
  const opened = async (since: string | null) => {
    answers = { 'GET daily/2026-11-18/': NOBODYS_BOARD, 'GET daily/': dailies(since) };
    show(<Daily params={{}} query={new URLSearchParams()} />);
    await vi.waitFor(() => expect(root.querySelector('.month')).not.toBeNull());
  };

  it('leads to yesterday only if there was a deal', async () => {
    await opened('2026-11-18');
    expect(text()).not.toContain(t('daily.yesterday'));
    render(null, root);
    await opened('2026-11-17');
    expect(text()).toContain(t('daily.yesterday'));
  });

  it('asks somebody without an account once to sign up', async () => {
    await opened('2026-11-18');
    expect(text().split(t('daily.needs_account'))).toHaveLength(2);
    expect(links().filter((one) => one.startsWith('/signup/'))).toHaveLength(1);
    expect(text()).not.toContain(t('daily.one_try'));
  });

  it('offers both deals to a person', async () => {
    session.set({ name: 'alice', kind: 'person' });
    await opened('2026-11-18');
    expect(text().split(t('daily.one_try'))).toHaveLength(3);
    expect(text()).not.toContain(t('daily.needs_account'));
  });

  it('asks again by itself while a deal is being proven', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const waiting = { ...dailies('2026-11-18', [{ ...DEAL, ladder: 'rated-3' }]), preparing: ['rated-1'] };
    answers = { 'GET daily/2026-11-18/': NOBODYS_BOARD, 'GET daily/': waiting };
    show(<Daily params={{}} query={new URLSearchParams()} />);
    await seen(t('daily.preparing'));
    expect(text()).toContain(t('daily.nobody'));
    expect(asked.filter((one) => one.includes('rated-1'))).toEqual([]);
    answers = { 'GET daily/2026-11-18/': NOBODYS_BOARD, 'GET daily/': dailies('2026-11-18') };
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(root.querySelectorAll('.daily-today')).toHaveLength(2));
    expect(text()).not.toContain(t('daily.preparing'));
    const times = asked.filter((one) => one === 'GET daily/').length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked.filter((one) => one === 'GET daily/')).toHaveLength(times);
    vi.useRealTimers();
  });

  it('says by one’s own clock until when a try may be finished', async () => {
    session.set({ name: 'alice', kind: 'person' });
    const own = { game: 'a', status: 'playing' };
    answers = { 'GET daily/2026-11-18/': NOBODYS_BOARD, 'GET daily/': dailies('2026-11-18', [{ ...DEAL, own, closes_at: '2026-11-19T23:00:00Z' } as never]) };
    show(<Daily params={{}} query={new URLSearchParams()} />);
    await seen(t('daily.continue'));
    expect(text()).toMatch(/until (Thursday, November 19|Friday, November 20) at \d+:00/);
  });

  it('says the hour of UTC once to somebody who lives by it', async () => {
    const zone = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(0);
    await opened('2026-11-18');
    expect(root.querySelector('.countdown small')!.textContent).toBe('at 00:00 UTC');
    zone.mockReturnValue(-60);
    render(null, root);
    await opened('2026-11-18');
    expect(root.querySelector('.countdown small')!.textContent).toMatch(/which is 00:00 UTC$/);
    zone.mockRestore();
  });

  it('keeps the place of what is still to come', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    show(<Daily params={{}} query={new URLSearchParams()} />);
    expect(root.querySelectorAll('.daily-two .panel')).toHaveLength(2);
    expect(root.querySelector('.countdown')).not.toBeNull();
  });
});

describe('a past day', () => {
  const opened = (day: string) => show(<Day params={{ date: day }} query={new URLSearchParams()} />);

  it('without a deal says so and leads to today’s, without a second try', async () => {
    vi.stubGlobal('fetch', async (path: string) =>
      path.endsWith('/daily/') ? new Response(JSON.stringify(dailies('2026-11-16'))) : new Response('{"code": "not_found"}', { status: 404 }));
    opened('2026-11-01');
    await seen(t('daily.no_deal'));
    expect(root.querySelector('button')).toBeNull();
    expect(links()).toEqual(['/daily/', '/daily/']);
  });

  it('leads over days without a deal to those that had one', async () => {
    const gaps = [{ date: '2026-11-17', ladder: 'rated-1' }, { date: '2026-11-15', ladder: 'rated-1' }];
    answers = { 'GET daily/2026-11-16/rated-1/leaderboard': NOBODYS_BOARD, 'GET daily/2026-11-16/rated-1/': { ...DEAL, date: '2026-11-16', phase: 'over' }, 'GET daily/': dailies('2026-11-14', undefined, gaps) };
    opened('2026-11-16');
    await seen(t('daily.day_after'));
    const [before, after] = [t('daily.day_before'), t('daily.day_after')].map((label) => [...root.querySelectorAll('a')].find((one) => one.textContent === label)!.getAttribute('href'));
    expect([before, after]).toEqual(['/daily/2026-11-14/?ladder=rated-1', '/daily/']);
  });

  it('leads to its neighbours that had a deal', async () => {
    answers = { 'GET daily/2026-11-16/rated-1/leaderboard': NOBODYS_BOARD, 'GET daily/2026-11-16/rated-1/': { ...DEAL, date: '2026-11-16', phase: 'over' }, 'GET daily/': dailies('2026-11-16') };
    opened('2026-11-16');
    await seen(t('daily.day_after'));
    expect(text()).not.toContain(t('daily.day_before'));
    expect(links()).toContain('/daily/2026-11-17/?ladder=rated-1');
  });
});

describe('games in play', () => {
  const line = { id: 'a', slug: 'rated-1', kind: 'rated', ladder: 'rated-1', moves: 1, created_at: '2026-11-18T12:00:00Z', started_at: '2026-11-18T12:01:00Z' };
  const opened = async (...games: unknown[]) => {
    session.set({ name: 'alice', kind: 'person' });
    answers = { 'GET games/': { games }, 'POST games/a/resign/': {} };
    show(<Continue />);
    await seen(t('new.continue_title'));
  };

  it.each([['en', 'Rated · Draw 1', '1 move', '12 moves'], ['nl', 'Klassement · 1 kaart', '1 zet', '12 zetten'], ['de', 'Wertung · 1 Karte', '1 Zug', '12 Züge']])(
    'are named and counted in words of %s',
    async (code, name, one, many) => {
      await setLanguage(code);
      await opened(line, { ...line, id: 'b', moves: 12 });
      expect(language()).toBe(code);
      const rows = [...root.querySelectorAll('li')].map((row) => row.textContent!);
      expect(rows[0]).toContain(name);
      expect(rows[0]).toMatch(new RegExp(`· ${one}(?![a-zü])`));
      expect(rows[1]).toContain(`· ${many}`);
      expect(rows[0]).toMatch(/\b18\b/);
    },
  );

  it('are not called begun before the first move, and leave their place to those that are', async () => {
    const dealt = { ...line, moves: 0, started_at: null };
    const casual = (id: string) => ({ ...dealt, id, kind: 'casual', ladder: null, slug: 'easy' });
    await opened(...['a', 'b', 'c', 'd', 'e'].map(casual), { ...dealt, id: 'f' }, { ...line, id: 'g' });
    const rows = [...root.querySelectorAll('li')];
    expect(links()).toEqual(['f', 'g', 'a', 'b', 'c'].map((id) => `/game/${id}/`));
    expect(rows[0]!.textContent).toContain(t('new.not_begun'));
    expect(rows[0]!.textContent).not.toMatch(/begun Nov|0 moves/);
    expect(rows[1]!.textContent).toMatch(/begun Nov.*1 move/);
  });

  it('can be given up after a question, and are then listed no more', async () => {
    HTMLDialogElement.prototype.showModal = () => undefined;
    await opened(line, { ...line, id: 'b' });
    root.querySelector<HTMLButtonElement>('li button')!.click();
    await seen(t('table.resign_title'));
    expect(asked).not.toContain('POST games/a/resign/');
    root.querySelector<HTMLButtonElement>('.dialog .danger')!.click();
    await vi.waitFor(() => expect(root.querySelectorAll('li')).toHaveLength(1));
    expect(asked).toContain('POST games/a/resign/');
  });

  it('stay listed when they can’t be given up', async () => {
    await opened({ ...line, id: 'c' });
    root.querySelector<HTMLButtonElement>('li button')!.click();
    await seen(t('table.resign_title'));
    root.querySelector<HTMLButtonElement>('.dialog .danger')!.click();
    await vi.waitFor(() => expect(asked).toContain('POST games/c/resign/'));
    await new Promise((done) => setTimeout(done, 20));
    expect(root.querySelectorAll('li')).toHaveLength(1);
  });
});

describe('a player’s page', () => {
  const person = { name: 'alice', kind: 'person', created_at: '2026-11-01T12:00:00Z', suspended: false };
  const none = { name: 'alice', kind: 'person', statistics: [], ladders: [], dailies: [], achievements: [] };
  const opened = async (stats: unknown) => {
    answers = { 'GET users/alice/stats/': stats, 'GET users/alice/games/': { games: [], after: null }, 'GET users/alice/': person };
    show(<Profile params={{ name: 'alice' }} query={new URLSearchParams()} />);
    await seen(t('profile.no_games'));
  };

  it('lets the player sign out at its head, and nobody else', async () => {
    session.set({ name: 'bob', kind: 'person' });
    await opened(none);
    expect(text()).not.toContain(t('account.sign_out'));
    session.set({ name: 'alice', kind: 'person' });
    await seen(t('account.sign_out'));
    vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
      const out = method === 'DELETE' && path.endsWith('/auth/session');
      return new Response('{}', { status: out ? 401 : 404 });
    });
    [...root.querySelectorAll('button')].find((one) => one.textContent === t('account.sign_out'))!.click();
    await vi.waitFor(() => expect(session.get().kind).toBe('nobody'));
  });

  it('says that nothing was rated only where nothing was', async () => {
    await opened(none);
    expect(text()).toContain(t('profile.no_rated'));
  });

  it('counts a daily that was given up as one', async () => {
    await opened({
      ...none,
      statistics: [{ sort: 'daily', rules: 'rated-1', played: 1, won: 0 }],
      dailies: [{ ladder: 'rated-1', won: 0, streak: 0, best_streak: 0 }],
    });
    expect(text()).not.toContain(t('profile.no_rated'));
    expect(text()).toContain(t('daily.title'));
  });
});

describe('a new game', () => {
  const refused = async (code: string, from: string, field: string, body: object) => {
    await setLanguage(code);
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 400 }));
    show(<NewGame />);
    root.querySelector<HTMLInputElement>(`input[value="${from}"]`)!.click();
    await vi.waitFor(() => expect(root.querySelector(field)).not.toBeNull());
    root.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(root.querySelector('.field-error')).not.toBeNull());
    return root.querySelector('.field-error')!.textContent!;
  };

  it.each(['en', 'nl', 'de'])('says what is wrong with a code in %s', async (code) => {
    const body = { code: 'bad_code', message: "'1' in the number is not one of A–Z and 2–7", extra: {} };
    const said = await refused(code, 'code', 'input[placeholder]', body);
    expect(said).toBe(`${t('errors.bad_code')} ${t('new.code_shape')}`);
  });

  it.each([
    ['en', '5 cards, not 52; no card: ZZ (place 3); more than once: KS; missing: 2C, 3C.'],
    ['nl', '5 kaarten, niet 52; geen kaart: ZZ (plaats 3); meer dan eens: KS; ontbreekt: 2C, 3C.'],
    ['de', '5 Karten, nicht 52; keine Karte: ZZ (Platz 3); mehrmals: KS; fehlt: 2C, 3C.'],
  ])('says what is wrong with a deck in %s', async (code, words) => {
    const extra = { count: 5, wrong: ['ZZ (place 3)'], doubled: ['KS'], missing: ['2C', '3C'] };
    const said = await refused(code, 'deck', 'textarea', { code: 'bad_deck', message: '5 cards, not 52', extra });
    expect(said).toBe(`${t('errors.bad_deck')} ${words}`);
  });
});

it('leads from the foot of a page to what the site is and to its API', () => {
  show(<Footer />);
  expect(links()).toEqual(['/about/', '/api/docs/']);
});

it('says of today’s try what giving it up costs', () => {
  show(<Resign daily onClose={() => undefined} onResign={() => undefined} />);
  expect(text()).toContain(t('table.resign_daily'));
  show(<Resign daily={false} onClose={() => undefined} onResign={() => undefined} />);
  expect(text()).not.toContain(t('table.resign_daily'));
});

it.each([['en', '1 point, 1 move, 0:05'], ['nl', '1 punt, 1 zet, 0:05'], ['de', '1 Punkt, 1 Zug, 0:05']])('counts one of each right in %s', async (code, said) => {
  await setLanguage(code);
  const view = { score: 1, money: null, moves: 1, clock: { ms: 5000 } } as View;
  expect(resultWords(view)).toBe(said);
  expect(resultWords({ ...view, score: null }).split(', ')).toHaveLength(2);
  expect(resultWords({ ...view, money: '+$208' })).toMatch(/^\+\$208, /);
});

it('counts wins and losses in a row', () => {
  expect(runs([])).toEqual([]);
  expect(runs([true, true, false, false, false, true])).toEqual([1, 2, -1, -2, -3, 1]);
});

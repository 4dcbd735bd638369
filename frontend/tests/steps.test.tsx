// @vitest-environment happy-dom
/** Two steps within one tick, before anything is drawn anew, are two steps. */
import { type ComponentChild, render } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, setLanguage, t, type TextKey } from '../src/i18n';
import { NewGame } from '../src/pages/new/form';
import { Controls } from '../src/pages/replay/controls';
import { usePlayer, useReplayKeys } from '../src/pages/replay/player';
import { Scene, type Frame } from '../src/pages/learn/scene';
import { OwnDays } from '../src/pages/daily/own';
import { Page as Boards } from '../src/pages/leaderboards';
import { go, place } from '../src/router';
import { useStore } from '../src/store/store';

const root = document.createElement('div');

beforeAll(async () => {
  await setLanguage('en');
  await loadTexts('en', 'rest');
  document.body.append(root);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('WebSocket', class extends EventTarget { close() {} });
});

beforeEach(() => render(null, root));
afterEach(() => void vi.useRealTimers());

const show = (what: ComponentChild) => render(what, root);
const drawn = () => new Promise((done) => setTimeout(done));

/** Time by hand, once nothing is left that waits for real time. */
async function stopClock(): Promise<void> {
  await new Promise((done) => setTimeout(done, 150));
  vi.useFakeTimers();
}
const button = (key: TextKey) =>
  [...root.querySelectorAll('button')].find((one) => [one.getAttribute('aria-label'), one.textContent].includes(t(key)))!;
const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

function choose(label: string): void {
  const found = [...root.querySelectorAll('label')].find((one) => one.textContent === label)!;
  found.querySelector('input')!.click();
}

function pick(label: TextKey, value: string): void {
  const found = [...root.querySelectorAll('label')].find((one) => one.textContent!.startsWith(t(label)))!;
  const select = found.querySelector('select')!;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('a replay', () => {
  const actions = Array.from({ length: 9 }, () => 'sw');
  function Replay({ start }: { start: number }) {
    const player = usePlayer(actions.length, start);
    useReplayKeys(player);
    return <Controls player={player} actions={actions} />;
  }
  const at = () => Number(root.querySelector<HTMLInputElement>('input[type="range"]')!.value);

  it('hears a key as soon as it is shown, and the button after it', async () => {
    show(<Replay start={5} />);
    press('ArrowRight');
    button('replay.next').click();
    await drawn();
    expect(at()).toBe(7);
  });

  it('steps back as often as it is told, and not beyond its ends', async () => {
    show(<Replay start={4} />);
    press('ArrowLeft');
    press('ArrowLeft');
    await drawn();
    expect(at()).toBe(2);
    for (let times = 0; times < 12; times++) press('ArrowRight');
    await drawn();
    expect(at()).toBe(9);
    for (let times = 0; times < 12; times++) press('ArrowLeft');
    press('ArrowRight');
    await drawn();
    expect(at()).toBe(1);
  });

  it('goes on by itself until a step is made by hand', async () => {
    await stopClock();
    show(<Replay start={3} />);
    press(' ');
    await vi.advanceTimersByTimeAsync(1500);
    expect(at()).toBe(5);
    press('ArrowRight');
    await vi.advanceTimersByTimeAsync(5000);
    expect(at()).toBe(6);
  });

  it('stops at the end, and begins anew from there', async () => {
    await stopClock();
    show(<Replay start={8} />);
    press(' ');
    await vi.advanceTimersByTimeAsync(3000);
    expect(at()).toBe(9);
    press(' ');
    await vi.advanceTimersByTimeAsync(800);
    expect(at()).toBe(1);
  });
});

describe('other pages', () => {
  it('step through an example', async () => {
    const column = { down: 0, up: '', known: null };
    const frame = { columns: Array.from({ length: 7 }, () => column), stock: 24, waste: '', foundations: { C: 0, D: 0, H: 0, S: 0 }, pass: 1, score: 0, money: null, action: null, refused: null } as unknown as Frame;
    show(<Scene title="" fan={1} frames={[frame, frame, frame, frame]} texts={['one', 'two', 'three', 'four']} />);
    button('examples.step').click();
    button('examples.step').click();
    await drawn();
    expect(root.querySelector('.scene-text')!.textContent).toContain('three');
  });

  it('go back two months of a calendar', async () => {
    show(<OwnDays today="2026-11-30" ladder="rated-1" />);
    button('daily.month_before').click();
    button('daily.month_before').click();
    await drawn();
    expect(root.querySelector('.month-head strong')!.textContent).toBe('September 2026');
  });

  it('take two parts of a rule set of one’s own', async () => {
    show(<NewGame />);
    button('new.all').click();
    await drawn();
    choose(t('new.custom') + t('new.custom_note'));
    await drawn();
    choose(t('new.draw_1'));
    choose(t('new.scoring_vegas'));
    await drawn();
    const chosen = [...root.querySelectorAll('.custom input[type="radio"]:checked')].map((one) => (one as HTMLInputElement).value);
    expect(chosen).toEqual(['1', '0', 'vegas']);
  });

  it('take two filters of a board', async () => {
    go('/leaderboards/rated-1/win_rate/');
    function Shown() {
      const where = useStore(place);
      return <Boards params={where.params} query={where.query} />;
    }
    show(<Shown />);
    pick('boards.board', 'best_time');
    pick('boards.who', 'bots');
    await drawn();
    expect(location.pathname + location.search).toBe('/leaderboards/rated-1/best_time/?bots=1');
  });
});

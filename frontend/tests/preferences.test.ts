// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askAccount, bringPreferences, DEFAULTS, forgetAccount, prefer, preferences } from '../src/store/preferences';

const sent: [string, unknown, boolean | undefined][] = [];

function answer(body: unknown): void {
  vi.stubGlobal('fetch', async (_: string, { method, body: text }: RequestInit) => {
    sent.push([method!, text ? JSON.parse(text as string) : null, undefined]);
    return new Response(JSON.stringify(body), { status: 200 });
  });
}

afterEach(async () => {
  await new Promise((done) => setTimeout(done, 5));
  forgetAccount();
  vi.unstubAllGlobals();
  sent.length = 0;
  preferences.set(DEFAULTS);
});

/** A server that answers when the test says so. */
function slow(): { finish: (status?: number) => Promise<void> } {
  const open: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', (_: string, { method, body, keepalive }: RequestInit) => {
    sent.push([method!, JSON.parse(body as string), keepalive]);
    return new Promise((done) => open.push(done));
  });
  const settle = () => new Promise<void>((done) => setTimeout(done, 5));
  return { finish: async (status = 200) => (open.shift()!(new Response('{}', { status })), settle()) };
}

describe('preferences and the account', () => {
  it('go there at once, and are carried to their end when the page is left', async () => {
    const server = slow();
    prefer({ felt: 'wine' }, true);
    expect(sent).toEqual([['PATCH', { felt: 'wine' }, true]]);
    await server.finish();
    expect(sent).toHaveLength(1);
  });

  it('go there by the names of the API, one change at a time, and the latest wins', async () => {
    const server = slow();
    prefer({ backColour: 'red' }, true);
    prefer({ fourColours: true, language: '' }, true);
    prefer({ felt: 'blue' }, true);
    prefer({ felt: 'slate' }, true);
    expect(sent.map(([, body]) => body)).toEqual([{ back_colour: 'red' }]);
    await server.finish();
    expect(sent.slice(1).map(([, body]) => body)).toEqual([{ four_colours: true, language: 'auto', felt: 'slate' }]);
    await server.finish();
    expect(sent).toHaveLength(2);
  });

  it('stay here where there is no account', () => {
    slow();
    prefer({ felt: 'wine' }, false);
    expect(sent).toEqual([]);
  });

  it('are sent with the next change when they could not be told, and not by themselves', async () => {
    const server = slow();
    prefer({ felt: 'slate' }, true);
    await server.finish(503);
    expect(sent).toHaveLength(1);
    prefer({ back: 'stars' }, true);
    expect(sent[1]![1]).toEqual({ felt: 'slate', back: 'stars' });
    await server.finish();
  });

  it('lose nothing to a change made while another was refused', async () => {
    const server = slow();
    prefer({ felt: 'slate' }, true);
    prefer({ felt: 'blue' }, true);
    await server.finish(503);
    expect(sent[1]![1]).toEqual({ felt: 'blue' });
    await server.finish();
  });

  it('are asked for once a page, and anew when somebody else plays', async () => {
    answer({});
    await Promise.all([bringPreferences(), askAccount()]);
    await askAccount();
    expect(sent).toHaveLength(1);
    forgetAccount();
    await askAccount();
    expect(sent).toHaveLength(2);
  });

  it('are not undone by what the account said before it knew', async () => {
    answer({ felt: 'green' });
    const brought = bringPreferences();
    prefer({ felt: 'blue' }, true);
    await brought;
    expect(preferences.get().felt).toBe('blue');
  });

  it('come from there, but nothing unknown and no language where none was chosen', async () => {
    answer({ back_colour: 'green', text_board: true, language: 'auto', felt: 'tartan', watchable: true });
    await bringPreferences();
    expect(preferences.get()).toEqual({ ...DEFAULTS, backColour: 'green', textBoard: true });
  });
});

/**
 * One sitting at a table: the game, its link to the server and the board, brought together. The
 * page around it draws from `store` and calls these methods.
 */
import { type BoardApi, type Options, type Position, type Spot, createBoard, pileSize } from '../../board';
import { hasText, t } from '../../i18n';
import { ApiError, get, patiently, post } from '../../net/rest';
import { GameLink, type LinkState } from '../../net/socket';
import type { Refused, View } from '../../net/types';
import { canFinish, nextHome } from '../../play/finish';
import { Game, type Shown } from '../../play/game';
import cards from '../../art/cards.svg?url';
import { type Preferences, preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { Store } from '../../store/store';
import { explain } from '../../ui/errors';
import { say } from '../../ui/toast';
import { firstSight } from './dealt';
import { Winnable } from './winnable';
import { actionWords, moveWords, resultWords, spotWords } from './words';

export interface Table {
  view: View | null;
  position: Position | null;
  legal: readonly string[];
  undo: boolean;
  redo: boolean;
  link: LinkState;
  /** It is the game of somebody else, who lets others watch or has ended it. */
  foreign: boolean;
  /** Why there is nothing to show. */
  error: ApiError | null;
  finishing: boolean;
  /** All cards are in sight: the rest can be played by itself. */
  canFinish: boolean;
  celebrating: boolean;
  /** Actions on their way to the server. */
  waiting: number;
  /** What a screen reader is told next. */
  spoken: string;
  /** A hint is being looked for. */
  hinting: boolean;
  /** The move that a hint points at. */
  hinted: string | null;
  /** Can the game still be won? Null where that is not asked or not known. */
  winnable: boolean | null;
}

interface Hint {
  version: number;
  verdict: 'won' | 'lost' | 'unknown';
  action: string | null;
  reasons: string[];
}

const EMPTY: Table = {
  view: null,
  position: null,
  legal: [],
  undo: false,
  redo: false,
  link: 'connecting',
  foreign: false,
  error: null,
  finishing: false,
  canFinish: false,
  celebrating: false,
  waiting: 0,
  spoken: '',
  hinting: false,
  hinted: null,
  winnable: null,
};

const SPEED = { none: 0, fast: 110, normal: 190, slow: 360 };
const FINISH_STEP = 110;

const stillness = matchMedia('(prefers-reduced-motion: reduce)');

const sameSpot = (a: Spot, b: Spot | null): boolean => a.pile === b?.pile && a.index === b.index;

function boardOptions(value: Preferences, draw: number): Options {
  const { tap, leftHanded, deck, animation } = value;
  const duration = stillness.matches ? 0 : SPEED[animation];
  return { tap, leftHanded, deck, duration, fan: draw === 3 ? 3 : 1, viewOnly: false };
}

/** What the page knows of its player may be older than the game: the service is asked before it is believed. */
async function isForeign({ player }: View): Promise<boolean> {
  if (player?.name === session.get().name) return false;
  return (await get<{ name: string }>('me/')).name !== player?.name;
}

export class Sitting {
  readonly store = new Store<Table>(EMPTY);
  readonly game: Game;
  readonly #link: GameLink;
  #board: BoardApi | null = null;
  #finish: ReturnType<typeof setTimeout> | undefined;
  #lastAction = '';
  #fresh = true;
  #lostAt = 0;
  /** The hint that is said, with the number of actions that it rests on. */
  #hint: { at: number; unsay: () => void } | null = null;
  readonly #stops: (() => void)[] = [];
  readonly #winnable = new Winnable((winnable) => this.store.set({ winnable }));

  constructor(readonly id: string) {
    this.game = new Game({
      change: (shown) => this.#change(shown),
      send: (message) => this.#link.send(message),
      refused: (refused) => this.#refused(refused),
      told: (actions, before, after) => this.#told(actions, before, after),
      ended: (view) => this.#ended(view),
    });
    this.#link = new GameLink(id, {
      message: (message) => this.game.receive(message),
      state: (state, code) => this.#linked(state, code),
      version: () => this.game.version,
    });
    void this.#read();
    this.#stops.push(preferences.watch(() => this.#configure()));
    const hide = () => this.#seen();
    document.addEventListener('visibilitychange', hide);
    this.#stops.push(() => document.removeEventListener('visibilitychange', hide));
  }

  /** Put the cards on a cloth. */
  mount(root: HTMLElement): void {
    this.#board = createBoard(root, cards, boardOptions(preferences.get(), 1), {
      act: (action) => this.act(action),
      cursor: (spot, picked) => this.#speakSpot(spot, sameSpot(spot, picked)),
      notice: (what) => this.#noticed(what),
      touched: () => this.stopFinish(),
    });
    const { position, legal } = this.store.get();
    if (position) this.#draw(position, legal);
  }

  leave(): void {
    this.stopFinish();
    this.#winnable.stop();
    this.#forgetHint();
    this.#link.close();
    this.#board?.destroy();
    for (const stop of this.#stops) stop();
  }

  act(action: string): void {
    if (this.store.get().view?.status !== 'playing') return;
    this.#lastAction = action;
    this.#sound(action[1] === 'f' ? 'home' : action === 'sw' || action === 'ws' ? 'draw' : 'put');
    this.game.act(action);
  }

  undo(): void {
    this.stopFinish();
    if (this.store.get().undo) this.act('uu');
  }

  redo(): void {
    this.stopFinish();
    if (this.store.get().redo) this.act('rr');
  }

  resign(): void {
    this.stopFinish();
    this.game.resign();
  }

  /** A key that means something on the cloth. */
  key(event: KeyboardEvent): boolean {
    return this.#board?.key(event) ?? false;
  }

  async hint(): Promise<void> {
    this.stopFinish();
    if (this.store.get().hinting) return;
    this.store.set({ hinting: true });
    try {
      this.#point(await patiently(() => post<Hint>(`games/${this.id}/hint/`)));
    } catch (error) {
      say(explain(error), 'bad');
    } finally {
      this.store.set({ hinting: false });
    }
  }

  /** Play everything home, one ordinary move after the other, until anything is touched. */
  finish(): void {
    if (this.store.get().finishing || !this.store.get().canFinish) return;
    this.store.set({ finishing: true });
    this.#finishStep();
  }

  stopFinish(): void {
    clearTimeout(this.#finish);
    if (this.store.get().finishing) this.store.set({ finishing: false });
  }

  /** Show a hint, unless a move was made meanwhile. */
  #point({ version, verdict, action, reasons }: Hint): void {
    if (version !== this.game.version || this.store.get().waiting) return;
    this.#forgetHint();
    this.#board?.hint(action);
    const { position, undo } = this.store.get();
    this.store.set({ hinted: action });
    const lost = version === 0 ? 'lost_deal' : undo ? 'lost' : 'cannot_win';
    const key = `hints.${action ? reasons[0] : verdict === 'lost' ? lost : 'none'}`;
    this.#hint = { at: version, unsay: hasText(key) ? say(t(key)) : () => undefined };
    if (action && position) this.#speak(moveWords(position, action));
  }

  #forgetHint(): void {
    this.#hint?.unsay();
    this.#hint = null;
    if (this.store.get().hinted) this.store.set({ hinted: null });
  }

  #finishStep(): void {
    const { position, legal, finishing } = this.store.get();
    const action = position && finishing ? nextHome(position, legal) : null;
    if (!action) {
      this.stopFinish();
      return;
    }
    this.act(action);
    this.#finish = setTimeout(() => this.#finishStep(), FINISH_STEP);
  }

  async #read(): Promise<void> {
    try {
      const view = await get<View>(`games/${this.id}/`);
      if (this.game.version === null) this.game.takeView(view);
      if (await isForeign(view)) this.store.set({ foreign: true });
    } catch (error) {
      // The link goes on trying by itself: only a plain no is told.
      const plain = error instanceof ApiError && [401, 403, 404].includes(error.status);
      if (plain && !this.store.get().view) this.store.set({ error: error as ApiError });
    }
  }

  #linked(state: LinkState, code?: number): void {
    const before = this.store.get().link;
    if (state === 'open') {
      if (this.#lostAt && Date.now() - this.#lostAt > 1500) say(t('net.back'));
      this.#lostAt = 0;
      this.game.resend();
    }
    if (state === 'lost') this.#lostAt ||= Date.now();
    if (state === 'refused') {
      this.stopFinish();
      this.store.set({ view: null, error: new ApiError((code ?? 4404) - 4000, 'refused', '') });
    }
    // While it is being tried again the page goes on saying that the link is lost.
    if (!(state === 'connecting' && before === 'lost')) this.store.set({ link: state });
  }

  #seen(): void {
    const view = this.store.get().view;
    if (!view || view.status !== 'playing') return;
    const v = view.version;
    this.#link.send({ t: document.hidden ? 'hidden' : 'shown', v, d: {} });
    if (!document.hidden) this.#link.send({ t: 'sync', v, d: {} });
    else {
      this.stopFinish();
      if (view.kind === 'casual') this.game.clock.pause();
    }
  }

  #change({ view, position, legal, undo, redo, waiting }: Shown): void {
    const before = this.store.get().position;
    const first = before === null;
    this.store.set({ view, position, legal, undo, redo, waiting, error: null, canFinish: view.status === 'playing' && canFinish(position) });
    this.#draw(position, legal);
    if (this.#hint && this.#hint.at !== view.version + waiting) this.#forgetHint();
    this.#winnable.look(view, waiting);
    if (this.store.get().canFinish && preferences.get().autoFinish && !this.store.get().finishing) {
      // Only when the player's own move has brought this about, never upon opening or undoing.
      if (!first && this.#lastAction !== 'uu' && this.#lastAction) this.finish();
    }
  }

  #draw(position: Position, legal: readonly string[]): void {
    if (!this.#board) return;
    const { view } = this.store.get();
    const fresh = this.#fresh;
    this.#fresh = false;
    if (fresh) this.#configure();
    const deal = fresh && view?.version === 0 && firstSight(this.id);
    const ended = view?.status !== 'playing';
    this.#board.set(position, ended ? [] : legal, { still: fresh && !deal, deal });
  }

  #configure(): void {
    const { view } = this.store.get();
    const options = boardOptions(preferences.get(), view?.rules.draw ?? 1);
    this.#board?.configure({ ...options, viewOnly: view !== null && view.status !== 'playing' });
  }

  #refused(refused: Refused): void {
    this.stopFinish();
    this.#sound('refused');
    const extra = { reason: refused.reason ?? undefined };
    say(explain(new ApiError(422, refused.code, refused.message, extra)), 'bad');
  }

  #ended(view: View): void {
    this.stopFinish();
    this.#configure();
    this.#speak(`${t(view.status === 'won' ? 'table.won_title' : 'table.lost_title')}. ${resultWords(view)}`);
    if (view.status !== 'won') return;
    this.#sound('won');
    if (!preferences.get().celebrate || stillness.matches || !this.#board) return;
    this.store.set({ celebrating: true });
    this.#board.celebrate(() => this.store.set({ celebrating: false }));
  }

  /** What happened, in as few words as say it all. */
  #told(actions: readonly string[], before: Position, after: Position): void {
    const { view } = this.store.get();
    if (!view || view.status !== 'playing') return;
    const notice = view.notice ? `. ${t(`table.${view.notice}`)}` : '';
    this.#speak(actionWords(actions.at(-1)!, before, after) + notice);
  }

  #noticed(what: 'pick' | 'put' | 'refused'): void {
    const picked = this.#board?.picked();
    if (what === 'pick') {
      if (picked) this.#speakSpot(picked, true);
      return;
    }
    this.#sound(what);
    this.#speak(t(what === 'put' ? 'cards.put_back' : 'errors.illegal_move'));
  }

  #speakSpot(spot: Spot, held: boolean): void {
    const { position } = this.store.get();
    if (!position || !this.#board) return;
    const at = { ...spot, index: Math.min(spot.index, pileSize(position, spot.pile) - 1) };
    const what = spotWords(position, at, this.#board.stock());
    this.#speak(held ? t('cards.held', { what }) : what);
  }

  /** The same words twice in a row would be taken for nothing new: a space makes them differ. */
  #speak(words: string): void {
    const said = this.store.get().spoken;
    this.store.set({ spoken: words === said ? `${words}\u00a0` : words });
  }

  #sound(name: 'put' | 'draw' | 'home' | 'refused' | 'won'): void {
    if (!preferences.get().sounds) return;
    import('./sound').then(({ sound }) => sound(name), () => undefined);
  }
}

/**
 * A game in play: what the server confirmed, what is on its way there, and what to show meanwhile.
 * Every action is sent with the version it rests on; after a lost connection whatever was not
 * answered is sent again as it was, and the server answers a repeat without playing it twice.
 */
import type { Position } from '../board';
import type { Acted, Ended, FromServer, Refused, ToServer, View } from '../net/types';
import { GameClock } from './clock';
import { foresee, likely } from './forecast';
import { positionOf, replacePiles, samePosition } from './position';

interface Sent {
  a: number;
  v: number;
  action: string;
  acked: boolean;
}

/** What the page shows. */
export interface Shown {
  view: View;
  position: Position;
  legal: readonly string[];
  undo: boolean;
  redo: boolean;
  /** Actions on their way. */
  waiting: number;
}

interface GameEvents {
  change: (shown: Shown) => void;
  send: (message: ToServer) => void;
  refused: (refused: Refused) => void;
  /** The server confirmed actions, of this tab or another: the positions around them. */
  told?: (actions: readonly string[], before: Position, after: Position) => void;
  /** The game ended just now, by a move or by giving up. */
  ended: (view: View) => void;
}

export class Game {
  readonly clock: GameClock;
  #view: View | null = null;
  #position: Position | null = null;
  #sent: Sent[] = [];
  /** The positions before the latest actions, as far as they were seen: an undo goes back to one. */
  #past: Position[] = [];
  #last = 0;
  #resigning = 0;

  constructor(private readonly events: GameEvents, now?: () => number) {
    this.clock = new GameClock(now);
  }

  /** The version of the log that is confirmed here; null before the first view. */
  get version(): number | null {
    return this.#view?.version ?? null;
  }

  /** Play an action: shown at once, sent at once, on top of what is already on its way. */
  act(action: string): void {
    const view = this.#view;
    if (!view || view.status !== 'playing') return;
    const sent = { a: ++this.#last, v: view.version + this.#ahead().length, action, acked: false };
    this.#sent.push(sent);
    this.clock.start();
    this.#send(sent);
    this.#show();
  }

  resign(): void {
    if (!this.#view) return;
    this.#resigning = ++this.#last;
    this.#sendResign();
  }

  /** The connection is back: send what was never answered again. */
  resend(): void {
    for (const sent of this.#sent) if (!sent.acked) this.#send(sent);
    if (this.#resigning) this.#sendResign();
  }

  receive(message: FromServer): void {
    if (message.t === 'view') this.takeView(message.d);
    else if (message.t === 'acted') {
      this.#takeActed(message.v, message.d);
      if (message.d.a !== undefined) this.#takeAck(message.d.a);
    } else if (message.t === 'refused') this.#takeRefused(message.d);
    else if (message.t === 'ended') this.#takeEnded(message.v, message.d);
    else if (message.t === 'resync') this.#sync();
  }

  /** A whole view; an older one than what is shown is left aside. */
  takeView(view: View): void {
    const before = this.#view;
    if (before && view.version < before.version) return;
    const follows = before?.version === view.version;
    this.#view = view;
    const position = positionOf(view);
    // The same cards told again move nothing: what is drawn about them stays.
    if (!samePosition(this.#position, position)) this.#position = position;
    if (!follows) this.#past = [];
    this.clock.set(view.clock, view.status);
    this.#settle();
    this.#show();
    if (before?.status === 'playing' && view.status !== 'playing') this.#over();
  }

  #send({ a, v, action }: Sent): void {
    this.events.send({ t: 'act', v, d: { actions: [action], a } });
  }

  #sendResign(): void {
    this.events.send({ t: 'resign', v: this.#view?.version ?? 0, d: { a: this.#resigning } });
  }

  #sync(): void {
    this.events.send({ t: 'sync', v: this.#view?.version ?? 0, d: {} });
  }

  /** What is on its way and not part of the confirmed log yet. */
  #ahead(): Sent[] {
    return this.#sent.filter(({ v }) => v >= this.#view!.version);
  }

  /** Forget what is both acknowledged and part of the confirmed log. */
  #settle(): void {
    this.#sent = this.#sent.filter(({ v, acked }) => !acked || v >= this.#view!.version);
  }

  #takeActed(version: number, acted: Acted): void {
    const view = this.#view;
    if (!view || !this.#position || version <= view.version) return;
    if (version - acted.actions.length !== view.version) {
      this.#sync();
      return;
    }
    const { a: _a, actions, turned_up: _turned, piles, ...counts } = acted;
    this.#remember(actions);
    const before = this.#position;
    this.#position = replacePiles(before, piles);
    this.#view = { ...view, ...counts, version };
    this.clock.set(acted.clock, view.status);
    this.#settle();
    this.#show();
    this.events.told?.(actions, before, this.#position);
  }

  #remember(actions: string[]): void {
    const [action] = actions;
    if (actions.length !== 1) this.#past = [];
    else if (action === 'uu') this.#past.pop();
    else this.#past.push(this.#position!);
  }

  #takeAck(a: number | string): void {
    if (a === this.#resigning) this.#resigning = 0;
    const sent = this.#sent.find((one) => one.a === a);
    if (!sent) return;
    sent.acked = true;
    this.#settle();
  }

  /** A refused action takes those sent on top of it along: they rest on a position that never was. */
  #takeRefused(refused: Refused): void {
    if (refused.a === this.#resigning) this.#resigning = 0;
    const at = this.#sent.findIndex((one) => one.a === refused.a);
    if (at < 0) return;
    this.#sent = this.#sent.slice(0, at);
    if (refused.code === 'stale') this.#sync();
    this.#show();
    this.events.refused(refused);
  }

  #takeEnded(version: number, ended: Ended): void {
    if (!this.#view) return;
    if (version > this.#view.version) this.#sync();
    const before = this.#view.status;
    const { clock, a: _a, ...rest } = ended;
    const stopped = { ms: clock.ms, running: false };
    const over = { legal: [], undo: false, redo: false, notice: null, clock: stopped };
    this.#view = { ...this.#view, ...rest, ...over };
    this.#sent = [];
    this.#resigning = 0;
    this.clock.set(stopped, this.#view.status);
    this.#show();
    if (before === 'playing') this.#over();
  }

  #over(): void {
    this.events.ended(this.#view!);
  }

  #show(): void {
    const view = this.#view;
    if (!view || !this.#position) return;
    const ahead = this.#ahead();
    const shown = { view, undo: view.undo, redo: view.redo, waiting: ahead.length };
    if (!ahead.length) this.events.change({ ...shown, position: this.#position, legal: view.legal });
    else this.events.change({ ...shown, ...this.#foreseen(view, ahead) });
  }

  #foreseen(view: View, ahead: Sent[]): Pick<Shown, 'position' | 'legal' | 'undo' | 'redo'> {
    let position = this.#position!;
    let { pass, undo, redo } = view;
    const past = [...this.#past];
    for (const { action } of ahead) {
      const before = position;
      position = (action === 'uu' ? past.pop() : foresee(position, action, view.rules)) ?? position;
      if (action !== 'uu') past.push(before);
      if (action === 'ws') pass += 1;
      undo = action === 'uu' ? past.length > 0 || undo : view.rules.undo_limit > 0;
      redo = action === 'uu';
    }
    return { position, legal: likely(position, view.rules, pass), undo, redo };
  }
}

/**
 * The websocket of a game. It comes back by itself after every loss, asks for what was missed with
 * `?v=`, and never gives up but where the server says that it may not come in.
 */
import type { FromServer, ToServer } from './types';

export type LinkState = 'connecting' | 'open' | 'lost' | 'refused';

export interface LinkEvents {
  message: (message: FromServer) => void;
  /** `code` is the websocket's close code where it was closed. */
  state: (state: LinkState, code?: number) => void;
  /** The version to go on from; null for a whole view. */
  version: () => number | null;
}

/**
 * Close codes that say that this client may not be here. Of a link that was in, the session may
 * have a new cookie by now, so it knocks once more; at the door the answer is final.
 */
const FINAL = new Set([4401, 4403, 4404]);
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15_000;
const LOOK_EVERY = 2_000;
/** Whoever says nothing for this long after a question is gone, though the line looks open. */
const PATIENCE = 10_000;
/** What the server answers; it takes note of everything else in silence. */
const QUESTIONS = new Set(['act', 'resign', 'sync', 'ping']);

export class GameLink {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  /** When the first question since the last answer was asked; 0 where none is open. */
  #asked = 0;
  #closed = false;
  /** Whether the server has let this link in, and whether the last one was sent away. */
  #inside = false;
  #knocks = false;

  constructor(private readonly id: string, private readonly events: LinkEvents) {
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  /** Send if connected; what is lost this way is sent again by the game when the link is back. */
  send(message: ToServer): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (QUESTIONS.has(message.t)) this.#asked ||= Date.now();
    this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close(1000);
  }

  #connect(): void {
    const version = this.events.version();
    const query = version === null ? '' : `?v=${version}`;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.events.state('connecting');
    const socket = new WebSocket(`${scheme}://${location.host}/ws/v1/games/${this.id}/${query}`);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('message', ({ data }) => this.#take(socket, String(data)));
    socket.addEventListener('close', ({ code }) => this.#lost(socket, code));
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#wait = FIRST_WAIT;
    this.#heard = Date.now();
    this.#asked = 0;
    this.#inside = false;
    // Whoever is nobody by now is told so at once, and need not wait to be asked for a token.
    if (this.#knocks) this.send({ t: 'ping', v: 0, d: {} });
    this.#knocks = false;
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#beat(), LOOK_EVERY);
    this.events.state('open');
  }

  #take(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    this.#asked = 0;
    const message = JSON.parse(text) as FromServer;
    this.#inside ||= message.t !== 'error';
    this.events.message(message);
  }

  /** A link that died without a word is given up when a question stays without an answer. */
  #beat(): void {
    const now = Date.now();
    if (this.#asked && now - this.#asked > PATIENCE) this.#drop();
    else if (!this.#asked && now - this.#heard > PING_EVERY) this.send({ t: 'ping', v: this.events.version() ?? 0, d: {} });
  }

  #drop(): void {
    const socket = this.#socket;
    socket?.close();
    if (socket) this.#lost(socket, 1006);
  }

  #lost(socket: WebSocket, code: number): void {
    if (this.#closed || socket !== this.#socket) return;
    clearInterval(this.#pulse);
    this.#socket = null;
    this.#knocks = FINAL.has(code) && this.#inside;
    this.#inside = false;
    if (FINAL.has(code) && !this.#knocks) {
      this.events.state('refused', code);
      return;
    }
    this.events.state('lost', code);
    // A little chance keeps a thousand clients from coming back in the same instant.
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** The network or the tab is back: no need to wait any longer. */
  readonly #hurry = (): void => {
    if (this.#closed || document.hidden) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      if (Date.now() - this.#heard > PING_EVERY * 1.5) this.#drop();
      return;
    }
    if (this.#socket || !this.#retry) return;
    clearTimeout(this.#retry);
    this.#wait = FIRST_WAIT;
    this.#connect();
  };
}

/** The game's clock between two words of the server. It never runs backwards, and not at all when over. */
import type { Clock, Status } from '../net/types';

export class GameClock {
  #base = 0;
  #since = 0;
  #running = false;
  #shown = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Take the server's word. The reading at the end of a game is final. */
  set(clock: Clock, status: Status): void {
    this.#base = clock.ms;
    this.#since = this.now();
    this.#running = clock.running && status === 'playing';
    if (!this.#running) this.#shown = clock.ms;
  }

  /** The first move starts it here at once, though the server has not answered yet. */
  start(): void {
    if (this.#running) return;
    this.#base = this.#shown;
    this.#since = this.now();
    this.#running = true;
  }

  /** Nobody looks: stand still until the server says how it is. */
  pause(): void {
    this.#base = this.read();
    this.#running = false;
  }

  /** Milliseconds to show. */
  read(): number {
    const ms = this.#running ? this.#base + this.now() - this.#since : this.#base;
    this.#shown = this.#running ? Math.max(this.#shown, ms) : ms;
    return this.#shown;
  }
}

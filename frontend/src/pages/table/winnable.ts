/** "Can it still be won?", asked in unrated games when the player wants to know and has paused a moment. */
import { patiently, post } from '../../net/rest';
import type { View } from '../../net/types';
import { preferences } from '../../store/preferences';

const PAUSE = 900;

export class Winnable {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = -1;

  constructor(private readonly tell: (winnable: boolean | null) => void) {}

  /** The game stands at another version: what was known is not known any more. */
  look(view: View, waiting: number): void {
    if (view.version === this.#version && !waiting) return;
    clearTimeout(this.#timer);
    this.#version = view.version;
    this.tell(null);
    const asked = preferences.get().winnable && view.kind === 'casual' && view.status === 'playing';
    if (asked && !waiting) this.#timer = setTimeout(() => void this.#ask(view.id), PAUSE);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#version = -1;
  }

  async #ask(id: string): Promise<void> {
    const version = this.#version;
    const ask = () => post<{ version: number; verdict: string }>(`games/${id}/analysis/`);
    const answer = await patiently(ask, () => version === this.#version).catch(() => null);
    if (!answer || version !== this.#version || answer.version !== version || answer.verdict === 'unknown') return;
    this.tell(answer.verdict === 'won');
  }
}

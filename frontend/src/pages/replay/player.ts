/** Where a replay is, and how it goes on by itself. */
import { useCallback, useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** Milliseconds an action, by speed. */
export const SPEEDS = { slow: 1400, normal: 700, fast: 250, fastest: 80 } as const;
export type Speed = keyof typeof SPEEDS;

interface Place {
  at: number;
  playing: boolean;
  /** Was the latest change a step of one action? Then it may be animated. */
  stepped: boolean;
}

/** `by` and `to` move by hand, which stops the playing; `tick` is its own step, `toggle` starts or stops it. */
type Turn = { by: number } | { to: number } | 'tick' | 'toggle';

export interface Player extends Place {
  last: number;
  speed: Speed;
  setSpeed: (speed: Speed) => void;
  jump: (to: number) => void;
  step: (by: 1 | -1) => void;
  toggle: () => void;
}

const within = (last: number, to: number) => Math.max(0, Math.min(last, Math.round(to) || 0));

function turned(last: number, place: Place, turn: Turn): Place {
  if (turn === 'toggle') {
    if (place.playing) return { ...place, playing: false };
    return place.at < last ? { ...place, playing: true } : { at: 0, playing: true, stepped: false };
  }
  if (turn === 'tick') {
    if (!place.playing) return place;
    const at = within(last, place.at + 1);
    return { at, playing: at < last, stepped: true };
  }
  const at = within(last, 'by' in turn ? place.at + turn.by : turn.to);
  return { at, playing: false, stepped: Math.abs(at - place.at) === 1 };
}

export function usePlayer(last: number, start: number): Player {
  const reduce = useCallback((place: Place, turn: Turn) => turned(last, place, turn), [last]);
  const [place, turn] = useReducer(reduce, { at: within(last, start), playing: false, stepped: false });
  const [speed, setSpeed] = useState<Speed>('normal');
  const { at, playing } = place;
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => turn('tick'), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [playing, at, speed]);
  const jump = useCallback((to: number) => turn({ to }), []);
  const step = useCallback((by: number) => turn({ by }), []);
  const toggle = useCallback(() => turn('toggle'), []);
  return { ...place, last, speed, setSpeed, jump, step, toggle };
}

/**
 * Keys: arrows step, space plays and stops, Home and End jump. They work as soon as the replay can
 * be seen: an effect after the first painting would leave the first presses unheard.
 */
export function useReplayKeys({ last, jump, step, toggle }: Player): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, select, textarea')) return;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => step(-1),
        ArrowRight: () => step(1),
        Home: () => jump(0),
        End: () => jump(last),
        ...(!target.matches('button, a, summary') && { ' ': toggle }),
      };
      if (!acts[event.key]) return;
      event.preventDefault();
      acts[event.key]!();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [last, jump, step, toggle]);
}

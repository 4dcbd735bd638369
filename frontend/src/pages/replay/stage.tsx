/** The board to look at, not to play on: for replays, live games and previews. */
import '../../styles/board.css';
import './replay.css';
import cardsUrl from '../../art/cards.svg?url';
import { useEffect, useRef } from 'preact/hooks';
import { type BoardApi, type Manner, type Options, type Position, createBoard } from '../../board';
import { type Preferences, preferences } from '../../store/preferences';
import { useStore } from '../../store/store';

const DURATIONS = { none: 0, fast: 110, normal: 190, slow: 320 } as const;
const IGNORED = { act: () => undefined, cursor: () => undefined, notice: () => undefined, touched: () => undefined };

interface Props {
  position: Position;
  /** Cards drawn at a time: how far the waste is spread. */
  draw: number;
  manner?: Manner;
  /** What a screen reader is told the picture shows. */
  label: string;
  /** At most this long may a move take, in ms. */
  quickest?: number;
  class?: string;
}

function optionsOf(liked: Preferences, { draw, quickest }: Props): Options {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const duration = still ? 0 : Math.min(DURATIONS[liked.animation], quickest ?? Infinity);
  const { tap, leftHanded, deck } = liked;
  return { duration, tap, leftHanded, fan: draw, deck, viewOnly: true };
}

export function Stage(props: Props) {
  const { position, manner, label } = props;
  const liked = useStore(preferences);
  const box = useRef<HTMLDivElement>(null);
  const board = useRef<BoardApi | null>(null);
  useEffect(() => {
    const made = createBoard(box.current!, cardsUrl, optionsOf(liked, props), IGNORED);
    board.current = made;
    made.set(position, [], { still: true });
    return () => made.destroy();
  }, []);
  useEffect(() => board.current?.configure(optionsOf(liked, props)), [liked, props.draw, props.quickest]);
  useEffect(() => board.current?.set(position, [], manner), [position]);
  return (
    <div class={`stage felt ${props.class ?? ''}`} role="img" aria-label={label}>
      <div ref={box} class="board" aria-hidden="true" />
    </div>
  );
}

/** One example: a board to look at, what happens in words, and buttons to step. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type BoardApi, createBoard } from '../../board';
import sprite from '../../art/cards.svg?url';
import { number, t } from '../../i18n';
import type { View } from '../../net/types';
import { positionOf } from '../../play/position';
import { preferences } from '../../store/preferences';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import '../../styles/board.css';

export type Frame = Pick<View, 'columns' | 'stock' | 'waste' | 'foundations' | 'pass' | 'score' | 'money'> & {
  action: string | null;
  refused: string | null;
};

interface Props {
  title: string;
  texts: readonly string[];
  fan: number;
  frames: readonly Frame[];
}

const nothing = () => undefined;
const CALLBACKS = { act: nothing, cursor: nothing, notice: nothing, touched: nothing };

function useBoard(frame: Frame, fan: number) {
  const root = useRef<HTMLDivElement>(null);
  const board = useRef<BoardApi | null>(null);
  const { deck, animation } = useStore(preferences);
  const quiet = animation === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    const options = { duration: quiet ? 0 : 260, tap: 'select', leftHanded: false, fan, deck, viewOnly: true } as const;
    board.current = createBoard(root.current!, sprite, options, CALLBACKS);
    return () => board.current?.destroy();
  }, [fan, deck, quiet]);
  useEffect(() => board.current?.set(positionOf(frame), []), [frame, fan, deck, quiet]);
  return root;
}

export function Scene({ title, texts, fan, frames }: Props) {
  const [at, setAt] = useState(0);
  const step = (by: number) => setAt((old) => Math.max(0, Math.min(frames.length - 1, old + by)));
  const frame = frames[at]!;
  const root = useBoard(frame, fan);
  return (
    <section class="scene panel">
      <h2>{title}</h2>
      <div class="scene-board board" ref={root} aria-hidden="true" />
      <p class="scene-text" aria-live="polite">
        {frame.refused && <span class="badge bad">{t('examples.refused')}</span>} {texts[at]}
      </p>
      <p class="muted">
        {t('examples.place', { n: at + 1, of: frames.length })} · {t('examples.score', { n: frame.money ?? number(frame.score ?? 0) })}
      </p>
      <div class="scene-buttons">
        <Button label={t('examples.stepback')} disabled={at === 0} onClick={() => step(-1)} />
        {at < frames.length - 1 ? (
          <Button kind="primary" label={t('examples.step')} onClick={() => step(1)} />
        ) : (
          <Button label={t('examples.restart')} onClick={() => setAt(0)} />
        )}
      </div>
    </section>
  );
}

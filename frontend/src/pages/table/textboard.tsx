/**
 * The board as text: every pile with what lies on it, and every legal move as a button. Moves can
 * be typed too. It is the same game: what is done here is seen on the cards, and the other way round.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Position, COLUMNS, SUITS } from '../../board';
import { t } from '../../i18n';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import type { Sitting } from './session';
import { type StockSign, cardWords, moveWords, pileWords, spotWords, stockWords } from './words';

function stockSign(position: Position, legal: readonly string[]): StockSign {
  if (position.stock) return 'full';
  if (legal.includes('ws')) return 'recycle';
  return position.waste.length ? 'spent' : 'bare';
}

function columnWords(position: Position, at: number): string {
  const { down, up, known } = position.columns[at]!;
  const shut = down ? t('cards.down', { n: down }) + (known?.length ? ` (${known.map(cardWords).join(', ')})` : '') : '';
  const parts = [shut, ...up.map(cardWords)].filter(Boolean);
  return parts.length ? parts.join(', ') : t('cards.empty');
}

function Piles({ position, legal }: { position: Position; legal: readonly string[] }) {
  const sign = stockSign(position, legal);
  const waste = position.waste.map((card) => (card ? cardWords(card) : '…')).toReversed();
  return (
    <ul class="text-piles" aria-label={t('text.piles')}>
      <li>{stockWords(position, sign)}</li>
      <li>{t('cards.at', { pile: t('cards.waste'), what: waste.length ? waste.join(', ') : t('cards.empty') })}</li>
      {SUITS.map((suit) => (
        <li key={suit}>{spotWords(position, { pile: suit, index: 0 }, sign)}</li>
      ))}
      {COLUMNS.map((pile, at) => (
        <li key={pile}>{t('cards.at', { pile: pileWords(pile), what: columnWords(position, at) })}</li>
      ))}
    </ul>
  );
}

/** A move as it was typed; a small letter names a foundation where only that can be meant. */
function readMove(text: string, allowed: readonly string[]): string | null {
  const move = text.trim();
  const capital = move.charAt(0).toUpperCase() + move.slice(1).toLowerCase();
  return [move, move.toLowerCase(), capital].find((reading) => allowed.includes(reading)) ?? null;
}

function Typed({ allowed, act }: { allowed: readonly string[]; act: (action: string) => void }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const send = (event: Event) => {
    event.preventDefault();
    const action = readMove(text, allowed);
    if (action) act(action);
    setWrong(action ? '' : t('text.not_legal', { move: text.trim() }));
    setText('');
  };
  return (
    <form class="text-typed" onSubmit={send}>
      <label>
        {t('text.type')} <input class="text-input" value={text} maxLength={2} autocomplete="off" autocapitalize="off" spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <Button type="submit" label={t('text.play')} />
      <span role="alert">{wrong}</span>
    </form>
  );
}

interface MovesProps {
  position: Position;
  legal: readonly string[];
  hinted: string | null;
  act: (action: string) => void;
}

/** Every legal move. When the one that was chosen is gone, its neighbour has the focus. */
function Moves({ position, legal, hinted, act }: MovesProps) {
  const list = useRef<HTMLUListElement>(null);
  const chosen = useRef(-1);
  useLayoutEffect(() => {
    if (chosen.current < 0 || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(chosen.current, buttons.length - 1)]?.focus();
  }, [legal]);
  const choose = (action: string, at: number) => {
    chosen.current = at;
    act(action);
  };
  const labelOf = (action: string) => {
    const words = `${action}: ${moveWords(position, action)}`;
    return action === hinted ? `${words} (${t('table.hint')})` : words;
  };
  if (!legal.length) return <p>{t('text.none')}</p>;
  return (
    <ul class="text-moves" ref={list}>
      {legal.map((action, at) => (
        <li key={action}>
          <Button kind="quiet" class={action === hinted ? 'hinted' : ''} label={labelOf(action)} onClick={() => choose(action, at)} />
        </li>
      ))}
    </ul>
  );
}

export function TextBoard({ sitting }: { sitting: Sitting }) {
  const { position, legal, view, undo, redo, hinted } = useStore(sitting.store);
  const section = useRef<HTMLElement>(null);
  // Whoever asks for it wants to read it: reading begins here, and the keys work from here too.
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  if (!position || !view) return null;
  const act = (action: string) => sitting.act(action);
  const allowed = [...legal, ...(undo ? ['uu'] : []), ...(redo ? ['rr'] : [])];
  return (
    <section class="text-board" ref={section} tabIndex={-1} aria-label={t('text.title')}>
      <h2>{t('text.title')}</h2>
      <Piles position={position} legal={legal} />
      <h3>{t('text.moves')}</h3>
      {view.status === 'playing' && <Typed allowed={allowed} act={act} />}
      <Moves position={position} legal={view.status === 'playing' ? legal : []} hinted={hinted} act={act} />
    </section>
  );
}

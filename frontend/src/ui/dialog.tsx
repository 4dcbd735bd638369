/** A modal dialog on the browser's own `<dialog>`: Escape, focus and the backdrop come with it. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from './button';

interface Props {
  title: string;
  onClose: () => void;
  wide?: boolean;
  /** Nothing but text: it takes the focus, so that keys can scroll it. */
  text?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, wide, text, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the painting, as the next key must not reach what lies behind.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = box.current!;
    const outside = (event: MouseEvent) => event.target === dialog && onClose();
    dialog.showModal();
    dialog.addEventListener('click', outside);
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  return (
    <dialog
      ref={box}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-box">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <Button bare kind="quiet" icon="close" label={t('common.close')} onClick={onClose} />
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take keys */}
        <div class="dialog-body" role={text ? 'document' : undefined} tabIndex={text ? 0 : undefined}>{children}</div>
      </div>
    </dialog>
  );
}

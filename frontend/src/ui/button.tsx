/** Buttons. With an icon alone, `label` is what a screen reader and the tooltip say. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';

interface Props {
  label: string;
  icon?: IconName;
  /** Show the icon alone. */
  bare?: boolean;
  kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  disabled?: boolean | undefined;
  pressed?: boolean;
  /** The key that does the same, shown in the tooltip. */
  hotkey?: string;
  type?: 'button' | 'submit';
  /** Has the focus when its dialog opens. */
  autofocus?: boolean;
  class?: string;
  onClick?: () => void;
  children?: ComponentChildren;
}

export function Button(props: Props) {
  const { label, icon, bare, kind = 'plain', disabled, pressed, hotkey } = props;
  return (
    <button
      type={props.type ?? 'button'}
      class={`button ${kind}${bare ? ' bare' : ''} ${props.class ?? ''}`}
      disabled={disabled}
      autofocus={props.autofocus}
      aria-label={bare ? label : undefined}
      aria-pressed={pressed}
      aria-keyshortcuts={hotkey}
      title={bare ? label + (hotkey ? ` (${hotkey})` : '') : undefined}
      onClick={props.onClick}
    >
      {icon && <Icon name={icon} />}
      {!bare && <span>{label}</span>}
      {props.children}
    </button>
  );
}

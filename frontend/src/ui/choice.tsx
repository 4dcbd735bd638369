/** Small form parts: a switch, one of a few, a text field. Each has its label for every reader. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SwitchProps {
  label: string;
  note?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, note, checked, disabled, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <span class="switch-text">
        {label}
        {note && <small>{note}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

export interface Option<T extends string> {
  value: T;
  label: string;
  note?: string;
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly Option<T>[];
  /** `row`: short words side by side; `list`: one a line with a note; */
  shape?: 'row' | 'list';
  onChange: (value: T) => void;
}

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class={`choice ${props.shape ?? 'row'}`}>
      <legend>{props.label}</legend>
      <div class="choice-options">
        {props.options.map(({ value, label, note }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            <span>
              {label}
              {note && <small>{note}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface FieldProps {
  label: string;
  note?: string;
  error?: string | undefined;
  value: string;
  type?: 'text' | 'email' | 'password' | 'textarea';
  autocomplete?: string;
  placeholder?: string;
  onInput: (value: string) => void;
  children?: ComponentChildren;
}

export function Field(props: FieldProps) {
  const id = useId();
  const about = props.error ? `${id}-error` : props.note ? `${id}-note` : undefined;
  const shared = {
    id,
    value: props.value,
    placeholder: props.placeholder,
    'aria-invalid': props.error ? true : undefined,
    'aria-describedby': about,
    onInput: (event: { currentTarget: { value: string } }) => props.onInput(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.type === 'textarea' ? (
        <textarea rows={4} spellcheck={false} {...shared} />
      ) : (
        <input type={(props.type ?? 'text') as 'text'} autocomplete={props.autocomplete} {...shared} />
      )}
      {props.children}
      {props.error ? (
        <p class="field-error" id={`${id}-error`} role="alert">{props.error}</p>
      ) : (
        props.note && <p class="field-note" id={`${id}-note`}>{props.note}</p>
      )}
    </div>
  );
}

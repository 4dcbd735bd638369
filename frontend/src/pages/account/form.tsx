/** A small form of the account pages: fields, one button, what went wrong. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button';

interface Props {
  submit: string;
  busy: boolean;
  disabled?: boolean;
  kind?: 'primary' | 'danger' | 'plain';
  problem?: string | undefined;
  onSubmit: () => void;
  children: ComponentChildren;
  more?: ComponentChildren;
}

export const Form = (props: Props) => (
  <form
    class="form"
    onSubmit={(event) => {
      event.preventDefault();
      props.onSubmit();
    }}
  >
    {props.problem && <p class="notice bad" role="alert">{props.problem}</p>}
    {props.children}
    <div class="buttons">
      <Button type="submit" kind={props.kind ?? 'primary'} label={props.submit} disabled={props.busy || props.disabled} />
      {props.more}
    </div>
  </form>
);

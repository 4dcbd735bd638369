/** A page or a part of one that has nothing to show, and what to do about it. */
import type { ComponentChildren } from 'preact';

interface Props {
  title: string;
  text: string;
  href?: string;
  action?: string;
  children?: ComponentChildren;
}

export const Empty = ({ title, text, href, action, children }: Props) => (
  <section class="empty">
    <h1>{title}</h1>
    <p>{text}</p>
    {href && <a class="button primary" href={href}>{action}</a>}
    {children}
  </section>
);

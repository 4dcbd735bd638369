/** The head of a page, panels with a heading, and rows of figures: what most pages are made of. */
import './pages.css';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface HeadProps {
  title: ComponentChildren;
  lead?: ComponentChildren;
  /** Stands above the title: where this page belongs. */
  above?: ComponentChildren;
  children?: ComponentChildren;
}

export const PageHead = ({ title, lead, above, children }: HeadProps) => (
  <header class="page-head">
    <div>
      {above && <p class="page-above">{above}</p>}
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </div>
    {children && <div class="page-tools">{children}</div>}
  </header>
);

interface PanelProps {
  title?: ComponentChildren;
  note?: ComponentChildren;
  tools?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

export const Panel = ({ title, note, tools, children, class: more = '' }: PanelProps) => (
  <section class={`panel ${more}`}>
    {title && (
      <header class="panel-head">
        <h2>{title}</h2>
        {tools}
      </header>
    )}
    {note && <p class="panel-note">{note}</p>}
    {children}
  </section>
);

export interface Figure {
  label: string;
  value: ComponentChildren;
  note?: ComponentChildren;
}

/** Figures with their names, as a list of definitions. */
export const Figures = ({ items, roomy }: { items: readonly Figure[]; roomy?: boolean }) => (
  <dl class={roomy ? 'numbers roomy' : 'numbers'}>
    {items.map(({ label, value, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value}
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);

interface Link {
  href: string;
  label: string;
  current: boolean;
}

/** A row that scrolls where it has not the room; the tab where one is comes into sight by itself. */
export function Tabs({ label, links }: { label: string; links: readonly Link[] }) {
  const row = useRef<HTMLElement>(null);
  const current = links.findIndex((link) => link.current);
  useLayoutEffect(() => {
    const nav = row.current!;
    const tab = nav.children[current] as HTMLElement | undefined;
    if (tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav class="tabs" ref={row} aria-label={label}>
      {links.map((link) => (
        <a key={link.href} href={link.href} aria-current={link.current ? 'page' : undefined}>
          {link.label}
        </a>
      ))}
    </nav>
  );
}

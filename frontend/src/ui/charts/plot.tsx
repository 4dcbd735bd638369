/** The frame of a plot: its title, the picture, and the same figures as a table. */
import './charts.css';
import type { ComponentChildren } from 'preact';
import { t } from '../../i18n';

interface Props {
  title: string;
  note?: string;
  /** What the picture shows, in one sentence, for those who don't see it. */
  summary: string;
  head: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  children: ComponentChildren;
}

export const Plot = ({ title, note, summary, head, rows, children }: Props) => (
  <figure class="plot">
    <figcaption>
      <h2>{title}</h2>
      {note && <p>{note}</p>}
    </figcaption>
    <div role="img" aria-label={summary}>{children}</div>
    <details class="plot-table">
      <summary>{t('plots.as_table')}</summary>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div class="table-wrap" tabIndex={0} role="region" aria-label={title}>
        <table class="table">
          <thead><tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>{row.map((cell, place) => (place ? <td key={place}>{cell}</td> : <th key={place} scope="row">{cell}</th>))}</tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  </figure>
);

/** What the API says of daily deals. */

export interface Deal {
  date: string;
  ladder: string;
  phase: 'coming' | 'open' | 'over' | 'public';
  commitment: string;
  opens_at: string;
  ends_at: string;
  closes_at: string;
  players: number;
  own: { game: string; status: 'playing' | 'won' | 'lost' } | null;
  deck: string | null;
  salt: string | null;
  line: string | null;
  par: number | null;
  par_proved: boolean | null;
}

export interface Dailies {
  now: string;
  today: string;
  /** The first day that had a deal. */
  since: string | null;
  /** Past days since then without a deal of a ladder. */
  gaps: { date: string; ladder: string }[];
  ends_at: string;
  preparing: string[];
  deals: Deal[];
}

export interface CalendarDay {
  date: string;
  status: 'playing' | 'won' | 'lost';
  game: string;
  score: number | null;
  ms: number | null;
  moves: number | null;
}

export interface Streak {
  first: string;
  last: string;
  length: number;
  ended: 'not_won' | 'not_played' | null;
}

export interface Calendar {
  ladder: string;
  month: string;
  days: CalendarDay[];
  streaks: Streak[];
}

const DAY = 86_400_000;

/** A day some days away; days are text, `2026-11-30`, and UTC. */
export const dayAway = (day: string, step: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + step * DAY).toISOString().slice(0, 10);

/** A month some months away; months are text, `2026-11`. */
export const monthAway = (month: string, step: number): string => {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + step);
  return first.toISOString().slice(0, 7);
};

/** The nearest day before (-1) or after (1) that has a deal, or null. */
export function dealtBeside(day: string, step: 1 | -1, ladder: string, { since, today, gaps }: Pick<Dailies, 'since' | 'today' | 'gaps'>): string | null {
  let near = dayAway(day, step);
  while (gaps.some((gap) => gap.date === near && gap.ladder === ladder)) near = dayAway(near, step);
  return since !== null && since <= near && near <= today ? near : null;
}

export const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

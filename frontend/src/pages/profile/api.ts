/** What the API says of a player. */
import type { Rules } from '../../net/types';

export interface Person {
  name: string;
  kind: 'guest' | 'person' | 'bot';
  created_at: string;
  suspended: boolean;
}

export interface Best {
  value: number;
  game: string | null;
}

export interface Counts {
  played: number;
  won: number;
  rate: number | null;
  interval: [number, number];
  streak: number;
  best_streak: number;
  worst_streak: number;
  total_score: number;
  undos: number;
  best_of_wins: { ms: Best | null; score: Best | null; moves: Best | null };
  average_of_wins: { ms: number | null; score: number | null; moves: number | null };
  last_at: string | null;
}

export type Sort = 'rated' | 'daily' | 'casual' | 'practice';

export interface Statistic extends Counts {
  sort: Sort;
  rules: string | Rules;
  total_ms?: number;
  hours?: number[];
  lengths?: number[];
}

export interface Series {
  period: string;
  played: number;
  won: number;
  interval: [number, number];
  total_score: number;
}

export interface Standing extends Counts {
  ladder: string;
  ranks: Record<string, number>;
  months: Series[];
  weeks: Series[];
}

export interface DailyStanding {
  ladder: string;
  won: number;
  streak: number;
  best_streak: number;
}

export interface Stats {
  name: string;
  kind: Person['kind'];
  statistics: Statistic[];
  ladders: Standing[];
  dailies: DailyStanding[];
  achievements: { slug: string; game: string | null; earned_at: string }[];
}

export interface Played {
  id: string;
  kind: 'casual' | 'rated' | 'daily';
  ladder: string | null;
  slug: string | null;
  status: 'won' | 'lost';
  termination: string;
  score: number | null;
  moves: number;
  undos: number;
  home: number;
  ms: number;
  helped: boolean;
  ended_at: string;
}

export interface History {
  games: Played[];
  after: string | null;
}

export interface Bankroll {
  rules: string;
  points: { game: string; ended_at: string; score: number; total: number; money: string }[];
}

export const userPath = (name: string): string => `users/${encodeURIComponent(name)}/`;

/** Names of rule sets, ladders and boards, and how a game's figures are written. */
import { clock, hasText, number, t, type TextKey } from '../i18n';
import type { Rules } from '../net/types';

export const LADDERS = ['rated-1', 'rated-3', 'rated-vegas-1', 'rated-vegas-3', 'purist'] as const;
export type Ladder = (typeof LADDERS)[number];
export const DAILY_LADDERS = ['rated-1', 'rated-3'] as const satisfies readonly Ladder[];

const LADDER_WORDS: Record<Ladder, { name: TextKey; about: TextKey; daily: TextKey }> = {
  'rated-1': { name: 'kinds.rated_1', about: 'kinds.rated_1_about', daily: 'kinds.draw_1' },
  'rated-3': { name: 'kinds.rated_3', about: 'kinds.rated_3_about', daily: 'kinds.draw_3' },
  'rated-vegas-1': { name: 'kinds.rated_vegas_1', about: 'kinds.rated_vegas_1_about', daily: 'kinds.draw_1' },
  'rated-vegas-3': { name: 'kinds.rated_vegas_3', about: 'kinds.rated_vegas_3_about', daily: 'kinds.draw_3' },
  purist: { name: 'kinds.purist', about: 'kinds.purist_about', daily: 'kinds.draw_3' },
};

const PRESET_WORDS: Record<string, TextKey> = {
  easy: 'kinds.easy',
  hard: 'kinds.hard',
  'vegas-1': 'kinds.vegas_1',
  'vegas-3': 'kinds.vegas_3',
  'vegas-3x3': 'kinds.vegas_3x3',
  'three-pass': 'kinds.three_pass',
  limited: 'kinds.limited',
  'one-pass': 'kinds.one_pass',
  classic: 'kinds.classic',
  'microsoft-1': 'kinds.microsoft_1',
  'microsoft-3': 'kinds.microsoft_3',
  thoughtful: 'kinds.thoughtful',
};

export const PRESETS = Object.keys(PRESET_WORDS);

export const isLadder = (slug: string | null | undefined): slug is Ladder =>
  (LADDERS as readonly string[]).includes(slug ?? '');
export const ladderName = (ladder: string): string => (isLadder(ladder) ? t(LADDER_WORDS[ladder].name) : ladder);
/** Without "rated", where that goes without saying. */
export function ladderShort(ladder: Ladder): string {
  const names: Record<Ladder, TextKey> = {
    'rated-1': 'kinds.easy',
    'rated-3': 'kinds.hard',
    'rated-vegas-1': 'kinds.vegas_1',
    'rated-vegas-3': 'kinds.vegas_3',
    purist: 'kinds.purist',
  };
  return t(names[ladder]);
}

export const ladderAbout = (ladder: Ladder): string => t(LADDER_WORDS[ladder].about);
/** "Draw 3": a daily deal's name, and how many cards a ladder draws. */
export const dailyName = (ladder: string): string => (isLadder(ladder) ? t(LADDER_WORDS[ladder].daily) : ladder);
export const isVegas = (slug: string | null | undefined): boolean => (slug ?? '').includes('vegas');

interface Named {
  kind?: string;
  ladder?: string | null;
  slug?: string | null;
  rules?: Rules;
}

/** What was played: "Daily deal, draw 3", "Rated, draw 1", "Vegas, draw 3", "Own rules". */
export function rulesText({ kind, ladder, slug }: Named): string {
  if (kind === 'daily' && ladder) return t('kinds.daily', { name: dailyName(ladder) });
  if (isLadder(ladder)) return ladderName(ladder);
  const key = slug ? PRESET_WORDS[slug] : undefined;
  if (key) return t(key);
  return isLadder(slug) ? ladderName(slug) : t('kinds.custom');
}

export const BOARDS = ['win_rate', 'current_streak', 'best_streak', 'vegas_total', 'best_time', 'best_score', 'fewest_moves'] as const;
export type Board = (typeof BOARDS)[number];

const BOARD_WORDS: Record<Board, { name: TextKey; about: TextKey }> = {
  win_rate: { name: 'boards.win_rate', about: 'boards.win_rate_about' },
  current_streak: { name: 'boards.current_streak', about: 'boards.current_streak_about' },
  best_streak: { name: 'boards.best_streak', about: 'boards.best_streak_about' },
  vegas_total: { name: 'boards.vegas_total', about: 'boards.vegas_total_about' },
  best_time: { name: 'boards.best_time', about: 'boards.best_time_about' },
  best_score: { name: 'boards.best_score', about: 'boards.best_score_about' },
  fewest_moves: { name: 'boards.fewest_moves', about: 'boards.fewest_moves_about' },
};

export const boardName = (board: Board): string => t(BOARD_WORDS[board].name);
export const boardAbout = (board: Board): string => t(BOARD_WORDS[board].about);

/** Dollars as the project writes them everywhere. */
export const dollars = (value: number): string => `${value < 0 ? '-' : value > 0 ? '+' : ''}$${Math.abs(value)}`;

export const percent = (share: number, digits = 1): string =>
  number(share, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A time as a board shows it: to the tenth under ten minutes, as that may decide. */
export function exactTime(ms: number): string {
  const tenths = Math.floor((ms % 1000) / 100);
  return ms < 600_000 ? `${clock(ms)}.${tenths}` : clock(ms);
}

/** What a board orders by, in the reader's way of writing. */
export function boardValue(board: Board, ladder: string, value: number): string {
  if (board === 'win_rate') return percent(value);
  if (board === 'best_time') return exactTime(value);
  if (board === 'vegas_total' || (board === 'best_score' && isVegas(ladder))) return dollars(value);
  return number(value);
}

export const scoreText = (score: number | null, slug: string | null | undefined): string =>
  score === null ? '–' : isVegas(slug) ? dollars(score) : number(score);

/** The words for how a game ended, by `termination`. */
export function endText(status: string, termination: string | null): string {
  const key = `results.${termination ?? status}`;
  return hasText(key) ? t(key) : status;
}

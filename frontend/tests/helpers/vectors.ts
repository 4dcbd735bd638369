import { readFileSync } from 'node:fs';

const folder = new URL('../../../tests/vectors/', import.meta.url);
const lines = (name: string) => readFileSync(new URL(name, folder), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

export interface GameVector {
  rules: string;
  deck: string;
  log: string;
  steps: [string, number | null][];
  end: { columns: string[]; stock: string; waste: string; foundations: Record<string, number> };
}

export const games = (): GameVector[] => lines('games.jsonl');
export const realDeals = (): { id: string; deck: string; draw: 1 | 3; log?: string }[] => lines('real-deals.jsonl');
export const actionsOf = (log: string): string[] => log.match(/../g) ?? [];

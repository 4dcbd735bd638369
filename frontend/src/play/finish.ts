/** Auto-finish: with every card in sight the rest can only succeed, and is played as ordinary moves. */
import type { Position } from '../board';

/** Are all cards face up in columns or home already, with stock and waste empty? */
export function canFinish(position: Position): boolean {
  const open = position.columns.every(({ down }) => down === 0);
  const left = position.columns.some(({ up }) => up.length > 0);
  return open && left && position.stock === 0 && position.waste.length === 0;
}

/** The next card home, the lowest first. */
export function nextHome(position: Position, legal: readonly string[]): string | null {
  const home = legal.filter((action) => action[1] === 'f');
  const rank = (action: string) => {
    const top = position.columns[Number(action[0]) - 1]?.up.at(-1);
    return top ? 'A23456789TJQK'.indexOf(top[0]!) : 99;
  };
  return home.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** A deal is shown once: a game that is opened again, or loaded anew, lies there at once. */
const KEY = 'klondike.dealt';

/** Is this the first time that this tab shows the game? */
export function firstSight(id: string): boolean {
  try {
    const seen = sessionStorage.getItem(KEY) === id;
    sessionStorage.setItem(KEY, id);
    return !seen;
  } catch {
    return false;
  }
}

/** What is wrong with a deck of one's own, in the reader's words. */
import { t } from '../../i18n';
import type { ApiError } from '../../net/rest';

/** As many of them are named. */
const MOST = 8;

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const listed = (all: string[]) => all.slice(0, MOST).join(', ') + (all.length > MOST ? '…' : '');

/** The API names a text that is no card as `ZZ (place 3)`. */
function placed(wrong: string): string {
  const found = /^(.+) \(place (\d+)\)$/s.exec(wrong);
  return found ? t('new.deck_place', { card: found[1]!, n: Number(found[2]) }) : wrong;
}

export function deckFaults({ code, extra }: ApiError): string {
  if (code !== 'bad_deck') return '';
  const { count } = extra;
  const wrong = strings(extra['wrong']).map(placed);
  const [doubled, missing] = [strings(extra['doubled']), strings(extra['missing'])];
  const faults = [
    typeof count === 'number' && count !== 52 && t('new.deck_count', { n: count }),
    wrong.length > 0 && t('new.deck_wrong', { cards: listed(wrong) }),
    doubled.length > 0 && t('new.deck_doubled', { cards: listed(doubled) }),
    missing.length > 0 && t('new.deck_missing', { cards: listed(missing) }),
  ];
  const said = faults.filter(Boolean).join('; ');
  return said && `${said[0]!.toUpperCase()}${said.slice(1)}.`;
}

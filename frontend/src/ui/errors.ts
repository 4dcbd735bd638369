/** Words for an error's code, in the reader's language; the server's own words where we have none. */
import { hasText, t } from '../i18n';
import { ApiError } from '../net/rest';

export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.unknown');
  const reason = error.extra['reason'];
  const names = [typeof reason === 'string' ? reason : '', error.code];
  const known = names.flatMap((name) => [`errors.${name}`, `refusals.${name}`]).find(hasText);
  const text = known && hasText(known) ? t(known) : error.message || t('errors.unknown');
  return error.retryAfter ? `${text} ${t('errors.wait', { n: error.retryAfter })}` : text;
}

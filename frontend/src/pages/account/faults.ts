/** Words for what sign-in refuses, in the reader's language. */
import { hasText, t } from '../../i18n';
import { explain } from '../../ui/errors';
import { AuthError, type Fault } from './auth';

export function faultText(fault: Fault): string {
  const key = `faults.${fault.code}`;
  return hasText(key) ? t(key) : fault.message;
}

/** What is wrong with one field, if anything. */
export function fieldFault(error: unknown, ...params: string[]): string | undefined {
  if (!(error instanceof AuthError)) return undefined;
  const fault = error.faults.find(({ param }) => params.includes(param ?? ''));
  return fault && faultText(fault);
}

/** The refusal without what a change of one field makes out of date; a fault of no field goes with any change. */
export function faultsAfter(error: unknown, changed: string): unknown {
  if (!(error instanceof AuthError)) return null;
  const stays = ({ param, code }: Fault) =>
    param !== undefined && param !== changed && !(param === 'password' && code === 'password_too_similar');
  const faults = error.faults.filter(stays);
  return faults.length ? new AuthError(error.status, faults, error.flows, error.meta, error.retryAfter) : null;
}

/** What is wrong but belongs to none of the named fields. */
export function otherFault(error: unknown, ...params: string[]): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof AuthError) || error.status === 429) return explain(error);
  const fault = error.faults.find(({ param }) => !params.includes(param ?? ''));
  if (fault) return faultText(fault);
  return error.faults.length ? undefined : t('errors.unknown');
}

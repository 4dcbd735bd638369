/** Recovery codes, which the server shows once. */
import { t } from '../../i18n';
import { auth } from './auth';
import { Copy } from './secret';

export const codesIn = (data: Record<string, unknown> | undefined) => (data?.['unused_codes'] as string[] | undefined) ?? [];

/** The codes that came along with the first authenticator; none if they were shown before. */
export async function firstCodes(): Promise<string[]> {
  const { data } = await auth('GET', 'account/authenticators/recovery-codes');
  return codesIn(data);
}

export const FreshCodes = ({ codes }: { codes: readonly string[] }) => (
  <div class="notice ok" role="status">
    <p>{t('account.codes_once')}</p>
    <ul class="codes">{codes.map((code) => <li key={code}>{code}</li>)}</ul>
    <Copy text={codes.join('\n')} />
  </div>
);

/** Adding a passkey to the account one is signed in to. */
import { auth } from './auth';
import { makePasskey } from './passkey';

/** Asks the browser to make one, and stores it under a name. */
export async function addPasskey(name: string): Promise<void> {
  const { data } = await auth('GET', 'account/authenticators/webauthn?passwordless');
  const credential = await makePasskey(data!['creation_options'] as Record<string, unknown>);
  await auth('POST', 'account/authenticators/webauthn', { name, credential });
}

/** Passkeys: the browser's credentials as the server's JSON and back. */

type Json = Record<string, unknown>;

interface CredentialClass {
  parseCreationOptionsFromJSON?: (options: Json) => PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON?: (options: Json) => PublicKeyCredentialRequestOptions;
}

function toBytes(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

function toText(bytes: ArrayBuffer | null): string | null {
  if (!bytes) return null;
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const readKey = (key: Json): PublicKeyCredentialDescriptor => ({
  ...(key as unknown as PublicKeyCredentialDescriptor),
  id: toBytes(key['id'] as string),
});

const inner = (options: Json): Json => (options['publicKey'] as Json | undefined) ?? options;

function creation(options: Json): PublicKeyCredentialCreationOptions {
  const parse = (window.PublicKeyCredential as unknown as CredentialClass).parseCreationOptionsFromJSON;
  if (parse) return parse.call(window.PublicKeyCredential, options);
  const user = options['user'] as Json;
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: toBytes(options['challenge'] as string),
    user: { ...(user as unknown as PublicKeyCredentialUserEntity), id: toBytes(user['id'] as string) },
    excludeCredentials: ((options['excludeCredentials'] as Json[] | undefined) ?? []).map(readKey),
  };
}

function request(options: Json): PublicKeyCredentialRequestOptions {
  const parse = (window.PublicKeyCredential as unknown as CredentialClass).parseRequestOptionsFromJSON;
  if (parse) return parse.call(window.PublicKeyCredential, options);
  return {
    ...(options as unknown as PublicKeyCredentialRequestOptions),
    challenge: toBytes(options['challenge'] as string),
    allowCredentials: ((options['allowCredentials'] as Json[] | undefined) ?? []).map(readKey),
  };
}

const common = (made: PublicKeyCredential): Json => ({
  id: made.id,
  rawId: toText(made.rawId),
  type: made.type,
  authenticatorAttachment: made.authenticatorAttachment,
  clientExtensionResults: made.getClientExtensionResults(),
});

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Was it the reader who closed the browser's question? Then nothing needs to be said. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

export async function makePasskey(options: Json): Promise<Json> {
  const made = (await navigator.credentials.create({
    publicKey: creation(inner(options)),
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...common(made),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

export async function usePasskey(options: Json): Promise<Json> {
  const made = (await navigator.credentials.get({
    publicKey: request(inner(options)),
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAssertionResponse;
  return {
    ...common(made),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: toText(response.userHandle),
    },
  };
}

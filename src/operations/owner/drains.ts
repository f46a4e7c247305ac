import { signatureSecretOf } from '../../domain/api-key.ts';
import { Refusal, invalidParameter } from '../../domain/refusal.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { type ApiKey, updateDrain } from '../../queries/api-keys.ts';
import type { Asker } from './in-account.ts';
import { changeKey } from './keys.ts';

/** How the senders of a drain prove who they are, and what they want to be answered. What is undefined is off. */
export type GivenDrain = {
  readonly signatureSecret: string | undefined;
  readonly verifyCode: string | undefined;
  readonly audience: string | undefined;
};

/** What a header may hold, and what providers let people choose. */
const SECRET = /^\P{Cc}{1,1000}$/u;
const VERIFY_CODE = /^[\x21-\x7e]{1,200}$/;
const AUDIENCE = /^[\x21-\x7e]{1,500}$/;

/**
 * Sets how the senders of a key that drains prove who they are, all at once: what is left out is off from then on. The
 * secret is stored encrypted and never shown again. Throws KEY_NOT_FOUND, and INVALID_PARAMETER, also for a secret that
 * cannot be encrypted because SECRETS_KEY is not set.
 */
export async function setDrain(
  asker: Asker,
  keyId: number,
  given: GivenDrain,
  secrets: Secrets | undefined,
): Promise<ApiKey> {
  const { signatureSecret, verifyCode = null, audience = null } = parseDrain(given);
  const sealed = signatureSecret === undefined ? null : seal(secrets, keyId, signatureSecret);
  return changeKey(asker, keyId, async (tx, key) => {
    if (key.drain === null)
      throw invalidParameter('keyId', `key_${keyId}`, 'the id of a key with the scope drain');
    await updateDrain(tx, key.id, { signatureSecret: sealed, verifyCode, audience });
    const drain = { isSigned: sealed !== null, verifyCode, audience };
    const line = { action: 'key.set-drain', detail: `${key.name} (key ${key.id}): ${shownDrain(drain)}` };
    return { result: { ...key, drain }, lines: [line] };
  });
}

/** `signed, verify code abc, audience https://stats.example.com`: as the audit and the command line show it. */
export function shownDrain({ isSigned, verifyCode, audience }: NonNullable<ApiKey['drain']>): string {
  return [
    isSigned ? 'signed' : 'not signed',
    verifyCode === null ? 'no verify code' : `verify code ${verifyCode}`,
    audience === null ? 'no audience' : `audience ${audience}`,
  ].join(', ');
}

function parseDrain(given: GivenDrain): GivenDrain {
  const { signatureSecret, verifyCode, audience } = given;
  // without what came: it is secret
  if (signatureSecret !== undefined && !SECRET.test(signatureSecret))
    throw new Refusal('INVALID_PARAMETER', {
      message: (nameOf) =>
        `${nameOf('signatureSecret')} must be 1 to 1,000 characters without line breaks and controls.`,
    });
  if (verifyCode !== undefined && !VERIFY_CODE.test(verifyCode))
    throw invalidParameter('verifyCode', verifyCode, '1 to 200 visible ASCII characters');
  if (audience !== undefined && !AUDIENCE.test(audience))
    throw invalidParameter('audience', audience, '1 to 500 visible ASCII characters');
  return given;
}

function seal(secrets: Secrets | undefined, keyId: number, secret: string): string {
  if (secrets !== undefined) return secrets.seal(secret, signatureSecretOf(keyId));
  throw new Refusal('INVALID_PARAMETER', {
    message: (nameOf) =>
      `${nameOf('signatureSecret')} can only be stored encrypted, and the service has no key for that: set SECRETS_KEY ` +
      '(32 bytes in base64, as "openssl rand -base64 32" prints them) and restart it.',
  });
}

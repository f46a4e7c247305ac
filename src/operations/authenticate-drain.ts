import type { Logger } from 'pino';
import type { Caller } from '../context.ts';
import { hashApiKey, signatureSecretOf } from '../domain/api-key.ts';
import type { DrainSettings } from '../domain/drain-settings.ts';
import type { Exclusions } from '../domain/exclusions.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Secrets, UnreadableSecret } from '../domain/secrets.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { type DrainKeyRecord, findDrainKey } from '../queries/api-keys.ts';
import { grantAccess } from './access.ts';
import { type AuthenticationParts, admitKey } from './authenticate.ts';

/** More than any key has, and few enough to hash for anybody. */
const TOKEN = /^[\w.~+/-]{1,512}=*$/;

type DrainParts = AuthenticationParts & {
  /** What decrypts signature secrets; undefined without SECRETS_KEY. */
  readonly secrets: Secrets | undefined;
  readonly log: Logger;
};

type Presented = {
  /** The key, from the path or from a header. */
  readonly token: string;
  /** The client, whose invalid keys are limited. */
  readonly client?: (() => string | undefined) | undefined;
};

type AuthenticatedDrain = {
  readonly caller: Caller;
  readonly site: AccessibleSite<'drain'>;
  readonly exclusions: Exclusions | undefined;
  readonly settings: DrainSettings;
};

/**
 * The caller behind a key that drains, its site and its settings, read from the database in one statement for each
 * request. Throws INVALID_KEY, USER_NOT_FOUND, SITE_NOT_FOUND for a key that may not drain and for one whose site is
 * gone, RATE_LIMITED after too many invalid keys, and OVERLOADED, which senders retry, while its secret is unreadable.
 */
export async function authenticateDrain(
  parts: DrainParts,
  { token, client = () => undefined }: Presented,
  nowMs: number,
): Promise<AuthenticatedDrain> {
  if (!TOKEN.test(token)) throw new Refusal('INVALID_KEY');
  const keyHash = hashApiKey(token);
  const find = () => findDrainKey(parts.db, keyHash);
  const { caller, record } = admitKey(parts, await parts.keyGuard.lookUp(keyHash, client, find), nowMs);
  const site = grantAccess(caller, record.site, 'drain');
  return { caller, site, exclusions: record.exclusions, settings: settingsOf(parts, record, site.id) };
}

function settingsOf(parts: DrainParts, record: DrainKeyRecord, siteId: string): DrainSettings {
  const { keyId, verifyCode, audience } = record;
  return {
    keyId,
    siteId,
    signatureSecret: signatureSecret(parts, record),
    verifyCode: verifyCode ?? undefined,
    audience: audience ?? undefined,
  };
}

function signatureSecret({ secrets, log }: DrainParts, record: DrainKeyRecord): string | undefined {
  const { keyId, signatureSecret: sealed } = record;
  if (sealed === null) return undefined;
  try {
    if (secrets === undefined) throw new UnreadableSecret('SECRETS_KEY is not set');
    return secrets.open(sealed, signatureSecretOf(keyId));
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.error({ keyId, reason: error.message }, 'the signature secret of a drain cannot be read');
    throw new Refusal('OVERLOADED', {
      message: 'The service cannot check the signatures of this drain at the moment. Retry later.',
    });
  }
}

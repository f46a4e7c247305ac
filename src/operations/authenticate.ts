import type { Logger } from 'pino';
import type { Caller } from '../context.ts';
import { hashApiKey } from '../domain/api-key.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Site } from '../domain/site.ts';
import { type KeyRecord, findKey, markKeyUsed } from '../queries/api-keys.ts';
import type { Database } from '../database/database.ts';
import type { Limits } from '../limits/limits.ts';
import { type LastUse, createLastUse } from './last-use.ts';
import { type TokenGuard, createTokenGuard } from './token-guard.ts';

const BEARER = /^bearer +([\w.~+/-]{1,512}=*)$/i;

type Presented = {
  /** The Authorization header. */
  readonly authorization: string | null;
  /** The site that the path or the variables name, if they do: read together with the key, to save a query. */
  readonly siteId?: string | undefined;
  /** The client, whose invalid keys are limited. */
  readonly client?: (() => string | undefined) | undefined;
};

type Authenticated = {
  readonly caller: Caller;
  /** The site of that id, whoever owns it; undefined if there is none. */
  readonly site: Site | undefined;
};

export type KeyUse = LastUse<{ readonly id: number; readonly lastUsedAtMs: number | null }>;

export function createKeyUse(db: Database, log: Logger): KeyUse {
  return createLastUse(log, 'key', ({ id }, nowMs) => markKeyUsed(db, id, nowMs));
}

export type KeyGuard = TokenGuard<KeyRecord | undefined>;

export function createKeyGuard(now: () => number, { failureLimit }: Limits): KeyGuard {
  const isGood = (key: KeyRecord | undefined) => key !== undefined && !key.revoked && key.plan !== null;
  return createTokenGuard({ what: 'API keys', isGood, now, failureLimit });
}

type AuthenticationParts = { readonly db: Database; readonly keyGuard: KeyGuard; readonly keyUse: KeyUse };

/**
 * The caller behind an Authorization header, read from the database for each request, so that revoking a key takes
 * effect at once. Throws MISSING_KEY, INVALID_KEY, USER_NOT_FOUND, and RATE_LIMITED after too many invalid keys.
 */
export async function authenticate(
  { db, keyGuard, keyUse }: AuthenticationParts,
  { authorization, siteId, client = () => undefined }: Presented,
  nowMs: number,
): Promise<Authenticated> {
  if (authorization === null) throw new Refusal('MISSING_KEY');
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) throw new Refusal('INVALID_KEY');
  const keyHash = hashApiKey(key);
  const record = await keyGuard.lookUp(keyHash, client, () => findKey(db, keyHash, siteId));
  if (record === undefined || record.revoked) throw new Refusal('INVALID_KEY');
  const { accountId, plan, collectSiteId, site } = record;
  if (plan === null) throw new Refusal('USER_NOT_FOUND');
  keyUse.note({ id: record.keyId, lastUsedAtMs: record.lastUsedAtMs }, nowMs);
  const account = { accountId, plan };
  if (collectSiteId === null) return { caller: { ...account, kind: 'reader' }, site };
  return { caller: { ...account, kind: 'collector', siteId: collectSiteId }, site };
}

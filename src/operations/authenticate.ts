import type { Logger } from 'pino';
import type { Caller } from '../context.ts';
import { type KeyReach, hashApiKey } from '../domain/api-key.ts';
import type { Exclusions } from '../domain/exclusions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Site } from '../domain/site.ts';
import { type KnownKey, findKey, markKeyUsed } from '../queries/api-keys.ts';
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
  /** What that site excludes, for a caller who may record; undefined for others. */
  readonly exclusions?: Exclusions | undefined;
};

export type KeyUse = LastUse<{ readonly id: number; readonly lastUsedAtMs: number | null }>;

export function createKeyUse(db: Database, log: Logger): KeyUse {
  return createLastUse(log, 'key', ({ id }, nowMs) => markKeyUsed(db, id, nowMs));
}

export type KeyGuard = TokenGuard<KnownKey | undefined>;

export function createKeyGuard(now: () => number, { failureLimit }: Limits): KeyGuard {
  const isGood = (key: KnownKey | undefined) => key !== undefined && !key.revoked && key.plan !== null;
  return createTokenGuard({ what: 'API keys', isGood, now, failureLimit });
}

export type AuthenticationParts = {
  readonly db: Database;
  readonly keyGuard: KeyGuard;
  readonly keyUse: KeyUse;
};

/**
 * The caller behind an Authorization header, read from the database for each request, so that revoking a key takes
 * effect at once. Throws MISSING_KEY, INVALID_KEY, USER_NOT_FOUND, and RATE_LIMITED after too many invalid keys.
 */
export async function authenticate(
  parts: AuthenticationParts,
  { authorization, siteId, client = () => undefined }: Presented,
  nowMs: number,
): Promise<Authenticated> {
  if (authorization === null) throw new Refusal('MISSING_KEY');
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) throw new Refusal('INVALID_KEY');
  const keyHash = hashApiKey(key);
  const find = () => findKey(parts.db, keyHash, siteId);
  const { caller, record } = admitKey(parts, await parts.keyGuard.lookUp(keyHash, client, find), nowMs);
  return { caller, site: record.site, exclusions: record.exclusions };
}

/** The caller with a key that was looked up. Notes that it was used. Throws INVALID_KEY and USER_NOT_FOUND. */
export function admitKey<Found extends KnownKey>(
  { keyUse }: Pick<AuthenticationParts, 'keyUse'>,
  record: Found | undefined,
  nowMs: number,
): { readonly caller: Caller; readonly record: Found } {
  if (record === undefined || record.revoked) throw new Refusal('INVALID_KEY');
  const { accountId, plan, reach, keyId: id, lastUsedAtMs } = record;
  if (plan === null) throw new Refusal('USER_NOT_FOUND');
  keyUse.note({ id, lastUsedAtMs }, nowMs);
  return { caller: { accountId, plan, ...kindOf(reach, id) }, record };
}

function kindOf(reach: KeyReach, keyId: number) {
  switch (reach.scope) {
    case 'read':
      return { kind: 'reader' } as const;
    case 'collect':
      return { kind: 'collector', siteId: reach.siteId, keyId } as const;
    case 'drain':
      return { kind: 'drainer', siteId: reach.siteId, keyId } as const;
  }
}

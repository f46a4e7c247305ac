import type { Logger } from 'pino';
import { hashApiKey } from '../domain/api-key.ts';
import type { Plan } from '../domain/plan.ts';
import { Refusal } from '../domain/refusal.ts';
import { type KeyRecord, findKey, markKeyUsed } from '../queries/api-keys.ts';
import type { Database } from '../database/database.ts';
import type { Limits } from '../limits/limits.ts';
import type { Authenticated, KeyMemory } from './key-memory.ts';
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

export type Authentication = {
  /** What the key said before; undefined unless it read this site, and while other reads are under way. */
  readonly remembered: Authenticated | undefined;
  /** What it says now: the object that is remembered if nothing has changed. */
  readonly authenticated: Promise<Authenticated>;
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

type AuthenticationParts = {
  readonly db: Database;
  readonly keyGuard: KeyGuard;
  readonly keyUse: KeyUse;
  readonly keyMemory: KeyMemory;
};

/**
 * The caller behind an Authorization header, read from the database for each request, so that revoking a key takes
 * effect at once. Throws MISSING_KEY, INVALID_KEY, USER_NOT_FOUND, and RATE_LIMITED after too many invalid keys.
 */
export async function authenticate(
  parts: AuthenticationParts,
  presented: Presented,
  nowMs: number,
): Promise<Authenticated> {
  return readKey(parts, { ...presented, keyHash: hashOf(presented), isAhead: false }, nowMs);
}

/**
 * The same, with what is remembered of the key while it is read. Throws MISSING_KEY and INVALID_KEY for a header that has
 * no key; `authenticated` rejects with the rest.
 */
export function beginAuthentication(
  parts: AuthenticationParts,
  presented: Presented,
  nowMs: number,
): Authentication {
  const keyHash = hashOf(presented);
  const remembered = isQuiet(parts.db) ? parts.keyMemory.recall(keyHash, presented.siteId) : undefined;
  const isAhead = remembered !== undefined;
  return { remembered, authenticated: readKey(parts, { ...presented, keyHash, isAhead }, nowMs) };
}

/** Whether a read is answered as soon as it is sent. Otherwise the reads of many requests share their flushes as it is. */
function isQuiet({ reads }: Database): boolean {
  const { short, access } = reads.load().lanes;
  return short + access === 0;
}

function hashOf({ authorization }: Presented): string {
  if (authorization === null) throw new Refusal('MISSING_KEY');
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) throw new Refusal('INVALID_KEY');
  return hashApiKey(key);
}

type PresentedKey = Presented & {
  readonly keyHash: string;
  /** Whether what the caller asks for is read in the same turn of the event loop. */
  readonly isAhead: boolean;
};

async function readKey(
  { db, keyGuard, keyUse, keyMemory }: AuthenticationParts,
  { keyHash, siteId, isAhead, client = () => undefined }: PresentedKey,
  nowMs: number,
): Promise<Authenticated> {
  const record = await keyGuard.lookUp(keyHash, client, () => findKey(db, keyHash, siteId, { isAhead }));
  if (record === undefined || record.revoked || record.plan === null) {
    keyMemory.forget(keyHash, siteId);
    throw new Refusal(record?.revoked === false ? 'USER_NOT_FOUND' : 'INVALID_KEY');
  }
  keyUse.note({ id: record.keyId, lastUsedAtMs: record.lastUsedAtMs }, nowMs);
  return keyMemory.remember(keyHash, siteId, authenticatedBy(record, record.plan));
}

function authenticatedBy({ accountId, collectSiteId, site }: KeyRecord, plan: Plan): Authenticated {
  const account = { accountId, plan };
  if (collectSiteId === null) return { caller: { ...account, kind: 'reader' }, site };
  return { caller: { ...account, kind: 'collector', siteId: collectSiteId }, site };
}

import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';
import type { Plan } from './settings.ts';

export type Caller = { readonly accountId: number; readonly plan: Plan };

/** A key in the database. `plan` is null if the account was deleted. */
export type KeyRecord = {
  readonly keyId: number;
  readonly accountId: number;
  readonly plan: Plan | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};

export type KeyStore = {
  readonly findKey: (keyHash: string) => Promise<KeyRecord | undefined>;
  readonly markKeyUsed: (keyId: number, at: Date) => Promise<void>;
};

const BEARER = /^bearer +([\w.~+/-]{1,512}=*)$/i;
const NOTE_EVERY_MS = 60_000;

/** Finds the caller of an Authorization header with one query. Records the last use of the key to the minute. */
export function createAuthenticate({ findKey, markKeyUsed }: KeyStore) {
  const underway = new Set<number>();

  function noteUse({ keyId, lastUsedAt }: KeyRecord): void {
    const now = new Date();
    const idleMs = now.getTime() - (lastUsedAt?.getTime() ?? -Infinity);
    if (idleMs < NOTE_EVERY_MS || underway.has(keyId)) return;
    underway.add(keyId);
    // not awaited: losing one does no harm
    void markKeyUsed(keyId, now)
      .catch(() => undefined)
      .finally(() => underway.delete(keyId));
  }

  return async (authorization: string | undefined): Promise<Caller> => {
    if (authorization === undefined) throw new Refusal('MISSING_KEY');
    const key = BEARER.exec(authorization)?.[1];
    if (key === undefined) throw new Refusal('INVALID_KEY');
    const record = await findKey(createHash('sha256').update(key).digest('hex'));
    if (record?.revokedAt !== null) throw new Refusal('INVALID_KEY');
    if (record.plan === null) throw new Refusal('USER_NOT_FOUND');
    noteUse(record);
    return { accountId: record.accountId, plan: record.plan };
  };
}

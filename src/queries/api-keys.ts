import { sql } from 'kysely';
import type { Plan } from '../domain/plan.ts';
import type { Database } from './database.ts';
import { epochMs, instant } from './sql-time.ts';

/** Everything authentication asks of a key, in one read. */
export type KeyRecord = {
  readonly keyId: number;
  readonly accountId: number;
  /** Null when the account was deleted. */
  readonly plan: Plan | null;
  readonly revoked: boolean;
  readonly lastUsedAtMs: number | null;
};

export type ApiKey = {
  readonly id: number;
  readonly name: string;
  readonly lastFour: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
};

/** The key with this hash, its account's plan and whether it still opens anything. */
export async function findKey(db: Database, keyHash: string): Promise<KeyRecord | undefined> {
  return db
    .selectFrom('api_keys as k')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'k.account_id').on('a.deleted_at', 'is', null),
    )
    .select((eb) => [
      'k.id as keyId',
      'k.account_id as accountId',
      'a.plan as plan',
      eb('k.revoked_at', 'is not', null).$castTo<boolean>().as('revoked'),
      epochMs(eb.ref('k.last_used_at')).$castTo<number | null>().as('lastUsedAtMs'),
    ])
    .where('k.key_hash', '=', keyHash)
    .executeTakeFirst();
}

/** Notes that a key was used; a moment that is not later than the one stored changes nothing. */
export async function markKeyUsed(db: Database, keyId: number, atMs: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: instant(atMs) })
    .where('id', '=', keyId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', instant(atMs))]))
    .execute();
}

export async function insertKey(
  db: Database,
  key: {
    readonly accountId: number;
    readonly keyHash: string;
    readonly name: string;
    readonly lastFour: string;
    readonly createdAtMs: number;
  },
): Promise<number> {
  const row = await db
    .insertInto('api_keys')
    .values({
      account_id: key.accountId,
      key_hash: key.keyHash,
      name: key.name,
      last_four: key.lastFour,
      created_at: instant(key.createdAtMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The account's keys, oldest first. */
export async function listKeys(db: Database, accountId: number): Promise<readonly ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select((eb) => [
      'id',
      'name',
      'last_four as lastFour',
      epochMs(eb.ref('created_at')).as('createdAtMs'),
      epochMs(eb.ref('last_used_at')).$castTo<number | null>().as('lastUsedAtMs'),
      epochMs(eb.ref('revoked_at')).$castTo<number | null>().as('revokedAtMs'),
    ])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** Revokes a key from now on; false when there is no such key. Revoking twice keeps the first moment. */
export async function revokeKey(db: Database, keyId: number, atMs: number): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`coalesce(revoked_at, ${instant(atMs)})` })
    .where('id', '=', keyId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

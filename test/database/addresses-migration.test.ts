import { Migrator, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import type { Database } from '../../src/database/database.ts';
import { createAccount } from '../../src/operations/owner/accounts.ts';
import { findLikeAddresses } from '../../src/operations/owner/like-addresses.ts';
import { findAccount } from '../../src/queries/accounts.ts';
import { emptyDatabase, openPool } from '../support/fresh-database.ts';

describe('the migration to addresses', () => {
  const insert = async (db: Database, email: string) => {
    // in the words of the release before
    const { rows } =
      await sql`insert into accounts (email, plan, created_at) values (${email}, 'free', '2026-01-01')
      on conflict (lower(email)) where deleted_at is null do nothing returning id`.execute(db);
    return rows.length;
  };
  const indexOf = async (db: Database) => {
    const { rows } = await sql<{ isUnique: boolean }>`select indisunique as "isUnique" from pg_index
      where indexrelid = 'accounts_by_address'::regclass`.execute(db);
    return rows;
  };

  it('keeps all accounts, reports those of like addresses, and lets the release before make others', async () => {
    const db = openPool(await emptyDatabase(), 1);
    await migratorOf(db).migrateTo('0016-share-links');
    for (const email of ['caf\u00E9@x.org', 'cafe\u0301@x.org', '\u00C9mile@x.org', 'plain@x.org'])
      expect(await insert(db, email)).toBe(1);

    expect((await migratorOf(db).migrateToLatest()).error).toBeUndefined();

    const { twins, alike, capitals } = await findLikeAddresses(db);
    expect(twins.map((group) => group.map(({ id }) => id))).toEqual([[1, 2]]);
    expect([alike, capitals.map(({ id }) => id)]).toEqual([[], [3]]);
    expect(await indexOf(db)).toEqual([{ isUnique: true }]);
    expect([await insert(db, 'PLAIN@x.org'), await insert(db, 'new@x.org')]).toEqual([0, 1]);
    await expect(createAccount(db, { email: 'CAF\u00E9@x.org', plan: 'free' }, 0)).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
    await expect(createAccount(db, { email: 'pLAIN@x.org', plan: 'free' }, 0)).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
    expect((await createAccount(db, { email: 'zoe\u0308@x.org', plan: 'free' }, 0)).email).toBe(
      'zo\u00EB@x.org',
    );
  });

  it('does not fail on accounts that a locale kept apart in upper and lower case', async () => {
    const db = openPool(await emptyDatabase(), 1);
    await migratorOf(db).migrateTo('0016-share-links');
    await sql`drop index accounts_living_email`.execute(db);
    await sql`create unique index accounts_living_email on accounts (lower(email)) where deleted_at is null and id > 2`.execute(
      db,
    );
    for (const email of ['ivan@x.org', 'IVAN@x.org', '\u0130van@x.org'])
      await sql`insert into accounts (email, plan, created_at) values (${email}, 'free', '2026-01-01')`.execute(
        db,
      );

    expect((await migratorOf(db).migrateToLatest()).error).toBeUndefined();

    const { twins, alike } = await findLikeAddresses(db);
    expect(twins.map((group) => group.map(({ id }) => id))).toEqual([[1, 2]]);
    expect(alike.map((group) => group.map(({ id }) => id))).toEqual([[1, 2, 3]]);
    expect(await indexOf(db)).toEqual([{ isUnique: false }]);
    const find = async (email: string) => (await findAccount(db, email))?.id;
    expect(
      await Promise.all(['ivan@x.org', 'IVAN@x.org', 'Ivan@x.org', '\u0130van@x.org'].map(find)),
    ).toEqual([1, 2, 1, 3]);
  });
});

function migratorOf(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
}

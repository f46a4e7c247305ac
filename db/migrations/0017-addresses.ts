import { type Kysely, sql } from 'kysely';

/**
 * Adds an index of the e-mail addresses that folds the letters A to Z only, whatever the locale of the database, and the
 * marks of sites that are being deleted. Servers of the earlier release need the index that folds more, so it stays until
 * they are gone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(DELETIONS).execute(db);
  // nobody makes an account meanwhile; all can read
  await sql`lock table accounts in share mode`.execute(db);
  const twins = await sql.raw(TWINS).execute(db);
  const kind = twins.rows.length > 0 ? 'index' : 'unique index';
  await sql
    .raw(`create ${kind} accounts_by_address on accounts (${ADDRESS}) where deleted_at is null`)
    .execute(db);
}

const DELETIONS = `create table site_deletions (deleted_site_id text primary key)`;

const ADDRESS = `lower(email collate "C")`;

/** A Turkish locale folds I into a letter that is no i, so that it let KIM and kim both be made. */
const TWINS = `select 1 from accounts where deleted_at is null group by ${ADDRESS} having count(*) > 1 limit 1`;

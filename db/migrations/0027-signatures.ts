import { type Kysely, sql } from 'kysely';
import { lockTables } from '../lock-tables.ts';

/**
 * Adds what the signature of a request proves, and how many visits were signed by the company of their bot. Such a visit has
 * no verdict, and the signature "signed": servers of the earlier release read it as one of an unknown address. They have to be
 * gone before requests are verified, since what they recount counts no signed visits.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await lockTables(db, 'events', 'site_days', 'site_block_names');
  for (const statement of ALTER) await sql.raw(statement).execute(db);
}

/** Constant defaults are stored once for the table, so no row is rewritten. */
const ALTER = [
  'alter table events add column signature text, add column signer text',
  'alter table site_days add column signed bigint not null default 0',
  'alter table site_block_names add column signed bigint not null default 0',
] as const;

import { type Kysely, sql } from 'kysely';

/** What is recorded, and the counts of it: the tables that grow with the events. */
const LARGE = [
  ...['events', 'site_buckets', 'site_days', 'site_statuses', 'site_countries', 'site_months'],
  ...['site_blocks', 'site_block_names', 'site_block_statuses', 'site_block_pages'],
];

/**
 * Vacuums a large table when a fiftieth of its rows is dead, and not a fifth: of 36 million events, six million could be
 * deleted and stay in the table and its indexes. The lock that this takes stops neither readers nor writers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of LARGE)
    await sql`
      alter table ${sql.table(table)} set (
        autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02
      )`.execute(db);
}

import { type Kysely, sql } from 'kysely';
import { lockTables } from '../lock-tables.ts';

/**
 * Adds to what is folded how events that come later are found: the largest id that it counts, and how many events it counts
 * in each hour. Both are null in rows that count a bot, and in those of an earlier release, which upkeep makes again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await lockTables(db, 'site_block_pages');
  await sql`alter table site_block_pages add last_id bigint, add hour_counts integer[]`.execute(db);
  await sql`delete from folded_sites`.execute(db);
}

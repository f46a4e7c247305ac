import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';

/** The index by age has the hash in place of the site, so that no look-up of a key uses it. */
export const HASH_OF_SITE = sql<string>`hashtextextended(site_id, 0)`;

type Old = { readonly siteId: string; readonly beforeMs: number; readonly limit: number };

/**
 * Deletes the oldest rows of a site that were made before an instant, about as many as the limit, by the index by age. Returns
 * how many: 0 when none are left.
 */
export async function deleteOldRows(
  db: Database,
  table: 'collected_requests' | 'drain_batches',
  { siteId, beforeMs, limit }: Old,
): Promise<number> {
  // they have the same columns here; Kysely has no query of either
  const one = table as 'collected_requests';
  const last = await db
    .selectFrom(one)
    .select((eb) => epochMs(eb.ref('created_at')).as('createdAtMs'))
    .where('site_id', '=', siteId)
    .where(HASH_OF_SITE, '=', hashOf(siteId))
    .where('created_at', '<', sqlInstant(beforeMs))
    .orderBy('created_at')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const untilMs = last === undefined ? beforeMs : last.createdAtMs + 1;
  const deleted = await db
    .deleteFrom(one)
    .where('site_id', '=', siteId)
    .where(HASH_OF_SITE, '=', hashOf(siteId))
    .where('created_at', '<', sqlInstant(untilMs))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

function hashOf(siteId: string): RawBuilder<string> {
  return sql<string>`hashtextextended(${siteId}, 0)`;
}

import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** A site that has hours of its sources before an instant, and the first of them. */
export type OldHours = { readonly siteId: string; readonly firstMs: number };

/** From the rows beside the hours, so that Citus runs it where these are, site by site. */
const LIST_SITES_WITH_OLD_HOURS = statement(
  'list_sites_with_old_hours',
  (_, param: Param<{ siteIds: readonly string[]; before: string }>) => sql<OldHours>`
    select s.site_id as "siteId", ${epochMs(sql`first.hour`)} as "firstMs"
    from placed_sites as s cross join lateral (
      select hour from source_hours
      where site_id = s.site_id and hour < ${timestamptz(param('before'))}
      order by hour limit 1
    ) as first
    where s.site_id = any(${param('siteIds')}::text[])`,
);

/** Which of the sites have hours of their sources before an instant, in no particular order. */
export async function listSitesWithOldHours(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<readonly OldHours[]> {
  const query = LIST_SITES_WITH_OLD_HOURS({ siteIds, before: formatInstant(beforeMs) });
  return readLong(db, query, 'service');
}

type Range = { readonly siteIds: readonly string[]; readonly from: string; readonly until: string };

const DELETE_SOURCE_HOURS = statement(
  'delete_source_hours',
  (_, param: Param<Range>) => sql`
    delete from source_hours
    where site_id = any(${param('siteIds')}::text[])
      and hour >= ${timestamptz(param('from'))} and hour < ${timestamptz(param('until'))}`,
);

/** Deletes the hours of the sites' sources in a range. */
export async function deleteSourceHours(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
): Promise<void> {
  const range = { siteIds, from: formatInstant(fromMs), until: formatInstant(untilMs) };
  await execute(db, DELETE_SOURCE_HOURS(range));
}

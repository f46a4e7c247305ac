import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read } from '../database/query.ts';
import { timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

type Values = { readonly siteIds: readonly string[]; readonly from: string; readonly until: string };

/**
 * From the rows beside the events, so that Citus runs it where these are: each node looks for its sites. A day without
 * events has no row, whereas events that were deleted stay in their index until the table is vacuumed.
 */
const LIST_ACTIVE_SITES = statement('list_active_sites', (db, param: Param<Values>) =>
  db
    .selectFrom('placed_sites as s')
    .select('s.site_id as siteId')
    .where('s.site_id', '=', sql<string>`any(${param('siteIds')}::text[])`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('site_buckets as b')
          .select('b.site_id')
          .whereRef('b.site_id', '=', 's.site_id')
          .where('b.granularity', '=', 'day')
          .where('b.starts_at', '>=', timestamptz(param('from')))
          .where('b.starts_at', '<', timestamptz(param('until'))),
      ),
    ),
);

/** Which of the sites have an event of any type in a range of whole days, in no particular order. */
export async function listActiveSites(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
): Promise<ReadonlySet<string>> {
  const query = LIST_ACTIVE_SITES({ siteIds, from: formatInstant(fromMs), until: formatInstant(untilMs) });
  return new Set((await read(db, query)).map(({ siteId }) => siteId));
}

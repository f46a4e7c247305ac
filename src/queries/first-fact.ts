import { sql } from 'kysely';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, EARLIEST_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read, readLong } from '../database/query.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

type Days = { readonly siteId: string; readonly from: string };

/**
 * Only the days before the first status are read in site_days, which shows whether a visit told its bytes or its address
 * alone: nearly all that tell those tell their status, too.
 */
const FIRST_DAY_WITH_FACTS = statement(
  'first_day_with_facts',
  (_, param: Param<Days>) => sql<{ startMs: number | null }>`
    select ${epochMs(sql`coalesce(with_others.day, with_status.day)::timestamp at time zone 'UTC'`)} as "startMs"
    from (values (1)) as one
    left join lateral (
      select day from site_statuses
      where site_id = ${param('siteId')} and day >= ${param('from')}::date and count > 0
      order by day limit 1
    ) as with_status on true
    left join lateral (
      select day from site_days
      where site_id = ${param('siteId')} and day >= ${param('from')}::date
        and day < coalesce(with_status.day, 'infinity')
        and (sized > 0 or verified > 0 or outside > 0 or no_list > 0)
      order by day limit 1
    ) as with_others on true`,
);

type Bounds = { readonly siteId: string; readonly from: string; readonly until: string };

const FIRST_FACT = statement(
  'first_fact',
  (_, param: Param<Bounds>) => sql<{ createdAtMs: number }>`
    select ${epochMs(sql.ref('created_at'))} as "createdAtMs" from events
    where site_id = ${param('siteId')} and type = 'bot'
      and created_at >= ${param('from')}::timestamptz and created_at < ${param('until')}::timestamptz
      and (status is not null or bytes is not null or verdict is not null)
    order by created_at
    limit 1`,
);

/** When the first bot visit happened that was recorded with a status, bytes or a verdict; undefined if none was. */
export async function findFirstFact(db: Database, site: AccessibleSite): Promise<number | undefined> {
  for (let fromMs = EARLIEST_MS; ;) {
    const [day] = await readLong(
      db,
      FIRST_DAY_WITH_FACTS({ siteId: site.id, from: formatDate(fromMs) }),
      site.accountId,
    );
    if (day === undefined || day.startMs === null) return undefined;
    const [from, until] = [formatInstant(day.startMs), formatInstant(day.startMs + DAY_MS)];
    const [fact] = await read(db, FIRST_FACT({ siteId: site.id, from, until }));
    if (fact !== undefined) return fact.createdAtMs;
    // the visits of that day were deleted, and their counts subtracted in another slot
    fromMs = day.startMs + DAY_MS;
  }
}

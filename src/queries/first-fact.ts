import { sql } from 'kysely';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, formatDate } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { readLong } from '../database/query.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

type Days = { readonly siteId: string; readonly from: string };
type Row = { readonly dayMs: number | null; readonly createdAtMs: number | null };

/**
 * Only the days before the first status are read in site_days, which shows whether a visit told its bytes or its address
 * alone: nearly all that tell those tell their status, too.
 */
const FIRST_FACT = statement(
  'first_fact',
  (_, param: Param<Days>) => sql<Row>`
    select ${epochMs(sql.ref('first.starts_at'))} as "dayMs", ${epochMs(sql.ref('fact.created_at'))} as "createdAtMs"
    from (
      select coalesce(with_others.day, with_status.day)::timestamp at time zone 'UTC' as starts_at
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
          and (sized > 0 or signed > 0 or verified > 0 or outside > 0 or no_list > 0)
        order by day limit 1
      ) as with_others on true
    ) as first
    left join lateral (
      select created_at from events
      where site_id = ${param('siteId')} and type = 'bot'
        and created_at >= first.starts_at and created_at < first.starts_at + interval '24 hours'
        and (status is not null or bytes is not null or verdict is not null or signature = 'signed')
      order by created_at limit 1
    ) as fact on true`,
);

export type FactSearch = {
  readonly firstMs: number | undefined;
  /** Where to search on: the visits of the day before were deleted, and their counts subtracted in another slot. */
  readonly nextMs: number | undefined;
};

/** When the first bot visit from a day on happened that was recorded with a status, bytes or a verdict, if one did. */
export async function findFirstFact(db: Readable, site: AccessibleSite, fromMs: number): Promise<FactSearch> {
  const query = FIRST_FACT({ siteId: site.id, from: formatDate(fromMs) });
  const [{ dayMs, createdAtMs } = { dayMs: null, createdAtMs: null }] = await readLong(
    db,
    query,
    site.accountId,
  );
  const isEmpty = dayMs !== null && createdAtMs === null;
  return { firstMs: createdAtMs ?? undefined, nextMs: isEmpty ? dayMs + DAY_MS : undefined };
}

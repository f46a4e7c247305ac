import { sql } from 'kysely';
import { DAY_MS, EARLIEST_MS, formatDate } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { epochMsOfDay, sqlDate } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';

/** A site with closed days that have changed, or may have, since they were folded. */
export type SiteToFold = {
  readonly siteId: string;
  /** The day from which on they have; undefined if it may be any. */
  readonly fromMs: number | undefined;
  /** How many events the site has ever recorded, but for those of the days that are not closed. */
  readonly recorded: number;
};

type Looked = { readonly siteIds: readonly string[]; readonly until: string; readonly again: string };

type Row = Omit<SiteToFold, 'fromMs'> & { readonly fromMs: number | null };

/**
 * Recorders count all events that they add in `site_months`, in their transaction, and nothing is ever taken away there. So
 * the sum without the events of later days grows exactly when an event is added to an earlier day.
 */
const FIND_SITES_TO_FOLD = statement(
  'find_sites_to_fold',
  (_, param: Param<Looked>) => sql<Row>`
    select site_id as "siteId", before_until + closed as recorded,
           case when before_until = recorded and until_day >= ${sqlDate(param('again'))}
                then ${epochMsOfDay(sql.ref('until_day'))} end as "fromMs"
    from (
      select site.site_id, folded.until_day, folded.recorded, coalesce(days.closed, 0)::bigint as closed,
             (coalesce(months.events, 0) - coalesce(days.events, 0))::bigint as before_until
      from placed_sites as site
      left join folded_sites as folded on folded.site_id = site.site_id
      left join lateral (
        select site_id, sum(events) as events from site_months where site_id = site.site_id group by site_id
      ) as months on months.site_id = site.site_id
      left join lateral (
        select site_id, sum(bot_visits + referrals + conversions) as events,
               sum(bot_visits + referrals + conversions)
                 filter (where starts_at < ${sqlDate(param('until'))}::timestamp at time zone 'UTC') as closed
        from site_buckets
        where site_id = site.site_id and granularity = 'day'
          and starts_at >= coalesce(folded.until_day, date '0001-01-01')::timestamp at time zone 'UTC'
        group by site_id
      ) as days on days.site_id = site.site_id
      where site.site_id = any(${param('siteIds')}::text[])
    ) as looked
    where closed > 0 or recorded <> before_until or until_day < ${sqlDate(param('again'))}`,
);

/** What a deletion by an earlier release has left is found after this time. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

/** Which of the sites have days before `untilMs` that are not folded, or may be, in no particular order. */
export async function findSitesToFold(
  db: Database,
  siteIds: readonly string[],
  untilMs: number,
): Promise<readonly SiteToFold[]> {
  const [until, again] = [formatDate(untilMs), formatDate(untilMs - LOOK_AGAIN_MS)];
  const rows = await readLong(db, FIND_SITES_TO_FOLD({ siteIds, until, again }), 'service');
  return rows.map(({ fromMs, ...site }) => ({ ...site, fromMs: fromMs ?? undefined }));
}

type Folded = { readonly siteId: string; readonly until: string; readonly recorded: number };

const NOTE_FOLDING = statement(
  'note_folding',
  (_, param: Param<{ siteId: string; until: string }>) => sql`
    insert into folded_sites (site_id, until_day, recorded)
    select site_id, ${sqlDate(param('until'))}, 0 from placed_sites where site_id = ${param('siteId')}
    on conflict (site_id) do nothing`,
);

const NOTE_FOLDED = statement(
  'note_folded',
  (_, param: Param<Folded>) => sql`
    update folded_sites set until_day = ${sqlDate(param('until'))}, recorded = ${param('recorded')}::bigint
    where site_id = ${param('siteId')}`,
);

/** Notes that the days of a site are about to be looked at. A deletion takes the note away, and `noteFolded` does nothing. */
export async function noteFolding(db: Database, siteId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await shareSite(tx, siteId);
    await execute(tx, NOTE_FOLDING({ siteId, until: formatDate(EARLIEST_MS) }));
  });
}

/** Notes that the days before `untilMs` are folded, as far as they were recorded when the site was found. */
export async function noteFolded(
  db: Database,
  { siteId, recorded }: SiteToFold,
  untilMs: number,
): Promise<void> {
  await execute(db, NOTE_FOLDED({ siteId, recorded, until: formatDate(untilMs) }));
}

import { type Kysely, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { BUCKET_MS, type Bucket, type Granularity } from '../domain/granularity.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, formatInstant } from '../domain/time.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { read, readLong } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** The span of one read, so that a page of a long range has fewer than two thousand buckets. */
const WINDOW_MS: Readonly<Record<Granularity, number>> = { day: 400 * DAY_MS, hour: 60 * DAY_MS };

/** The most buckets of a short read; each has up to eight rows. */
const SHORT_READ_BUCKETS = 400;

type Bounds = { readonly siteId: string; readonly from: string; readonly until: string };
type Values = Bounds & { readonly granularity: Granularity };

const COUNT_BY_BUCKET = statement('count_by_bucket', (db, param: Param<Values>) => {
  const buckets = selectBuckets(db, param)
    .select((eb) => [
      epochMs(eb.ref('starts_at')).as('startMs'),
      sql<number>`sum(${eb.ref('bot_visits')})::bigint`.as('botVisits'),
      sql<number>`sum(${eb.ref('referrals')})::bigint`.as('referrals'),
      sql<number>`sum(${eb.ref('conversions')})::bigint`.as('conversions'),
    ])
    .groupBy('starts_at')
    .orderBy('starts_at');
  return selectColumns(buckets, ['startMs', 'botVisits', 'referrals', 'conversions']);
});

const FIRST_BUCKET = statement('first_bucket', (db, param: Param<Values>) =>
  selectBuckets(db, param)
    .select((eb) => epochMs(eb.ref('starts_at')).as('startMs'))
    .orderBy('starts_at')
    .limit(1),
);

function selectBuckets(db: Kysely<Tables>, param: Param<Values>) {
  return db
    .selectFrom('site_buckets')
    .where('site_id', '=', param('siteId'))
    .where('granularity', '=', param('granularity'))
    .where('starts_at', '>=', timestamptz(param('from')))
    .where('starts_at', '<', timestamptz(param('until')));
}

/**
 * The buckets of the range that have events, oldest first, in pages. Each page is a separate read, so that a slow caller
 * keeps nothing open. Long gaps without events are skipped.
 */
export async function* countByBucket(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
  granularity: Granularity,
): AsyncGenerator<readonly Bucket[]> {
  let fromMs: number | undefined = range.fromMs;
  while (fromMs !== undefined) {
    const untilMs = Math.min(fromMs + WINDOW_MS[granularity], range.untilMs);
    yield await countBuckets(db, site, { fromMs, untilMs }, granularity);
    if (untilMs === range.untilMs) return;
    fromMs = await firstDayWithEvents(db, site, { fromMs: untilMs, untilMs: range.untilMs });
  }
}

/** The same in one read. */
export async function countBuckets(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
  granularity: Granularity,
): Promise<readonly Bucket[]> {
  const isShort = (range.untilMs - range.fromMs) / BUCKET_MS[granularity] <= SHORT_READ_BUCKETS;
  const query = COUNT_BY_BUCKET({ granularity, ...boundsOf(site, range) });
  return rowsOf(await (isShort ? read(db, query) : readLong(db, query, site.accountId)));
}

async function firstDayWithEvents(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<number | undefined> {
  const [first] = await read(db, FIRST_BUCKET({ granularity: 'day', ...boundsOf(site, range) }));
  return first?.startMs;
}

function boundsOf(site: AccessibleSite<'view'>, { fromMs, untilMs }: TimeRange): Bounds {
  return { siteId: site.id, from: formatInstant(fromMs), until: formatInstant(untilMs) };
}

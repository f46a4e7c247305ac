import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { BUCKET_MS, type Bucket, type Granularity } from '../domain/granularity.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, startOfDay } from '../domain/time.ts';
import type { Database } from './database.ts';
import { epochMs, instant } from './sql-time.ts';

/** How much one read covers, so that a page of a long range stays below two thousand buckets. */
const WINDOW_MS: Readonly<Record<Granularity, number>> = { day: 400 * DAY_MS, hour: 60 * DAY_MS };

/**
 * The buckets of the range that have events, oldest first, in pages. Each page is a read of its own, so that nothing
 * is held open for a slow reader; stretches without events are skipped.
 */
export async function* countByBucket(
  db: Database,
  site: AccessibleSite,
  range: TimeRange,
  granularity: Granularity,
): AsyncGenerator<readonly Bucket[]> {
  let fromMs: number | undefined = range.fromMs;
  while (fromMs !== undefined) {
    const untilMs = Math.min(fromMs + WINDOW_MS[granularity], range.untilMs);
    yield await countWindow(db, site, { fromMs, untilMs }, granularity);
    if (untilMs === range.untilMs) return;
    fromMs = await firstDayWithEvents(db, site, { fromMs: untilMs, untilMs: range.untilMs });
  }
}

async function countWindow(
  db: Database,
  site: AccessibleSite,
  range: TimeRange,
  granularity: Granularity,
): Promise<readonly Bucket[]> {
  const bucketMs = sql.lit(BUCKET_MS[granularity]);
  // floor, since integer division would round the years before 1970 up
  return selectHours(db, site, range)
    .select((eb) => [
      sql<number>`(floor(${epochMs(eb.ref('hour'))}::numeric / ${bucketMs}) * ${bucketMs})::bigint`.as(
        'startMs',
      ),
      sql<number>`sum(${eb.ref('bot_visits')})::bigint`.as('botVisits'),
      sql<number>`sum(${eb.ref('referrals')})::bigint`.as('referrals'),
      sql<number>`sum(${eb.ref('conversions')})::bigint`.as('conversions'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
}

async function firstDayWithEvents(
  db: Database,
  site: AccessibleSite,
  range: TimeRange,
): Promise<number | undefined> {
  const first = await selectHours(db, site, range)
    .select((eb) => epochMs(eb.ref('hour')).as('hourMs'))
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst();
  return first && startOfDay(first.hourMs);
}

function selectHours(db: Database, site: AccessibleSite, range: TimeRange) {
  return db
    .selectFrom('site_hours')
    .where('site_id', '=', site.id)
    .where('hour', '>=', instant(range.fromMs))
    .where('hour', '<', instant(range.untilMs));
}

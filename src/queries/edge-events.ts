import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { read } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

type Bounds = { readonly siteId: string; readonly from: string; readonly until: string };

const FIRST_EVENT = edge('first_event', 'asc');
const LAST_EVENT = edge('last_event', 'desc');

/**
 * From the first day with events on, or the last one down: events that were deleted stay in the index until the table is
 * vacuumed, and all of them would be passed over.
 */
function edge(name: string, direction: 'asc' | 'desc') {
  return statement(name, (db, param: Param<Bounds>) => {
    const day = db
      .selectFrom('site_buckets')
      .select('starts_at')
      .where('site_id', '=', param('siteId'))
      .where('granularity', '=', 'day')
      .where('starts_at', '>=', timestamptz(param('from')))
      .where('starts_at', '<', timestamptz(param('until')))
      .orderBy('starts_at', direction)
      .limit(1);
    return db
      .selectFrom('events')
      .select((eb) => epochMs(eb.ref('created_at')).as('createdAtMs'))
      .where('site_id', '=', param('siteId'))
      .where('created_at', '>=', direction === 'asc' ? day : timestamptz(param('from')))
      .where(
        'created_at',
        '<',
        direction === 'asc' ? timestamptz(param('until')) : sql<string>`(${day}) + interval '24 hours'`,
      )
      .orderBy('created_at', direction)
      .limit(1);
  });
}

/** When the first event of the range happened; undefined if there is none. */
export async function findFirstEvent(
  db: Readable,
  site: AccessibleSite,
  range: TimeRange,
): Promise<number | undefined> {
  return (await read(db, FIRST_EVENT(boundsOf(site, range))))[0]?.createdAtMs;
}

/** When the last event of the range happened; undefined if there is none. */
export async function findLastEvent(
  db: Readable,
  site: AccessibleSite,
  range: TimeRange,
): Promise<number | undefined> {
  return (await read(db, LAST_EVENT(boundsOf(site, range))))[0]?.createdAtMs;
}

function boundsOf(site: AccessibleSite, { fromMs, untilMs }: TimeRange): Bounds {
  return { siteId: site.id, from: formatInstant(fromMs), until: formatInstant(untilMs) };
}

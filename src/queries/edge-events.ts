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

function edge(name: string, direction: 'asc' | 'desc') {
  return statement(name, (db, param: Param<Bounds>) =>
    db
      .selectFrom('events')
      .select((eb) => epochMs(eb.ref('created_at')).as('createdAtMs'))
      .where('site_id', '=', param('siteId'))
      .where('created_at', '>=', timestamptz(param('from')))
      .where('created_at', '<', timestamptz(param('until')))
      .orderBy('created_at', direction)
      .limit(1),
  );
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

import { type Kysely, sql } from 'kysely';
import type { Position } from '../domain/cursor.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventType } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read } from '../database/query.ts';
import { timestamptz } from '../database/sql-time.ts';
import type { Param } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { type EventForm, type EventIn, listing, selectEvents } from './stored-events.ts';

export type EventFilter = {
  readonly range: TimeRange;
  readonly type: EventType | undefined;
  /** The last event of the page before; undefined for the first page. */
  readonly after: Position | undefined;
  readonly limit: number;
};

type Values = {
  readonly siteId: string;
  readonly from: string;
  readonly until: string;
  readonly type: EventType | undefined;
  readonly afterInstant: string | undefined;
  readonly afterId: number | undefined;
  readonly limit: number;
};

const FIRST_PAGE = {
  ofAll: listingOf('first_events', {}),
  ofType: listingOf('first_events_of_type', { typed: true }),
};
const NEXT_PAGE = {
  ofAll: listingOf('next_events', { continued: true }),
  ofType: listingOf('next_events_of_type', { typed: true, continued: true }),
};

type Shape = { readonly typed?: true; readonly continued?: true };

function listingOf(name: string, shape: Shape) {
  return listing(name, (db, param: Param<Values>) => selectPage(db, param, shape));
}

function selectPage(db: Kysely<Tables>, param: Param<Values>, { typed, continued }: Shape) {
  let query = selectEvents(db)
    .where('site_id', '=', param('siteId'))
    .where('created_at', '>=', timestamptz(param('from')))
    .where('created_at', '<', timestamptz(param('until')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit'));
  if (typed) query = query.where('type', '=', param('type'));
  if (continued) {
    const after = sql`(${timestamptz(param('afterInstant'))}, ${param('afterId')})`;
    query = query.where(sql<boolean>`(created_at, id) < ${after}`);
  }
  return query;
}

/** The newest events of the site after the cursor, at most `limit`; those of one millisecond are sorted by id. */
export async function listEvents<Form extends EventForm>(
  db: Database,
  site: AccessibleSite,
  { range, type, after, limit }: EventFilter,
  form: Form,
): Promise<readonly EventIn<Form>[]> {
  const page = after === undefined ? FIRST_PAGE : NEXT_PAGE;
  const list = type === undefined ? page.ofAll : page.ofType;
  const given = {
    siteId: site.id,
    from: formatInstant(range.fromMs),
    until: formatInstant(endOf(range, after)),
    type,
    afterInstant: after && formatInstant(after.createdAtMs),
    afterId: after?.id,
    limit,
  };
  return list[form](given, (query) => read(db, query));
}

/**
 * The upper bound, where the scan of the index begins. PostgreSQL 18 begins it there even if the position of a cursor is
 * below, and skips what is in between: a page would take longer the further down the list it is.
 */
function endOf({ untilMs }: TimeRange, after: Position | undefined): number {
  return after === undefined ? untilMs : Math.min(untilMs, after.createdAtMs + 1);
}

import { sql } from 'kysely';
import type { Position } from '../domain/cursor.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventType, StoredEvent } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Database } from './database.ts';
import { epochMs, instant } from './sql-time.ts';

export type EventFilter = {
  readonly range: TimeRange;
  readonly type: EventType | undefined;
  /** The last event of the page before; undefined for the first page. */
  readonly after: Position | undefined;
  readonly limit: number;
};

/** The site's events, newest first, those of one millisecond by id, at most `limit`. */
export async function listEvents(
  db: Database,
  site: AccessibleSite,
  { range, type, after, limit }: EventFilter,
): Promise<readonly StoredEvent[]> {
  let query = selectEvents(db)
    .where('site_id', '=', site.id)
    .where('created_at', '>=', instant(range.fromMs))
    .where('created_at', '<', instant(range.untilMs))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (type !== undefined) query = query.where('type', '=', type);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(created_at, id) < (${instant(after.createdAtMs)}, ${after.id})`);
  }
  return (await query.execute()).map(toEvent);
}

function selectEvents(db: Database) {
  return db
    .selectFrom('events')
    .select((eb) => [
      'id',
      'type',
      'page_path',
      'country',
      epochMs(eb.ref('created_at')).as('createdAtMs'),
      'bot_name',
      'bot_company',
      'source',
      'event_name',
      'event_value',
    ]);
}

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirstOrThrow']>>;

/** The columns of an event's own type are never null: recording writes them together. */
function toEvent(row: EventRow): StoredEvent {
  const { id, type, page_path: pagePath, country, createdAtMs } = row;
  const common = { id, pagePath, country, createdAtMs };
  switch (type) {
    case 'bot':
      return { ...common, type, botName: row.bot_name ?? '', botCompany: row.bot_company ?? '' };
    case 'referral':
      return { ...common, type, source: row.source ?? '' };
    case 'conversion':
      return { ...common, type, eventName: row.event_name ?? '', eventValue: row.event_value };
  }
}

import { type Kysely, sql } from 'kysely';
import type { Position } from '../domain/cursor.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventType, StoredEvent } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import type { Verdict } from '../domain/verdict.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { read, readLong } from '../database/query.ts';
import { selectText, valuesOf } from '../database/rows-as-text.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

export type EventFilter = {
  readonly range: TimeRange;
  readonly type: EventType | undefined;
  readonly botName?: string | undefined;
  readonly pagePath?: string | undefined;
  /** The last event of the page before; undefined for the first page. */
  readonly after: Position | undefined;
  readonly limit: number;
};

type Values = {
  readonly siteId: string;
  readonly from: string;
  readonly until: string;
  readonly type: EventType | undefined;
  readonly botName: string | undefined;
  readonly pagePath: string | undefined;
  readonly afterInstant: string | undefined;
  readonly afterId: number | undefined;
  readonly limit: number;
};

/** What is read of an event, in this order. */
export const EVENT_COLUMNS = [
  'id',
  'type',
  'pagePath',
  'country',
  'createdAtMs',
  'name',
  'company',
  'value',
  'status',
  'bytes',
  'verdict',
] as const;

const FIRST_PAGE = {
  ofAll: listing('first_events', {}),
  ofType: listing('first_events_of_type', { typed: true }),
  filtered: listing('first_filtered_events', { filtered: true }),
  filteredOfType: listing('first_filtered_events_of_type', { typed: true, filtered: true }),
};
const NEXT_PAGE = {
  ofAll: listing('next_events', { continued: true }),
  ofType: listing('next_events_of_type', { typed: true, continued: true }),
  filtered: listing('next_filtered_events', { filtered: true, continued: true }),
  filteredOfType: listing('next_filtered_events_of_type', { typed: true, filtered: true, continued: true }),
};

type Shape = { readonly typed?: true; readonly filtered?: true; readonly continued?: true };

/** A page as text, and in columns for one with a value that contains the separator of the text. */
function listing(name: string, shape: Shape) {
  return {
    asText: statement(name, (db, param: Param<Values>) =>
      selectText(selectPage(db, param, shape), EVENT_COLUMNS),
    ),
    inColumns: statement(`${name}_in_columns`, (db, param: Param<Values>) =>
      selectColumns(selectPage(db, param, shape), EVENT_COLUMNS),
    ),
  };
}

function selectPage(db: Kysely<Tables>, param: Param<Values>, { typed, filtered, continued }: Shape) {
  let query = db
    .selectFrom('events')
    .select((eb) => [
      'id',
      'type',
      'page_path as pagePath',
      'country',
      epochMs(eb.ref('created_at')).as('createdAtMs'),
      eb.fn.coalesce('bot_name', 'source', 'event_name', sql<string>`''`).as('name'),
      'bot_company as company',
      'event_value as value',
      'status',
      'bytes',
      'verdict',
    ])
    .where('site_id', '=', param('siteId'))
    .where('created_at', '>=', timestamptz(param('from')))
    .where('created_at', '<', timestamptz(param('until')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit'));
  if (typed) query = query.where('type', '=', param('type'));
  if (filtered) {
    query = query
      .where(sql<boolean>`(${param('botName')}::text is null or bot_name = ${param('botName')})`)
      .where(sql<boolean>`(${param('pagePath')}::text is null or page_path = ${param('pagePath')})`);
  }
  if (continued) {
    const after = sql`(${timestamptz(param('afterInstant'))}, ${param('afterId')})`;
    query = query.where(sql<boolean>`(created_at, id) < ${after}`);
  }
  return query;
}

/** The newest events of the site after the cursor, at most `limit`; those of one millisecond are sorted by id. */
export async function listEvents(
  db: Database,
  site: AccessibleSite,
  filter: EventFilter,
): Promise<readonly StoredEvent[]> {
  const { range, type, botName, pagePath, after, limit } = filter;
  const page = statementFor(filter);
  const given = {
    siteId: site.id,
    from: formatInstant(range.fromMs),
    until: formatInstant(endOf(range, after)),
    type,
    botName,
    pagePath,
    afterInstant: after && formatInstant(after.createdAtMs),
    afterId: after?.id,
    limit,
  };
  const list = <Row>(query: PreparedQuery<Row>) =>
    isFiltered(filter) ? readLong(db, query, site.accountId) : read(db, query);
  const values = valuesOf(await list(page.asText(given)), EVENT_COLUMNS);
  return values ? eventsOf(values) : rowsOf(await list(page.inColumns(given))).map(toEvent);
}

/** Takes the values of each row by their place, which is quicker than by name. */
function eventsOf(values: readonly string[]): readonly StoredEvent[] {
  return Array.from({ length: values.length / EVENT_COLUMNS.length }, (_, row) => {
    const first = row * EVENT_COLUMNS.length;
    const text = (column: number) => values[first + column] ?? '';
    const numberOrNull = (column: number) => (text(column) === '' ? null : Number(text(column)));
    return toEvent({
      id: Number(text(0)),
      type: text(1) as EventType,
      pagePath: text(2),
      country: text(3),
      createdAtMs: Number(text(4)),
      name: text(5),
      company: text(6),
      value: numberOrNull(7),
      status: numberOrNull(8),
      bytes: numberOrNull(9),
      verdict: (text(10) || null) as Verdict | null,
    });
  });
}

/**
 * The upper bound, where the scan of the index begins. PostgreSQL 18 begins it there even if the position of a cursor is
 * below, and skips what is in between: a page would take longer the further down the list it is.
 */
function endOf({ untilMs }: TimeRange, after: Position | undefined): number {
  return after === undefined ? untilMs : Math.min(untilMs, after.createdAtMs + 1);
}

/** No index leads to the events of a bot or a page: a few of them may be among many others. */
function isFiltered({ botName, pagePath }: EventFilter): boolean {
  return botName !== undefined || pagePath !== undefined;
}

function statementFor(filter: EventFilter) {
  const { type, after } = filter;
  const page = after === undefined ? FIRST_PAGE : NEXT_PAGE;
  if (!isFiltered(filter)) return type === undefined ? page.ofAll : page.ofType;
  return type === undefined ? page.filtered : page.filteredOfType;
}

type EventRow = {
  readonly id: number;
  readonly type: EventType;
  readonly pagePath: string;
  readonly country: string;
  readonly createdAtMs: number;
  /** Of the bot, the source or the conversion. */
  readonly name: string;
  readonly company: string | null;
  readonly value: number | null;
  readonly status: number | null;
  readonly bytes: number | null;
  readonly verdict: Verdict | null;
};

/** The company of a bot is never null, because it is recorded with the name. Spelled out for speed. */
function toEvent(row: EventRow): StoredEvent {
  const { id, type, pagePath, country, createdAtMs, name, company, value, status, bytes } = row;
  switch (type) {
    case 'bot': {
      const verdict = row.verdict ?? 'unknown';
      const botCompany = company ?? '';
      return { id, type, pagePath, country, createdAtMs, botName: name, botCompany, status, bytes, verdict };
    }
    case 'referral':
      return { id, type, pagePath, country, createdAtMs, source: name, status };
    case 'conversion':
      return { id, type, pagePath, country, createdAtMs, eventName: name, eventValue: value };
  }
}

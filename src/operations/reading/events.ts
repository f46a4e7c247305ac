import type { RequestContext } from '../../context.ts';
import { createCursors, decodeCursor } from '../../domain/cursor.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { EVENT_TYPES, type EventType, type StoredEvent } from '../../domain/event.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { type EventFilter, listEvents } from '../../queries/events.ts';
import { listFilteredEvents } from '../../queries/filtered-events.ts';
import { accessSite } from '../access.ts';
import { type RawParameter, isStorable, requireSiteId, single, spend } from '../rules.ts';
import { DEFAULT_LIMIT, parseLimit, parseWalk } from './paging.ts';

export type EventsRequest = {
  readonly siteId: string;
  readonly start: RawParameter;
  readonly end: RawParameter;
  readonly type: RawParameter;
  /** Filters of one door. */
  readonly botName?: string | undefined;
  readonly pagePath?: string | undefined;
  readonly limit: RawParameter | number;
  readonly cursor: RawParameter;
};

export type EventsPage = {
  /** The days of the list. */
  readonly range: TimeRange;
  readonly events: readonly StoredEvent[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The cursor that continues the list after an event of the page. */
  readonly cursorOf: (event: StoredEvent) => string;
};

/** One page of a site's events, newest first. Draws on the budget "events". */
export async function events(ctx: RequestContext, request: EventsRequest): Promise<EventsPage> {
  await spend(ctx, 'events');
  const siteId = requireSiteId(request.siteId);
  const dates = { start: single('start', request.start), end: single('end', request.end) };
  const type = parseType(single('type', request.type));
  const limit = parseLimit(
    typeof request.limit === 'number' ? request.limit : single('limit', request.limit),
  );
  const { botName, pagePath } = request;
  const listing = { siteId, type, ...dates, botName, pagePath };
  const decode = (cursor: string) => decodeCursor(cursor, listing);
  const { range, after } = parseWalk(ctx, dates, single('cursor', request.cursor), decode);
  const site = await accessSite(ctx, siteId, 'read');

  // one more than fits on the page shows whether another page follows
  const filter = { range, type, botName, pagePath, after, limit: limit + 1 };
  const list = () => findEvents(ctx, site, filter);
  const found = limit > DEFAULT_LIMIT ? await ctx.readLarge(list) : await list();
  const page = found.slice(0, limit);
  const cursorOf = createCursors(range, listing);
  const last = page.at(-1);
  const nextCursor = last && found.length > limit ? cursorOf(last) : null;
  return { range, events: page, nextCursor, cursorOf };
}

/** The newest events that match the filter. Only bots have the name of one. */
export async function findEvents(
  { db }: Pick<RequestContext, 'db'>,
  site: AccessibleSite,
  filter: EventFilter,
): Promise<readonly StoredEvent[]> {
  const { type, botName, pagePath } = filter;
  if (botName === undefined && pagePath === undefined) return listEvents(db, site, filter);
  if (!isStorable(`${botName}${pagePath}`)) return [];
  if (botName === undefined) return listFilteredEvents(db, site, filter);
  return type === undefined || type === 'bot' ? listFilteredEvents(db, site, { ...filter, type: 'bot' }) : [];
}

/** Throws INVALID_PARAMETER if there is no such type. */
export function parseType(given: string | undefined): EventType | undefined {
  if (given === undefined) return undefined;
  const type = EVENT_TYPES.find((known) => known === given);
  if (type === undefined) throw invalidParameter('type', given, '"bot", "referral" or "conversion"');
  return type;
}

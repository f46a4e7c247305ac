import type { RequestContext } from '../../context.ts';
import { type Position, type Question, createCursors, decodeCursor } from '../../domain/cursor.ts';
import { type GivenDates, type TimeRange, parseDateRange, parseGivenDates } from '../../domain/date-range.ts';
import { EVENT_TYPES, type EventType, type StoredEvent } from '../../domain/event.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import { listEvents } from '../../queries/events.ts';
import { accessSite } from '../access.ts';
import { type RawParameter, requireSiteId, single, spend } from '../rules.ts';

export type EventsRequest = {
  readonly siteId: string;
  readonly start: RawParameter;
  readonly end: RawParameter;
  readonly type: RawParameter;
  readonly limit: RawParameter | number;
  readonly cursor: RawParameter;
};

export type EventsPage = {
  readonly events: readonly StoredEvent[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The cursor that continues the list after an event of the page. */
  readonly cursorOf: (event: StoredEvent) => string;
};

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** One page of a site's events, newest first. Draws on the budget "events". */
export async function events(ctx: RequestContext, request: EventsRequest): Promise<EventsPage> {
  await spend(ctx, 'events');
  const siteId = requireSiteId(request.siteId);
  const dates = { start: single('start', request.start), end: single('end', request.end) };
  const type = parseType(single('type', request.type));
  const limit = parseLimit(
    typeof request.limit === 'number' ? request.limit : single('limit', request.limit),
  );
  const listing = { siteId, type, ...dates };
  const { range, after } = parseWalk(dates, single('cursor', request.cursor), listing, ctx.nowMs);
  const site = await accessSite(ctx, siteId, 'read');

  // one more than fits on the page shows whether another page follows
  const list = () => listEvents(ctx.db, site, { range, type, after, limit: limit + 1 });
  const found = limit > DEFAULT_LIMIT ? await ctx.readLarge(list) : await list();
  const page = found.slice(0, limit);
  const cursorOf = createCursors(range, listing);
  const last = page.at(-1);
  return { events: page, nextCursor: last && found.length > limit ? cursorOf(last) : null, cursorOf };
}

type Walk = { readonly range: TimeRange; readonly after: Position | undefined };

/** The first page resolves the dates; later pages keep its range, even across midnight. */
function parseWalk(dates: GivenDates, cursor: string | undefined, listing: Question, nowMs: number): Walk {
  if (cursor === undefined) return { range: parseDateRange(dates, nowMs), after: undefined };
  parseGivenDates(dates);
  const { range, position } = decodeCursor(cursor, listing);
  return { range, after: position };
}

function parseType(given: string | undefined): EventType | undefined {
  if (given === undefined) return undefined;
  const type = EVENT_TYPES.find((known) => known === given);
  if (type === undefined) throw invalidParameter('type', given, '"bot", "referral" or "conversion"');
  return type;
}

function parseLimit(given: string | number | undefined): number {
  if (given === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,9}$/.test(String(given)) ? Number(given) : NaN;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw invalidParameter('limit', given, `a whole number from 1 to ${MAX_LIMIT}`);
}

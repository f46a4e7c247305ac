import type { RequestContext } from '../../context.ts';
import { type Position, type Question, createCursors, decodeCursor } from '../../domain/cursor.ts';
import { type GivenDates, type TimeRange, parseDateRange, parseGivenDates } from '../../domain/date-range.ts';
import { EVENT_TYPES, type EventType, type StoredEvent } from '../../domain/event.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import { listEvents } from '../../queries/events.ts';
import { accessSite } from '../access.ts';
import { type Given, requireSiteId, single, spend } from '../rules.ts';

export type EventsQuestion = {
  readonly siteId: string;
  readonly start: Given;
  readonly end: Given;
  readonly type: Given;
  readonly limit: Given;
  readonly cursor: Given;
};

export type EventsPage = {
  readonly events: readonly StoredEvent[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The cursor that continues behind any event of the page. */
  readonly cursorOf: (event: StoredEvent) => string;
};

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** One page of a site's events, newest first. Draws on the budget "events". */
export async function events(ctx: RequestContext, question: EventsQuestion): Promise<EventsPage> {
  await spend(ctx, 'events');
  const siteId = requireSiteId(question.siteId);
  const dates = { start: single('start', question.start), end: single('end', question.end) };
  const type = parseType(single('type', question.type));
  const limit = parseLimit(single('limit', question.limit));
  const asked = { siteId, type, ...dates };
  const { range, after } = parseWalk(dates, single('cursor', question.cursor), asked, ctx.nowMs);
  const site = await accessSite(ctx, siteId, 'read');

  // one more than the page holds tells whether another page follows
  const found = await listEvents(ctx.db, site, { range, type, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const cursorOf = createCursors(range, asked);
  const last = page.at(-1);
  return { events: page, nextCursor: last && found.length > limit ? cursorOf(last) : null, cursorOf };
}

type Walk = { readonly range: TimeRange; readonly after: Position | undefined };

/** The first page resolves the range; every later one keeps it, so that midnight passes unnoticed. */
function parseWalk(dates: GivenDates, cursor: string | undefined, asked: Question, nowMs: number): Walk {
  if (cursor === undefined) return { range: parseDateRange(dates, nowMs), after: undefined };
  parseGivenDates(dates);
  const { range, position } = decodeCursor(cursor, asked);
  return { range, after: position };
}

function parseType(given: string | undefined): EventType | undefined {
  if (given === undefined) return undefined;
  const type = EVENT_TYPES.find((known) => known === given);
  if (type === undefined) throw invalidParameter('type', given, '"bot", "referral" or "conversion"');
  return type;
}

function parseLimit(given: string | undefined): number {
  if (given === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw invalidParameter('limit', given, `a whole number from 1 to ${MAX_LIMIT}`);
}

import type { RequestContext } from '../../context.ts';
import { type Position, createCursors, decodeCursor } from '../../domain/cursor.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { type BriefEvent, EVENT_TYPES, type StoredEvent } from '../../domain/event.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { listEvents } from '../../queries/events.ts';
import { type EventSearch, listFilteredEvents } from '../../queries/filtered-events.ts';
import type { EventForm, EventIn } from '../../queries/stored-events.ts';
import { accessSite } from '../access.ts';
import {
  type RangeRequest,
  type RawParameter,
  isStorable,
  parseFlag,
  parseText,
  parseWord,
  requireSiteId,
  single,
  spend,
} from '../rules.ts';
import { type ObedienceState, judgeEvents } from './judge-events.ts';
import { DEFAULT_LIMIT, type ListPage, pageOf, parseLimit, parseWalk } from './paging.ts';

/** Which events of a site are asked for. */
export type EventSelection = RangeRequest & {
  readonly type?: RawParameter;
  /** The name of a bot. */
  readonly bot?: RawParameter;
  /** The path of a page. */
  readonly page?: RawParameter;
};

export type EventsRequest = EventSelection & {
  readonly limit?: RawParameter | number;
  readonly cursor?: RawParameter;
  /** Whether all that is known of each event is asked for; as text, "true" or "false". */
  readonly detail?: RawParameter | boolean;
  /** Whether it is asked for what the visits are by robots.txt. */
  readonly judged?: boolean;
};

/** An event, and if it is a visit that is judged, and that was asked for, what it is by robots.txt. */
export type Listed<Event> = Event & { readonly obedience?: ObedienceState | undefined };

type PageOf<Event> = ListPage<Listed<Event>> & { readonly cursorOf: (position: Position) => string };

export type EventsPage = {
  /** The days of the list. */
  readonly range: TimeRange;
} & (
  | ({ readonly isDetailed: true } & PageOf<StoredEvent>)
  | ({ readonly isDetailed: false } & PageOf<BriefEvent>)
);

/** One page of a site's events, newest first. Draws on the budget "events". */
export async function events(ctx: RequestContext, request: EventsRequest): Promise<EventsPage> {
  await spend(ctx, 'events');
  const listing = { siteId: requireSiteId(request.siteId), ...parseSelection(request) };
  const limit = parseLimit(request.limit);
  const { detail } = request;
  const isDetailed = typeof detail === 'boolean' ? detail : parseFlag('detail', detail);
  const decode = (cursor: string) => decodeCursor(cursor, listing);
  const { range, after } = parseWalk(ctx, listing, request.cursor, decode);
  const site = await accessSite(ctx, listing.siteId, 'read');

  async function read<Form extends EventForm>(form: Form): Promise<PageOf<EventIn<Form>>> {
    const list = () => findEvents(ctx, site, { ...listing, range, after, limit: limit + 1 }, form);
    const listed = limit > DEFAULT_LIMIT ? await ctx.readLarge(list) : await list();
    const found = request.judged === true ? await withObedience(ctx, site, listed) : listed;
    const cursorOf = createCursors(range, listing);
    return { ...pageOf(found, limit, cursorOf), cursorOf };
  }
  return isDetailed
    ? { range, isDetailed, ...(await read('detailed')) }
    : { range, isDetailed, ...(await read('brief')) };
}

async function withObedience<Event extends BriefEvent>(
  ctx: RequestContext,
  site: AccessibleSite,
  listed: readonly Event[],
): Promise<readonly Listed<Event>[]> {
  const states = await judgeEvents(ctx, site, listed);
  return listed.map((event) => ({ ...event, obedience: states.get(event.id) }));
}

/** The selected events; dates as given. Throws INVALID_PARAMETER. */
export function parseSelection({ start, end, type, bot, page }: EventSelection) {
  return {
    start: single('start', start),
    end: single('end', end),
    type: parseWord('type', type, EVENT_TYPES),
    botName: parseText('bot', bot, 'the name of a bot'),
    pagePath: parseText('page', page, 'the path of a page'),
  };
}

/** The newest events that match the filter. Only bots have the name of one. */
export async function findEvents<Form extends EventForm>(
  { db }: Pick<RequestContext, 'db'>,
  site: AccessibleSite,
  filter: EventSearch,
  form: Form,
): Promise<readonly EventIn<Form>[]> {
  const { type, botName, pagePath } = filter;
  if (botName === undefined && pagePath === undefined) return listEvents(db, site, filter, form);
  if (![botName, pagePath].every(isStorable)) return [];
  if (botName === undefined) return listFilteredEvents(db, site, filter, form);
  return type === undefined || type === 'bot'
    ? listFilteredEvents(db, site, { ...filter, type: 'bot' }, form)
    : [];
}

import type { RequestContext } from '../../context.ts';
import { type Position, type Question, decodeCursor, parsePosition } from '../../domain/cursor.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { StoredEvent } from '../../domain/event.ts';
import { type Sentence, invalidParameter } from '../../domain/refusal.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { EventSearch } from '../../queries/filtered-events.ts';
import { accessAgain, accessSite } from '../access.ts';
import { type RawParameter, parseRange, requireSiteId, single, spend } from '../rules.ts';
import { type EventSelection, findEvents, parseSelection } from './events.ts';
import type { ExportsUnderWay } from './exports-under-way.ts';
import { MAX_LIMIT, type Walk, parseWalk } from './paging.ts';

export type ExportRequest = EventSelection & {
  /** A cursor of the list of these events. */
  readonly cursor?: RawParameter;
  /** The `created_at` and the `id` of an event, as `formatPosition` writes them. */
  readonly after?: RawParameter;
};

export type EventExport = {
  readonly site: AccessibleSite;
  readonly range: TimeRange;
  /** Those that are undefined let all events through. */
  readonly filters: Pick<EventSearch, 'type' | 'botName' | 'pagePath'>;
  /** Whether it continues another one, or a list, and does not begin with the newest event. */
  readonly isContinued: boolean;
  /**
   * The events, newest first; each page is read when it is needed. From the first page to the end of the generator, the
   * account has an export under way. Throws RATE_LIMITED before the first page if another has begun meanwhile.
   */
  readonly pages: AsyncGenerator<readonly StoredEvent[], void>;
};

/**
 * All of a site's events that match, each once, whatever is recorded meanwhile; with `cursor` or `after`, those that
 * follow it. Draws on the budget "export", and an account may have one export at a time.
 */
export async function exportEvents(
  ctx: RequestContext,
  underWay: ExportsUnderWay,
  request: ExportRequest,
): Promise<EventExport> {
  const { accountId } = ctx.caller;
  // before the budget, which counts no refused request
  await underWay.requireNone(accountId);
  await spend(ctx, 'export');
  const listing = { siteId: requireSiteId(request.siteId), ...parseSelection(request) };
  const { range, after } = parseBeginning(ctx, request, listing);
  const site = await accessSite(ctx, listing.siteId, 'read');

  async function* read(): AsyncGenerator<readonly StoredEvent[], void> {
    const end = await underWay.begin(accountId);
    try {
      yield* readPages(ctx, site, { ...listing, range, after });
    } finally {
      await end();
    }
  }
  return { site, range, filters: listing, isContinued: after !== undefined, pages: read() };
}

function parseBeginning(ctx: RequestContext, request: ExportRequest, question: Question): Walk<Position> {
  const { start, end } = question;
  const written = single('after', request.after);
  if (written === undefined)
    return parseWalk(ctx, { start, end }, request.cursor, (given) => decodeCursor(given, question));
  if (single('cursor', request.cursor) !== undefined)
    throw invalidParameter('after', written, (nameOf) => `given without ${nameOf('cursor')}`);
  // the default would move on at midnight, and the events of a day would be missing
  if (start === undefined)
    throw invalidParameter('after', written, (nameOf) => `given with ${nameOf('start')}`);
  const range = parseRange(ctx, { start, end });
  const after = parsePosition(written, range);
  if (after === undefined) throw invalidParameter('after', written, WRITTEN_POSITION);
  return { range, after };
}

const WRITTEN_POSITION: Sentence = (nameOf) =>
  `the created_at and the id of an event from ${nameOf('start')} to ${nameOf('end')}, such as 2026-03-15T12:34:56.789Z,12345`;

/**
 * Each page is one query that begins after the last event of the page before: nothing is held open in between. Whoever may
 * no longer read the site gets no further page, and an error: what they have got is not the whole.
 */
async function* readPages(
  ctx: RequestContext,
  site: AccessibleSite,
  filter: Omit<EventSearch, 'limit'>,
): AsyncGenerator<readonly StoredEvent[], void> {
  let { after } = filter;
  for (;;) {
    const page = await findEvents(ctx, site, { ...filter, after, limit: MAX_LIMIT }, 'detailed');
    // afterwards: a page of a site that is being deleted may lack events
    await accessAgain(ctx, site);
    yield page;
    after = page.at(-1);
    if (page.length < MAX_LIMIT) return;
  }
}

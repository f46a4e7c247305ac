import { type BotPurpose } from '../../catalogue/bots.ts';
import { namesByCompany } from '../../catalogue/find-bot.ts';
import { botsOf, purposeOf } from '../../catalogue/purposes.ts';
import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { PageCount, PageOrder } from '../../domain/page-count.ts';
import { createPageCursors, decodePageCursor } from '../../domain/page-cursor.ts';
import { type BotFilter, countByPage } from '../../queries/pages.ts';
import { accessSite } from '../access.ts';
import { isStorable, requireSiteId, spend } from '../rules.ts';
import { parseLimit, parseWalk } from './paging.ts';

export type PagesRequest = {
  readonly siteId: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly orderBy: PageOrder;
  /** A part of the path, as stored or as percent-decoded. */
  readonly search: string | undefined;
  readonly botName: string | undefined;
  readonly company: string | undefined;
  readonly purpose: BotPurpose | undefined;
  readonly limit: string | number | undefined;
  readonly cursor: string | undefined;
};

export type PagesList = {
  /** The days of the list. */
  readonly range: TimeRange;
  readonly pages: readonly PageCount[];
  /** Null at the end of the list. */
  readonly nextCursor: string | null;
  /** The cursor that continues the list after one of the pages. */
  readonly cursorOf: (page: PageCount) => string;
};

/** A part of the list of a site's pages, largest count first. Draws on the budget "insight". */
export async function pages(ctx: RequestContext, request: PagesRequest): Promise<PagesList> {
  await spend(ctx, 'insight');
  const { start, end, orderBy, search, botName, company, purpose } = request;
  const siteId = requireSiteId(request.siteId);
  const limit = parseLimit(request.limit);
  const listing = { siteId, start, end, orderBy, search, botName, company, purpose };
  const decode = (cursor: string) => decodePageCursor(cursor, listing);
  const { range, after } = parseWalk(ctx, { start, end }, request.cursor, decode);
  const site = await accessSite(ctx, siteId, 'view');

  // one more than is returned shows whether the list goes on
  const filter = { range, orderBy, search, bots: parseBots(request), after, limit: limit + 1 };
  const found = await countByPage(ctx.db, site, filter);
  const listed = found.slice(0, limit);
  const createCursor = createPageCursors(range, listing);
  const cursorOf = (page: PageCount) => createCursor({ count: page[orderBy], pagePath: page.pagePath });
  const last = listed.at(-1);
  const nextCursor = last && found.length > limit ? cursorOf(last) : null;
  return { range, pages: listed, nextCursor, cursorOf };
}

/** The bots that all of the given filters admit; undefined if none is given. */
function parseBots({ botName, company, purpose }: PagesRequest): BotFilter | undefined {
  if (botName === undefined && company === undefined && purpose === undefined) return undefined;
  if (!isStorable(`${botName}${company}`)) return { names: [] };
  return {
    ...namesOf(botName, purpose),
    ...(company !== undefined && { company: { recorded: company, ...namesByCompany(company) } }),
  };
}

function namesOf(botName: string | undefined, purpose: BotPurpose | undefined): BotFilter {
  if (botName === undefined) return purpose === undefined ? {} : botsOf(purpose);
  return { names: purpose === undefined || purpose === purposeOf(botName) ? [botName] : [] };
}

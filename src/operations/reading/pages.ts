import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { PAGE_ORDERS, PAGE_ORDER_WORDS, type PageCount } from '../../domain/page-count.ts';
import { createPageCursors, decodePageCursor } from '../../domain/page-cursor.ts';
import { accessSite } from '../access.ts';
import {
  type RangeRequest,
  type RawParameter,
  parseText,
  parseWord,
  requireSiteId,
  single,
  spend,
} from '../rules.ts';
import { type BotsRequest, botsAmong, parseBots } from './bots-among.ts';
import { countPages } from './count-pages.ts';
import { type SitemapStates, sitemapStatesOf } from './sitemap-states.ts';
import { type ListPage, pageOf, parseLimit, parseWalk } from './paging.ts';

export type PagesRequest = RangeRequest &
  BotsRequest & {
    /** The count by which pages are sorted: "bot-visits", which is usual, "referrals", "conversions" or "failed". */
    readonly orderBy?: RawParameter;
    /** A part of the path, as stored or as percent-decoded. */
    readonly search?: RawParameter;
    readonly limit?: RawParameter | number;
    readonly cursor?: RawParameter;
  };

export type PagesList = ListPage<PageCount> & {
  /** The days of the list. */
  readonly range: TimeRange;
  readonly sitemapStates: SitemapStates;
};

/** A part of the list of a site's pages, largest count first. Draws on the budget "insight". */
export async function pages(ctx: RequestContext, request: PagesRequest): Promise<PagesList> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const limit = parseLimit(request.limit);
  const listing = { siteId, ...parseListing(request) };
  const { orderBy, search } = listing;
  const decode = (cursor: string) => decodePageCursor(cursor, listing);
  const { range, after } = parseWalk(ctx, listing, request.cursor, decode);
  const site = await accessSite(ctx, siteId, 'view');
  const bots = botsAmong(ctx.catalogue, listing);
  const found = await countPages(ctx.db, site, { range, orderBy, search, bots, after, limit: limit + 1 });
  const createCursor = createPageCursors(range, listing);
  const cursorOf = (page: PageCount) => createCursor({ count: page[orderBy], pagePath: page.pagePath });
  const sitemapStates = sitemapStatesOf(ctx.db, site, { range, bots }, found);
  return { range, sitemapStates, ...pageOf(found, limit, cursorOf) };
}

function parseListing({ start, end, orderBy, search, bot, company, purpose }: PagesRequest) {
  const order = parseWord('orderBy', orderBy, PAGE_ORDER_WORDS);
  return {
    start: single('start', start),
    end: single('end', end),
    orderBy: PAGE_ORDERS[order ?? 'bot-visits'],
    search: parseText('search', search, 'a part of a path'),
    ...parseBots({ bot, company, purpose }),
  };
}

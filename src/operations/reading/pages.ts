import type { Catalogue } from '../../catalogue/catalogue.ts';
import { namesByCompany } from '../../catalogue/find-bot.ts';
import { PURPOSES, botsOf, purposeOf } from '../../catalogue/purposes.ts';
import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { PAGE_ORDERS, PAGE_ORDER_WORDS, type PageCount } from '../../domain/page-count.ts';
import { type PageQuestion, createPageCursors, decodePageCursor } from '../../domain/page-cursor.ts';
import type { BotFilter } from '../../queries/pages.ts';
import { accessSite } from '../access.ts';
import {
  type RangeRequest,
  type RawParameter,
  isStorable,
  parseText,
  parseWord,
  requireSiteId,
  single,
  spend,
} from '../rules.ts';
import { countPages } from './count-pages.ts';
import { type ListPage, pageOf, parseLimit, parseWalk } from './paging.ts';

export type PagesRequest = RangeRequest & {
  /** The count by which pages are sorted: "bot-visits", which is usual, "referrals", "conversions" or "failed". */
  readonly orderBy?: RawParameter;
  /** A part of the path, as stored or as percent-decoded. */
  readonly search?: RawParameter;
  /** The name of a bot. */
  readonly bot?: RawParameter;
  readonly company?: RawParameter;
  /** One of the purposes of the catalogue. */
  readonly purpose?: RawParameter;
  readonly limit?: RawParameter | number;
  readonly cursor?: RawParameter;
};

export type PagesList = ListPage<PageCount> & {
  /** The days of the list. */
  readonly range: TimeRange;
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
  return { range, ...pageOf(found, limit, cursorOf) };
}

function parseListing({ start, end, orderBy, search, bot, company, purpose }: PagesRequest) {
  const order = parseWord('orderBy', orderBy, PAGE_ORDER_WORDS);
  return {
    start: single('start', start),
    end: single('end', end),
    orderBy: PAGE_ORDERS[order ?? 'bot-visits'],
    search: parseText('search', search, 'a part of a path'),
    botName: parseText('bot', bot, 'the name of a bot'),
    company: parseText('company', company, 'the name of a company'),
    purpose: parseWord('purpose', purpose, PURPOSES),
  };
}

type Listing = ReturnType<typeof parseListing> & Pick<PageQuestion, 'siteId'>;

/** The bots that all of the filters admit; undefined if there is none. */
function botsAmong(catalogue: Catalogue, { botName, company, purpose }: Listing): BotFilter | undefined {
  if (botName === undefined && company === undefined && purpose === undefined) return undefined;
  if (![botName, company].every(isStorable)) return { names: [] };
  return {
    ...namesOf(catalogue, botName, purpose),
    ...(company !== undefined && { company: { recorded: company, ...namesByCompany(catalogue, company) } }),
  };
}

function namesOf(catalogue: Catalogue, botName: string | undefined, purpose: Listing['purpose']): BotFilter {
  if (botName === undefined) return purpose === undefined ? {} : botsOf(catalogue, purpose);
  return { names: purpose === undefined || purpose === purposeOf(catalogue, botName) ? [botName] : [] };
}

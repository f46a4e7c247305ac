import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { createReachCursors, decodeReachCursor } from '../../domain/reach-cursor.ts';
import {
  type PageVisits,
  REACH_STATES,
  type ReachCounts,
  type ReachPage,
  type ReachSection,
  type ReachState,
} from '../../domain/sitemap.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { type ReachFilter, countReachBySection } from '../../queries/reach.ts';
import { type CompanyOfBot, type ReadersOfPages, countReaders } from '../../queries/reach-counts.ts';
import { listReach, listUnlisted } from '../../queries/reach-list.ts';
import { findSitemap } from '../../queries/sitemaps.ts';
import { anyOf } from '../../domain/any-of.ts';
import { once } from '../../domain/once.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import { accessSite } from '../access.ts';
import {
  type RangeRequest,
  type RawParameter,
  parseRange,
  parseText,
  parseWord,
  requireSiteId,
  single,
  spend,
} from '../rules.ts';
import { type BotsRequest, botsAmong, parseBots } from './bots-among.ts';
import { type ListPage, MAX_LIMIT, pageOf, parseLimit, parseWalk } from './paging.ts';

export type ReachRequest = RangeRequest & BotsRequest;

export type ReachListRequest = {
  /** "read", "stale" or "unread". */
  readonly state: RawParameter;
  /** A part of the path, as stored or as percent-decoded. */
  readonly search?: RawParameter;
  readonly limit?: RawParameter | number;
  readonly cursor?: RawParameter;
};

/** A part of the list of the pages in a state. */
export type ReachPagesList = ListPage<ReachPage> & {
  readonly range: TimeRange;
  /** Whether it is empty because the site has no list, looked up when it is needed. */
  readonly lacksSitemap: () => Promise<boolean>;
};

/** The list of a site's pages against what bots read in a range of days. */
export type Reach = ReachCounts & {
  readonly range: TimeRange;
  /** When the list was made. */
  readonly updatedAtMs: number;
  readonly medianDaysToRead: number | null;
  readonly sections: readonly ReachSection[];
  /** What each bot and company read, counted when it is needed, once for both. */
  readonly readers: () => Promise<ReadersOfPages>;
  /** A part of the list of pages in a state, by path. Each but the first draws on the budget again. */
  readonly list: (request: ReachListRequest) => Promise<ListPage<ReachPage>>;
  /** The pages read most that the list lacks, read when they are needed, once for all limits. */
  readonly unlisted: (limit?: RawParameter | number) => Promise<readonly PageVisits[]>;
};

export const DEFAULT_UNLISTED = 20;

/** Null if the site has no list. Draws on the budget "insight", for itself and the first list of its pages. */
export async function reach(ctx: RequestContext, request: ReachRequest): Promise<Reach | null> {
  await spend(ctx, 'insight');
  const asked = parseReach(request);
  const range = parseRange(ctx, asked);
  const { site, filter } = await filterOf(ctx, asked, range);
  const sitemap = await findSitemap(ctx.db, site.id);
  if (sitemap === undefined) return null;
  const { sections, medianDaysToRead } = await countReachBySection(ctx.db, site, filter);
  // as many as anybody may ask for: to count them takes long, and to list more of them does not
  const unlisted = once(() => listUnlisted(ctx.db, site, filter, MAX_LIMIT));
  let isListed = false;
  return {
    range,
    updatedAtMs: sitemap.updatedAtMs,
    ...sumsOf(sections),
    ...{ medianDaysToRead, sections },
    readers: once(() => countReaders(ctx.db, site, filter, companiesOf(ctx.catalogue))),
    async list(listing) {
      const isFurther = isListed;
      isListed = true;
      if (isFurther) await spend(ctx, 'insight');
      return listPages(ctx, asked, listing);
    },
    async unlisted(limit) {
      const most = parseLimit(limit, DEFAULT_UNLISTED);
      return (await unlisted()).slice(0, most);
    },
  };
}

/** A part of the list of the pages in a state, by path; empty if the site has no list. Draws on the budget "insight". */
export async function reachPages(
  ctx: RequestContext,
  { state, search, limit, cursor, ...request }: ReachRequest & ReachListRequest,
): Promise<ReachPagesList> {
  await spend(ctx, 'insight');
  return listPages(ctx, parseReach(request), { state, search, limit, cursor });
}

type Asked = ReturnType<typeof parseReach>;

function parseReach({ siteId, start, end, ...bots }: ReachRequest) {
  return {
    siteId: requireSiteId(siteId),
    start: single('start', start),
    end: single('end', end),
    ...parseBots(bots),
  };
}

async function filterOf(
  ctx: RequestContext,
  asked: Asked,
  range: TimeRange,
): Promise<{ readonly site: AccessibleSite<'view'>; readonly filter: ReachFilter }> {
  const site = await accessSite(ctx, asked.siteId, 'view');
  return { site, filter: { range, bots: botsAmong(ctx.catalogue, asked) } };
}

async function listPages(
  ctx: RequestContext,
  asked: Asked,
  request: ReachListRequest,
): Promise<ReachPagesList> {
  const limit = parseLimit(request.limit);
  const state = parseState(request.state);
  const search = parseText('search', request.search, 'a part of a path');
  const question = { ...asked, state, search };
  const decode = (cursor: string) => decodeReachCursor(cursor, question);
  const { range, after } = parseWalk(ctx, asked, request.cursor, decode);
  const { site, filter } = await filterOf(ctx, asked, range);
  const found = await listReach(ctx.db, site, { ...filter, state, search, after, limit: limit + 1 });
  const createCursor = createReachCursors(range, question);
  return {
    range,
    lacksSitemap: async () => found.length === 0 && (await findSitemap(ctx.db, site.id)) === undefined,
    ...pageOf(found, limit, ({ pagePath }) => createCursor(pagePath)),
  };
}

function parseState(raw: RawParameter): ReachState {
  const state = parseWord('state', raw, REACH_STATES);
  if (state !== undefined) return state;
  throw invalidParameter('state', '', anyOf(REACH_STATES.map((one) => `"${one}"`)));
}

function sumsOf(sections: readonly ReachSection[]): ReachCounts {
  const sum = (name: keyof ReachCounts) => sections.reduce((total, section) => total + section[name], 0);
  return { pages: sum('pages'), read: sum('read'), stale: sum('stale'), unread: sum('unread') };
}

function companiesOf({ known }: Catalogue): CompanyOfBot {
  return new Map([...known.values()].map(({ name, company }) => [name, company]));
}

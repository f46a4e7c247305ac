import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { listActiveSites } from '../../queries/active-sites.ts';
import { listSitesOf } from '../../queries/sites.ts';
import { findActive } from '../active-sites.ts';
import { accessSite, grantAccess, requireReader } from '../access.ts';
import { type RangeRequest, type RawParameter, parseRange, requireSiteId, single, spend } from '../rules.ts';
import { parseLimit } from './paging.ts';

/** A part of the list of sites, all of it by default. With a start or an end, of those that have events on these days. */
export type SitesRequest = Pick<RangeRequest, 'start' | 'end'> & {
  /** The most sites. */
  readonly limit?: RawParameter | number;
  /** The id of the site before the first one. */
  readonly cursor?: RawParameter;
};

/**
 * The caller's own sites, oldest first. Draws on the budget "sites". Throws INVALID_PARAMETER for a limit that is not a
 * whole number from 1 to 1000, and for a cursor that is no site of the caller; INVALID_DATE_RANGE.
 */
export async function sites(
  ctx: RequestContext,
  request: SitesRequest = {},
): Promise<readonly AccessibleSite[]> {
  await spend(ctx, 'sites');
  requireReader(ctx);
  const most = parseLimit(request.limit, Infinity);
  const cursor = single('cursor', request.cursor);
  const range = parseActivity(ctx, request);
  const own = await listSitesOf(ctx.db, ctx.caller.accountId);
  const before = own.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && before < 0)
    throw invalidParameter('cursor', cursor, 'the id of one of your sites');
  const rest = own.slice(before + 1).map((site) => {
    ctx.loaders.site.prime(site.id, site);
    return grantAccess(ctx.caller, site, 'read');
  });
  return (range ? await keepActive(ctx, rest, range) : rest).slice(0, most);
}

/** A site that the caller may view. Costs nothing. Throws MISSING_SITE_ID, SITE_NOT_FOUND. */
export async function site(ctx: RequestContext, siteId: string): Promise<AccessibleSite<'view'>> {
  return accessSite(ctx, requireSiteId(siteId), 'view');
}

/** The days on which a site must have an event. One date without the other has the default of a report. */
function parseActivity(ctx: RequestContext, { start, end }: SitesRequest): TimeRange | undefined {
  const dates = { start: single('start', start), end: single('end', end) };
  return dates.start === undefined && dates.end === undefined ? undefined : parseRange(ctx, dates);
}

async function keepActive(
  { db }: RequestContext,
  all: readonly AccessibleSite[],
  range: TimeRange,
): Promise<readonly AccessibleSite[]> {
  const find = (siteIds: readonly string[]) => listActiveSites(db, siteIds, range);
  const active = await findActive(
    find,
    all.map(({ id }) => id),
  );
  return all.filter(({ id }) => active.has(id));
}

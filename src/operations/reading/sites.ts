import type { RequestContext } from '../../context.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { listSitesOf } from '../../queries/sites.ts';
import { accessSite, grantAccess, requireReader } from '../access.ts';
import { type RawParameter, requireSiteId, single, spend } from '../rules.ts';
import { parseLimit } from './paging.ts';

/** A part of the list of sites; all of it by default. */
export type SitesRequest = {
  /** The most sites. */
  readonly limit?: RawParameter | number;
  /** The id of the site before the first one. */
  readonly cursor?: RawParameter;
};

/**
 * The caller's own sites, oldest first. Draws on the budget "sites". Throws INVALID_PARAMETER for a limit that is not a
 * whole number from 1 to 1000, and for a cursor that is no site of the caller.
 */
export async function sites(
  ctx: RequestContext,
  request: SitesRequest = {},
): Promise<readonly AccessibleSite[]> {
  await spend(ctx, 'sites');
  requireReader(ctx);
  const most = parseLimit(request.limit, Infinity);
  const cursor = single('cursor', request.cursor);
  const own = await listSitesOf(ctx.db, ctx.caller.accountId);
  const before = own.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && before < 0)
    throw invalidParameter('cursor', cursor, 'the id of one of your sites');
  return own.slice(before + 1, before + 1 + most).map((site) => {
    ctx.loaders.site.prime(site.id, site);
    return grantAccess(ctx.caller, site, 'read');
  });
}

/** A site that the caller may view. Costs nothing. Throws MISSING_SITE_ID, SITE_NOT_FOUND. */
export async function site(ctx: RequestContext, siteId: string): Promise<AccessibleSite<'view'>> {
  return accessSite(ctx, requireSiteId(siteId), 'view');
}

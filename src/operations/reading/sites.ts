import type { RequestContext } from '../../context.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { listSites } from '../../queries/sites.ts';
import { accessSite, grantAccess, requireReader } from '../access.ts';
import { requireSiteId, spend } from '../rules.ts';

/** The caller's own sites, oldest first. Draws on the budget "sites". */
export async function sites(ctx: RequestContext): Promise<readonly AccessibleSite[]> {
  await spend(ctx, 'sites');
  requireReader(ctx);
  const own = await listSites(ctx.db, ctx.caller.accountId);
  return own.map((site) => {
    ctx.loaders.site.prime(site.id, site);
    return grantAccess(ctx.caller, site, 'read');
  });
}

/** One of the caller's sites. Costs nothing. Throws MISSING_SITE_ID, SITE_NOT_FOUND. */
export async function site(ctx: RequestContext, siteId: string): Promise<AccessibleSite> {
  return accessSite(ctx, requireSiteId(siteId), 'read');
}

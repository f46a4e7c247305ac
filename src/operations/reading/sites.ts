import type { RequestContext } from '../../context.ts';
import type { Site } from '../../domain/site.ts';
import { listSites } from '../../queries/sites.ts';
import { accessSite, requireReader, requireSiteId, spend } from '../rules.ts';

/** The caller's own sites, oldest first. Draws on the budget "sites". */
export async function sites(ctx: RequestContext): Promise<readonly Site[]> {
  await spend(ctx, 'sites');
  requireReader(ctx);
  const own = await listSites(ctx.db, ctx.caller.accountId);
  for (const site of own) ctx.loaders.site.prime(site.id, site);
  return own;
}

/** One site of the caller; it has no budget of its own. MISSING_SITE_ID, SITE_NOT_FOUND. */
export async function site(ctx: RequestContext, siteId: string): Promise<Site> {
  return accessSite(ctx, requireSiteId(siteId));
}

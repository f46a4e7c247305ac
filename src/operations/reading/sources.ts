import type { RequestContext } from '../../context.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { Source } from '../../domain/source.ts';
import { accessSite, wholeSite } from '../access.ts';
import { requireSiteId, spend } from '../rules.ts';

/** What sends records of a site, by kind and name. Costs nothing. Throws NOT_SHARED for callers with a share link. */
export async function sources(ctx: RequestContext, site: AccessibleSite<'view'>): Promise<readonly Source[]> {
  return ctx.loaders.sources.load(wholeSite(ctx, site).id);
}

/** The same for a site by its id. Draws on the budget "insight". */
export async function sourcesOf(
  ctx: RequestContext,
  request: { readonly siteId: string },
): Promise<readonly Source[]> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  return sources(ctx, await accessSite(ctx, siteId, 'read'));
}

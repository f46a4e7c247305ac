import type { RequestContext } from '../../context.ts';
import type { NumberedVersion } from '../../domain/robots-version.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { accessSite, wholeSite } from '../access.ts';
import { requireSiteId, spend } from '../rules.ts';

/**
 * The versions of a site's robots.txt, oldest first; without texts, what they say is empty. Costs nothing. Throws
 * NOT_SHARED.
 */
export async function robotsVersions(
  ctx: RequestContext,
  site: AccessibleSite<'view'>,
  { withText = true } = {},
): Promise<readonly NumberedVersion[]> {
  const { robotsVersions: loader } = ctx.loaders;
  const listing = { site: wholeSite(ctx, site), withText };
  // texts are megabytes, and a document may ask for those of many sites
  return withText ? ctx.readLarge(() => loader.load(listing)) : loader.load(listing);
}

/** The same for a site by its id. Draws on the budget "insight". */
export async function robotsVersionsOf(
  ctx: RequestContext,
  request: { readonly siteId: string },
): Promise<readonly NumberedVersion[]> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  return robotsVersions(ctx, await accessSite(ctx, siteId, 'read'));
}

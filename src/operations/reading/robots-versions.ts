import type { RequestContext } from '../../context.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { listRobotsVersions } from '../../queries/robots-versions.ts';
import { accessSite, wholeSite } from '../access.ts';
import { type NumberedVersion, numbered } from '../numbered-version.ts';
import { requireSiteId, spend } from '../rules.ts';

/**
 * The versions of a site's robots.txt, oldest first; without texts, what they say is empty. Costs nothing. Throws
 * NOT_SHARED.
 */
export async function robotsVersions(
  ctx: RequestContext,
  site: AccessibleSite<'view'>,
  needs?: { readonly withText: boolean },
): Promise<readonly NumberedVersion[]> {
  const { id } = wholeSite(ctx, site);
  const versions = await listRobotsVersions(ctx.db, id, needs);
  return versions.map((version) => numbered(version, versions));
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

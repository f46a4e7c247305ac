import type { RequestContext } from '../../context.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { Source } from '../../domain/source.ts';
import { wholeSite } from '../access.ts';

/** What sends records of a site, by kind and name. Costs nothing. Throws NOT_SHARED for callers with a share link. */
export async function sources(ctx: RequestContext, site: AccessibleSite<'view'>): Promise<readonly Source[]> {
  return ctx.loaders.sources.load(wholeSite(ctx, site).id);
}

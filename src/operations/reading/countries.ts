import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { type CountryCount, countByCountry } from '../../queries/countries.ts';
import { accessSite } from '../access.ts';
import { type RangeRequest, parseRange, requireSiteId, spend } from '../rules.ts';

export type Countries = { readonly range: TimeRange; readonly countries: readonly CountryCount[] };

/** The events of one site by country, over whole days. Draws on the budget "insight". */
export async function countries(ctx: RequestContext, request: RangeRequest): Promise<Countries> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const site = await accessSite(ctx, siteId, 'view');
  return { range, countries: await countByCountry(ctx.db, site, range) };
}

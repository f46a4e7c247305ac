import type { RequestContext } from '../../context.ts';
import type { GivenDates } from '../../domain/date-range.ts';
import { type CountryCount, countByCountry } from '../../queries/countries.ts';
import { accessSite } from '../access.ts';
import { parseRange, requireSiteId, spend } from '../rules.ts';

export type CountriesRequest = GivenDates & { readonly siteId: string };

/** The events of one site by country, over whole days. Draws on the budget "insight". */
export async function countries(
  ctx: RequestContext,
  request: CountriesRequest,
): Promise<readonly CountryCount[]> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const site = await accessSite(ctx, siteId, 'view');
  return countByCountry(ctx.db, site, range);
}

import type { RequestContext } from '../context.ts';
import type { Site } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import { unlessAway } from '../operations/events-this-month.ts';
import { sites } from '../operations/reading/sites.ts';
import type { Body } from './endpoint.ts';

/** GET /api/v1/sites */
export async function sitesEndpoint(ctx: RequestContext): Promise<Body> {
  const own = await sites(ctx);
  return { value: { sites: await Promise.all(own.map((site) => siteObject(ctx, site))) } };
}

/** A site with the names of the specification. */
export async function siteObject(ctx: RequestContext, { id, domain, name, createdAtMs }: Site) {
  const eventsThisMonth = await unlessAway(ctx.loaders.eventsThisMonth.load(id));
  return { id, domain, name, events_this_month: eventsThisMonth, created_at: formatInstant(createdAtMs) };
}

import type { RequestContext } from '../../context.ts';
import type { NewEvent } from '../../domain/event.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Site } from '../../domain/site.ts';
import type { Idempotency } from '../../queries/collected-requests.ts';
import type { Collector } from './group-commit.ts';
import type { Receipt } from './group.ts';
import { requireSiteId } from '../rules.ts';

/** What one request brings: all of it is recorded, or nothing. */
export type Delivery = {
  readonly siteId: string;
  /** Its events, once its site is known, and how many of its items are nothing to record. */
  readonly read: (site: Site) => { readonly events: readonly NewEvent[]; readonly passedOver: number };
  /** What makes it the same as an earlier request; undefined for one that cannot be repeated safely. */
  readonly idempotency: Idempotency | undefined;
};

/**
 * Records a delivery to the site of the caller's key, and answers once it is stored. One that repeats an earlier gets
 * its answer, also when the month is spent. MISSING_SITE_ID, SITE_NOT_FOUND, RATE_LIMITED when too much waits to be
 * written, IDEMPOTENCY_KEY_REUSED, LIMIT_EXCEEDED. After any other error nobody knows whether a delivery without
 * idempotency was recorded: the connection may have broken in the commit.
 */
export async function collect(
  ctx: RequestContext,
  collector: Collector,
  { siteId, read, idempotency }: Delivery,
): Promise<Receipt> {
  const site = await accessCollectedSite(ctx, requireSiteId(siteId));
  const { nowMs, caller } = ctx;
  return collector.record({ site, plan: caller.plan, nowMs, idempotency, ...read(site) });
}

/** The site that the caller's key collects for; SITE_NOT_FOUND alike for any other, and with a key that reads. */
async function accessCollectedSite(ctx: RequestContext, siteId: string): Promise<Site> {
  const site = ctx.caller.collectSiteId === siteId ? await ctx.loaders.site.load(siteId) : undefined;
  if (site === undefined) throw new Refusal('SITE_NOT_FOUND');
  return site;
}

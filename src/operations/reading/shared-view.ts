import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { hasHours } from '../../domain/plan.ts';
import type { ShownBeside } from '../../domain/share-link.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { accessSite } from '../access.ts';
import { attributionSince } from './attribution-since.ts';

/** What a share link shows. */
export type SharedView = {
  readonly site: AccessibleSite<'view'>;
  readonly range: TimeRange;
  /** Whether timeseries by hour are shown, as the plan of the owner allows. */
  readonly hasHours: boolean;
  /** Since when the service looks up which LLM product sent the visitor of a conversion; null while it does not. */
  readonly attributionSinceMs: number | null;
  readonly attributionMinutes: number;
  readonly expiresAtMs: number;
} & ShownBeside;

/** What the share link of the request shows; null for other callers. Costs nothing. */
export async function sharedView(ctx: RequestContext): Promise<SharedView | null> {
  const { caller, attributionMinutes } = ctx;
  if (caller.kind !== 'share') return null;
  const { siteId, range, expiresAtMs, plan, alerts, notes } = caller;
  return {
    site: await accessSite(ctx, siteId, 'view'),
    ...{ range, hasHours: hasHours(plan), expiresAtMs, attributionMinutes, alerts, notes },
    attributionSinceMs: await attributionSince(ctx),
  };
}

import type { RequestContext } from '../../context.ts';
import { type Previous, endOfFullDays } from '../../domain/comparison.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import { type Span, countFactsByName } from '../../queries/name-facts.ts';
import { accessSite } from '../access.ts';
import {
  type ComparedRequest,
  parseComparison,
  parseRange,
  requireSiteId,
  spend,
  unitsOf,
} from '../rules.ts';
import { type CompanyCount, type Part, countCompanies } from './company-counts.ts';

export type Companies = {
  readonly range: TimeRange;
  /** Undefined without a comparison. */
  readonly previousPeriod: TimeRange | undefined;
  readonly companies: readonly CompanyCount[];
};

/**
 * The companies whose bots or referrals came to a site, by visits and referrals descending, then name by code point.
 * With a comparison, the full days of the range alone, and also those that came only on the days before. Draws on the
 * budget "insight", with a comparison twice.
 */
export async function companies(ctx: RequestContext, request: ComparedRequest): Promise<Companies> {
  await spend(ctx, 'insight', unitsOf(request));
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const previous = parseComparison(ctx, range, request);
  const site = await accessSite(ctx, siteId, 'view');
  const names = await countFactsByName(ctx.db, site, spansOf(range, previous, ctx.nowMs));
  const companies = countCompanies(ctx.catalogue, names, previous !== undefined);
  return { range, previousPeriod: previous?.period, companies };
}

/** Counts by name know only days, so what they are compared by ends with the last full day. */
function spansOf(range: TimeRange, previous: Previous | undefined, nowMs: number): readonly Span<Part>[] {
  if (!previous) return [{ ...range, part: 'range' }];
  const untilMs = endOfFullDays(range, nowMs);
  return [
    { fromMs: range.fromMs, untilMs, part: 'range' },
    ...previous.spansUntil(untilMs).map((span) => ({ ...span, part: 'previous' }) as const),
  ];
}

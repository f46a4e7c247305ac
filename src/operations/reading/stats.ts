import type { RequestContext } from '../../context.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import type { EventType } from '../../domain/event.ts';
import { type NameCount, countByName } from '../../queries/stats.ts';
import { accessSite } from '../access.ts';
import { type RawParameter, requireSiteId, spend, parseRange } from '../rules.ts';

export type StatsRequest = {
  readonly siteId: string;
  readonly start: RawParameter;
  readonly end: RawParameter;
};

export type Stats = {
  readonly range: TimeRange;
  readonly totals: Readonly<Record<EventType, number>>;
  /** Each breakdown by count descending, then name and company by code point. */
  readonly breakdowns: Readonly<Record<EventType, readonly NameCount[]>>;
};

/** Totals and breakdowns of one site over whole days. Draws on the budget "stats". */
export async function stats(ctx: RequestContext, request: StatsRequest): Promise<Stats> {
  await spend(ctx, 'stats');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const site = await accessSite(ctx, siteId, 'view');
  const breakdowns = breakDown(await countByName(ctx.db, site, range));
  return { range, totals: totalsOf(breakdowns), breakdowns };
}

/** The counts of each type, in their order. */
export function breakDown<Count extends NameCount>(
  counts: readonly Count[],
): Readonly<Record<EventType, readonly Count[]>> {
  return {
    bot: counts.filter(({ type }) => type === 'bot'),
    referral: counts.filter(({ type }) => type === 'referral'),
    conversion: counts.filter(({ type }) => type === 'conversion'),
  };
}

export function totalsOf(breakdowns: Stats['breakdowns']): Stats['totals'] {
  return {
    bot: total(breakdowns.bot),
    referral: total(breakdowns.referral),
    conversion: total(breakdowns.conversion),
  };
}

function total(counts: readonly NameCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

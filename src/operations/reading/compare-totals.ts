import { type Previous, endOfFullHours } from '../../domain/comparison.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { EventCounts } from '../../domain/event-counts.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { Readable } from '../../database/at-one-moment.ts';
import { countTotals } from '../../queries/totals.ts';

export type TotalsComparison = {
  /** The end of what is compared; the previous side ends as far into its period. */
  readonly untilMs: number;
  readonly totals: Readonly<EventCounts>;
  readonly previousPeriod: TimeRange;
  readonly previousTotals: Readonly<EventCounts>;
};

/** The events of the full hours of a range, and those of the corresponding hours before. */
export async function compareTotals(
  db: Readable,
  nowMs: number,
  site: AccessibleSite<'view'>,
  { range, previous }: { readonly range: TimeRange; readonly previous: Previous },
): Promise<TotalsComparison> {
  const untilMs = endOfFullHours(range, nowMs);
  const totals = await countTotals(db, site, {
    range: [{ fromMs: range.fromMs, untilMs }],
    previous: previous.spansUntil(untilMs),
  });
  return {
    untilMs,
    totals: totals.range,
    previousPeriod: previous.period,
    previousTotals: totals.previous,
  };
}

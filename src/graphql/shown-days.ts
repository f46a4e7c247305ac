import { ALL_TIME, type TimeRange, datesOf } from '../domain/date-range.ts';

/** The first and last day that a share link shows; null for an end that is open. */
export function shownDays(range: TimeRange): { readonly start: string | null; readonly end: string | null } {
  const { start, end } = datesOf(range);
  return {
    start: range.fromMs > ALL_TIME.fromMs ? start : null,
    end: range.untilMs < ALL_TIME.untilMs ? end : null,
  };
}

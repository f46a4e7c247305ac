import { Refusal, type Sentence, quote } from './refusal.ts';
import { ALLOWED_DATE, DAY_MS, EARLIEST_MS, LATEST_MS, formatDate, parseDate, startOfDay } from './time.ts';

/** A half-open span of time: `fromMs` is included, `untilMs` is not. */
export type TimeRange = { readonly fromMs: number; readonly untilMs: number };

/** Every day that an event can have. */
export const ALL_TIME: TimeRange = { fromMs: EARLIEST_MS, untilMs: LATEST_MS };

/** The two dates of a request; undefined if left out. */
export type GivenDates = { readonly start: string | undefined; readonly end: string | undefined };

const DEFAULT_DAYS_BACK = 7;

/**
 * The days from `start` to `end`, both included; by default from seven days ago to today (eight days), or to the last day
 * that is shown. Throws INVALID_DATE_RANGE if a date is not a calendar day of the years 0001 to 9999, or if the start is
 * after the end.
 */
export function parseDateRange(given: GivenDates, nowMs: number, shown = ALL_TIME): TimeRange {
  const dates = parseGivenDates(given);
  const today = startOfDay(nowMs);
  const lastDay = Math.min(today, shown.untilMs - DAY_MS);
  const startMs = dates.startMs ?? Math.max(shown.fromMs, lastDay - DEFAULT_DAYS_BACK * DAY_MS);
  const endMs = dates.endMs ?? lastDay;
  if (startMs > endMs)
    throw new Refusal('INVALID_DATE_RANGE', { message: outOfOrder(dates, startMs, endMs, today) });
  return { fromMs: startMs, untilMs: endMs + DAY_MS };
}

/** Whether all of a range lies within another. */
export function isWithin(range: TimeRange, other: TimeRange): boolean {
  return range.fromMs >= other.fromMs && range.untilMs <= other.untilMs;
}

/** The given dates, checked one by one. Dates that are left out get no default. */
export function parseGivenDates({ start, end }: GivenDates): { startMs?: number; endMs?: number } {
  return {
    ...(start !== undefined && { startMs: calendarDay('start', start) }),
    ...(end !== undefined && { endMs: calendarDay('end', end) }),
  };
}

/** The first and last day of a range of whole days. */
export function datesOf(range: TimeRange): { readonly start: string; readonly end: string } {
  return { start: formatDate(range.fromMs), end: formatDate(range.untilMs - DAY_MS) };
}

function calendarDay(name: 'start' | 'end', text: string): number {
  const midnight = parseDate(text);
  if (midnight !== undefined) return midnight;
  throw new Refusal('INVALID_DATE_RANGE', {
    parameter: { name, came: quote(text), allowed: ALLOWED_DATE },
  });
}

function outOfOrder(
  dates: { startMs?: number; endMs?: number },
  startMs: number,
  endMs: number,
  today: number,
): Sentence {
  const [first, last] = [formatDate(startMs), formatDate(endMs)];
  const ago = startMs === today - DEFAULT_DAYS_BACK * DAY_MS ? ` (${DEFAULT_DAYS_BACK} days ago)` : '';
  return (nameOf) => {
    const [start, end] = [nameOf('start'), nameOf('end')];
    if (dates.startMs === undefined)
      return `${end} ${last} lies before the default ${start} ${first}${ago}; pass ${start} as well.`;
    const isToday = dates.endMs === undefined && endMs === today;
    return `${start} ${first} lies after ${end} ${last}${isToday ? ' (today)' : ''}.`;
  };
}

import { Refusal, quote } from './refusal.ts';
import { DAY_MS, formatDate, parseDate, startOfDay } from './time.ts';

/** A half-open span of instants: `fromMs` belongs to it, `untilMs` does not. */
export type TimeRange = { readonly fromMs: number; readonly untilMs: number };

/** The two dates as a caller gave them; undefined when left out. */
export type GivenDates = { readonly start: string | undefined; readonly end: string | undefined };

const DEFAULT_DAYS_BACK = 7;

/**
 * The days from `start` to `end`, both included; by default from seven days ago to today (eight days).
 * Throws INVALID_DATE_RANGE for what is no calendar day of years 0001 to 9999, and for start after end.
 */
export function parseDateRange(given: GivenDates, nowMs: number): TimeRange {
  const dates = parseGivenDates(given);
  const today = startOfDay(nowMs);
  const startMs = dates.startMs ?? today - DEFAULT_DAYS_BACK * DAY_MS;
  const endMs = dates.endMs ?? today;
  if (startMs > endMs) throw new Refusal('INVALID_DATE_RANGE', { message: tooLate(dates, startMs, endMs) });
  return { fromMs: startMs, untilMs: endMs + DAY_MS };
}

/** The given dates alone, each checked, without the defaults that depend on today. */
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
    message: `${name} must be a calendar date as YYYY-MM-DD; got ${quote(text)}.`,
  });
}

function tooLate(dates: { startMs?: number; endMs?: number }, startMs: number, endMs: number): string {
  const [start, end] = [formatDate(startMs), formatDate(endMs)];
  if (dates.startMs === undefined) {
    return `end ${end} lies before the default start ${start} (7 days ago); pass start as well.`;
  }
  return `start ${start} lies after end ${end}${dates.endMs === undefined ? ' (today)' : ''}.`;
}

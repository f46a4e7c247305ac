import type { TimeRange } from './date-range.ts';
import { Refusal } from './refusal.ts';
import { DAY_MS, EARLIEST_MS, startOfDay, startOfHour } from './time.ts';

/** What a range of days is compared with: the equally long range before it, or the same days a year before. */
export const COMPARISONS = ['previous-period', 'previous-year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type Previous = {
  /** From its first to its last day. */
  readonly period: TimeRange;
  /**
   * What corresponds to the range up to an instant, day by day: 28 February comes again for a 29 February, and a 29
   * February to which no day corresponds is left out.
   */
  readonly spansUntil: (untilMs: number) => readonly TimeRange[];
};

/** The period that a range of whole days is compared with. Throws INVALID_DATE_RANGE if it begins before year 1. */
export function previousOf(range: TimeRange, comparison: Comparison): Previous {
  const previous = comparison === 'previous-period' ? periodBefore(range) : yearBefore(range);
  if (previous.period.fromMs >= EARLIEST_MS) return previous;
  throw new Refusal('INVALID_DATE_RANGE', {
    message: (nameOf) =>
      `The period to compare with would begin before year 1; use a later ${nameOf('start')}.`,
  });
}

/** The end of the full hours of a range: nothing later is compared. Its beginning if it has none. */
export function endOfFullHours(range: TimeRange, nowMs: number): number {
  return Math.max(range.fromMs, Math.min(range.untilMs, startOfHour(nowMs)));
}

/** The same of full days, for counts that know only days. */
export function endOfFullDays(range: TimeRange, nowMs: number): number {
  return startOfDay(endOfFullHours(range, nowMs));
}

function periodBefore({ fromMs, untilMs }: TimeRange): Previous {
  const lengthMs = untilMs - fromMs;
  return {
    period: { fromMs: fromMs - lengthMs, untilMs: fromMs },
    spansUntil: (endMs) => [{ fromMs: fromMs - lengthMs, untilMs: endMs - lengthMs }],
  };
}

function yearBefore({ fromMs, untilMs }: TimeRange): Previous {
  return {
    period: {
      fromMs: sameDayAYearBefore(fromMs),
      untilMs: sameDayAYearBefore(untilMs - DAY_MS) + DAY_MS,
    },
    spansUntil: (endMs) => joined(cutAtLeapDays({ fromMs, untilMs: endMs }).map(moveAYearBack)),
  };
}

/** Of 29 February: 28 February. */
function sameDayAYearBefore(dayMs: number): number {
  const day = new Date(dayMs);
  const month = day.getUTCMonth();
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return day.getUTCMonth() === month ? day.getTime() : day.getTime() - DAY_MS;
}

/** Pieces whose days are all equally far from those of the year before: each ends with 28 or 29 February. */
function cutAtLeapDays({ fromMs, untilMs }: TimeRange): readonly TimeRange[] {
  const years = [new Date(fromMs).getUTCFullYear(), new Date(untilMs).getUTCFullYear()] as const;
  const cuts: number[] = [];
  // in a common year both are 1 March
  for (let year = years[0]; year <= years[1]; year++) cuts.push(dayOf(year, 1, 29), dayOf(year, 2, 1));
  const within = [fromMs, ...cuts.filter((cut) => cut > fromMs && cut < untilMs), untilMs];
  return within.slice(1).map((cut, index) => ({ fromMs: within[index] ?? fromMs, untilMs: cut }));
}

/** Date.UTC would take year 26 for 1926. */
function dayOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

function moveAYearBack({ fromMs, untilMs }: TimeRange): TimeRange {
  const movedMs = sameDayAYearBefore(fromMs);
  return { fromMs: movedMs, untilMs: movedMs + untilMs - fromMs };
}

/** The same spans, with those that follow each other made one. */
function joined(spans: readonly TimeRange[]): readonly TimeRange[] {
  const all: TimeRange[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last?.untilMs === span.fromMs) all[all.length - 1] = { ...last, untilMs: span.untilMs };
    else all.push(span);
  }
  return all;
}

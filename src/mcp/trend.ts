import * as z from 'zod';
import type { TimeRange } from '../domain/date-range.ts';
import { DAY_MS, formatDate } from '../domain/time.ts';
import { count, date } from '../wire/parts.ts';

/** The most days that are counted, as many as in GraphQL. */
export const MAX_DAYS = 10_000;

const MAX_POINTS = 31;

export const trendSchema = z
  .object({
    days_per_point: z.int().min(1),
    points: z.array(z.object({ start: date, visits: count })),
  })
  .meta({
    description: `Visits over time, oldest first, in at most ${MAX_POINTS} points of equally many UTC days; the last one may have fewer.`,
  });

type Visits = { readonly startMs: number; readonly botVisits: number };

/** The visits of whole days, added up into few points. */
export function trendObject(range: TimeRange, days: readonly Visits[]): z.input<typeof trendSchema> {
  const length = (range.untilMs - range.fromMs) / DAY_MS;
  const daysPerPoint = Math.ceil(length / MAX_POINTS);
  const pointMs = daysPerPoint * DAY_MS;
  const visits = Array.from({ length: Math.ceil(length / daysPerPoint) }, () => 0);
  for (const { startMs, botVisits } of days) {
    const index = Math.floor((startMs - range.fromMs) / pointMs);
    visits[index] = (visits[index] ?? 0) + botVisits;
  }
  const points = visits.map((sum, index) => {
    return { start: formatDate(range.fromMs + index * pointMs), visits: sum };
  });
  return { days_per_point: daysPerPoint, points };
}

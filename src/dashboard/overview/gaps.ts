import { type Day, formatDay } from '../time/days.ts';
import { LENGTH_MS, type Points, isUnfinished } from './kinds.ts';

/** A stretch of full hours in which nothing was recorded. */
export type Gap = { readonly from: string; readonly until: string };

/** What lies in gaps at a point of the chart. */
export type MissingAt = {
  /** Whether nothing at all was recorded of it. */
  readonly isWhole: boolean;
  readonly gaps: readonly Gap[];
};

/** The gaps of a chart. */
export type ChartGaps = {
  /** What to hatch, in points: 2.5 is in the middle between the third point and the fourth. */
  readonly hatched: readonly (readonly [from: number, until: number])[];
  /** By the points that lie in gaps, wholly or in part. */
  readonly missing: ReadonlyMap<number, MissingAt>;
};

export const NO_GAPS: ChartGaps = { hatched: [], missing: new Map() };

const HOUR_MS = LENGTH_MS.HOUR;

/** Finds the points that lie in gaps. A point stands for the time up to half its length before and after it. */
export function placeGaps(gaps: readonly Gap[], points: Points): ChartGaps {
  const [first] = points.data;
  if (!first || gaps.length === 0) return NO_GAPS;
  const firstMs = Date.parse(first.startsAt);
  const lengthMs = LENGTH_MS[points.granularity];
  const placeOf = (instant: string) => (Date.parse(instant) - firstMs) / lengthMs;
  const last = points.data.length - 1;
  const missing = new Map<number, MissingAt>();
  const hatched = gaps.flatMap((gap) => {
    const [from, until] = [placeOf(gap.from), placeOf(gap.until)];
    const whole = { first: Math.ceil(from), last: Math.floor(until) - 1 };
    if (isLastWhole(gap, points)) whole.last = last;
    for (let at = Math.max(0, Math.floor(from)); at <= last && at < until; at++) {
      const isWhole = at >= whole.first && at <= whole.last;
      missing.set(at, { isWhole, gaps: [...(missing.get(at)?.gaps ?? []), gap] });
    }
    if (until <= 0 || from > last + 1) return [];
    const [left, right] = [from - 0.5, until - 0.5];
    // the line ends at the point before, and begins again at the point after
    if (whole.first > whole.last) return [[left, right] as const];
    return [[Math.min(left, whole.first - 1), Math.max(right, whole.last + 1)] as const];
  });
  return { hatched, missing };
}

/** Of a point that still grows, only the full hours can lie in a gap. */
function isLastWhole(gap: Gap, points: Points): boolean {
  const start = points.data.at(-1)?.startsAt ?? '';
  const fullMs = Math.floor(Date.parse(points.completeUntil) / HOUR_MS) * HOUR_MS;
  return (
    isUnfinished(points) &&
    Date.parse(gap.from) <= Date.parse(start) &&
    Date.parse(start) < fullMs &&
    Date.parse(gap.until) >= fullMs
  );
}

export type Run = readonly [first: number, last: number];

/** The stretches of points up to the last one of which something was recorded. */
export function recordedRuns(last: number, { missing }: Pick<ChartGaps, 'missing'>): readonly Run[] {
  const ends = [...missing].filter(([, { isWhole }]) => isWhole).map(([at]) => at);
  const runs: Run[] = [];
  let first = 0;
  for (const end of [...ends.filter((at) => at <= last), last + 1]) {
    if (end > first) runs.push([first, end - 1]);
    first = end + 1;
  }
  return runs;
}

/** `Nov 20, 01:00 to 06:00`, with the other day if it ends on another. */
export function formatGap({ from, until }: Gap, today: Day): string {
  const [day, lastDay] = [from.slice(0, 10), until.slice(0, 10)];
  const end = `${day === lastDay ? '' : `${formatDay(lastDay, today)}, `}${until.slice(11, 16)}`;
  return `${formatDay(day, today)}, ${from.slice(11, 16)} to ${end}`;
}

/** `No recording from Nov 20, 01:00 to 06:00`. */
export const sayGaps = (gaps: readonly Gap[], today: Day): string =>
  `No recording from ${gaps.map((gap) => formatGap(gap, today)).join(' and from ')}`;

/** The longest first of all gaps, and how many there are. */
export const longestOf = (gaps: readonly Gap[]): Gap | undefined =>
  gaps.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];

const lengthOf = ({ from, until }: Gap) => Date.parse(until) - Date.parse(from);

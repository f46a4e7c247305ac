import { type Day, formatDay } from '../time/days.ts';
import { LENGTH_MS, type Points, isUnfinished } from './kinds.ts';
import type { Run } from './lane-shapes.ts';

/** A stretch of full hours in which nothing was recorded. */
export type Gap = { readonly from: string; readonly until: string };

/** What lies in gaps at a point of the chart. */
export type MissingAt = {
  /** Whether nothing at all was recorded of it. */
  readonly isWhole: boolean;
  readonly gaps: readonly Gap[];
};

/** The gaps of points. */
export type PlacedGaps = {
  /** What to hatch, in points: 2.5 is in the middle between the third point and the fourth. */
  readonly hatched: readonly (readonly [from: number, until: number])[];
  /** By the points that lie in gaps, wholly or in part. */
  readonly missing: ReadonlyMap<number, MissingAt>;
};

/** The gaps of a chart. */
export type ChartGaps = PlacedGaps & {
  /** The points of the days before of which nothing was recorded. */
  readonly before: ReadonlySet<number>;
};

const NO_GAPS: PlacedGaps = { hatched: [], missing: new Map() };

/** The points of a chart, with the gaps of both lines. These are null where they were refused, or are not compared. */
type GappedPoints = Points & {
  readonly previous: Points['data'] | null;
  readonly gaps: readonly Gap[] | null;
  readonly previousGaps: readonly Gap[] | null;
};

/** The gaps of a chart, of which the points may not be known yet. */
export function chartGaps(series: GappedPoints | undefined): ChartGaps {
  const { gaps, previousGaps, previous, granularity = 'DAY' } = series ?? {};
  return {
    ...(series && gaps ? placeGaps(gaps, series) : NO_GAPS),
    before: missingWhole(previousGaps ?? [], { granularity, data: previous ?? [] }),
  };
}

const HOUR_MS = LENGTH_MS.HOUR;

/** Finds the points that lie in gaps. A point stands for the time up to half its length before and after it. */
export function placeGaps(gaps: readonly Gap[], points: Points): PlacedGaps {
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

/** The points that have ended and lie in gaps as a whole. Beside a 29 February, the 28th comes twice. */
export function missingWhole(
  gaps: readonly Gap[],
  { granularity, data }: Omit<Points, 'completeUntil'>,
): ReadonlySet<number> {
  const spans = gaps.map(({ from, until }) => [Date.parse(from), Date.parse(until)] as const);
  return new Set(
    data.flatMap(({ startsAt }, at) => {
      const startMs = Date.parse(startsAt);
      const endMs = startMs + LENGTH_MS[granularity];
      return spans.some(([fromMs, untilMs]) => fromMs <= startMs && endMs <= untilMs) ? [at] : [];
    }),
  );
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

/** The points of which nothing was recorded, in their order. */
export const wholeOf = ({ missing }: Pick<PlacedGaps, 'missing'>): ReadonlySet<number> =>
  new Set([...missing].filter(([, { isWhole }]) => isWhole).map(([at]) => at));

/** The same of a series with its gaps. */
export const missingOf = (series: Points & Pick<GappedPoints, 'gaps'>): ReadonlySet<number> =>
  wholeOf(placeGaps(series.gaps ?? [], series));

/** The stretches of points up to the last one without those of which nothing was recorded, which are in order. */
export function recordedRuns(last: number, missing: ReadonlySet<number>): readonly Run[] {
  const runs: Run[] = [];
  let first = 0;
  for (const end of [...[...missing].filter((at) => at <= last), last + 1]) {
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

type BothGaps = { readonly gaps: readonly Gap[]; readonly gapsBefore: readonly Gap[] };

/** The longest gap of the days shown, and of those before, and how many there are; empty without any. */
export const sayLongest = ({ gaps, gapsBefore }: BothGaps, today: Day): string =>
  [sayLongestOf(gaps, 'No recording', today), sayLongestOf(gapsBefore, 'Before, no recording', today)]
    .filter(Boolean)
    .join(' ');

function sayLongestOf(gaps: readonly Gap[], what: string, today: Day): string {
  const [longest] = gaps.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  if (!longest) return '';
  const which = gaps.length === 1 ? 'from' : `in ${gaps.length} stretches, the longest from`;
  return `${what} ${which} ${formatGap(longest, today)} UTC.`;
}

const lengthOf = ({ from, until }: Gap) => Date.parse(until) - Date.parse(from);

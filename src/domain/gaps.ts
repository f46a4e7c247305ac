import type { TimeRange } from './date-range.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

/** An hour in which something was recorded. */
export type BusyHour = { readonly startMs: number; readonly events: number };

const WEEK_MS = 7 * DAY_MS;
/** The weeks before an hour that show what is usual at that hour of the week. */
const WEEKS = 8;
/** With the busiest left out, one week must remain. */
const FEWEST_WEEKS = 2;

/** How far before a range its gaps depend on what was recorded. */
export const USUAL_MS = WEEKS * WEEK_MS;

const SHORTEST_MS = 3 * HOUR_MS;
const USUAL_DISTANCES = 10;

/**
 * The stretches of whole hours in which nothing was recorded although, for what is usual, something should have been:
 * longer than three hours, and longer than ten usual distances between events. A stretch is cut at the borders of the
 * range, which are full hours. `busy` has the hours of the range and of `USUAL_MS` before it, oldest first.
 */
export function findGaps(busy: readonly BusyHour[], range: TimeRange): readonly TimeRange[] {
  const usual = createUsual(busy);
  return longStretches(busy, range).filter((stretch) => lastsLong(stretch, usual));
}

/** Whether a stretch of the range is empty for so long that it is a gap if something is usual then. */
export const mayHaveGaps = (busy: readonly BusyHour[], range: TimeRange): boolean =>
  longStretches(busy, range).length > 0;

const longStretches = (busy: readonly BusyHour[], range: TimeRange): readonly TimeRange[] =>
  emptyStretches(busy, range).filter(({ fromMs, untilMs }) => untilMs - fromMs > SHORTEST_MS);

function emptyStretches(busy: readonly BusyHour[], { fromMs, untilMs }: TimeRange): readonly TimeRange[] {
  const within = busy.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs);
  const starts = [fromMs, ...within.map(({ startMs }) => startMs + HOUR_MS)];
  const ends = [...within.map(({ startMs }) => startMs), untilMs];
  return starts.map((startMs, index) => ({ fromMs: startMs, untilMs: ends[index] ?? untilMs }));
}

/** Whether more events are missing than ten: then it lasts longer than ten of their distances, whatever the hours. */
function lastsLong({ fromMs, untilMs }: TimeRange, usual: (startMs: number) => number): boolean {
  // later hours of the stretch have only empty weeks before them
  const lastMs = Math.min(untilMs, fromMs + USUAL_MS);
  let missing = 0;
  for (let startMs = fromMs; startMs < lastMs; startMs += HOUR_MS) {
    missing += usual(startMs);
    if (missing > USUAL_DISTANCES) return true;
  }
  return false;
}

/**
 * How many events are usual in an hour: the average of that hour in the weeks before it, without the busiest, so that a
 * single burst makes nothing usual. 0 until there are two such weeks. They begin with the first event of those eight
 * weeks, whatever came before: the result does not depend on how much older `busy` is.
 */
function createUsual(busy: readonly BusyHour[]): (startMs: number) => number {
  const events = new Map(busy.map((hour) => [hour.startMs, hour.events]));
  return (startMs) => {
    const firstMs = firstFrom(busy, startMs - USUAL_MS);
    const seen = Array.from({ length: WEEKS }, (_, week) => startMs - (week + 1) * WEEK_MS)
      .filter((earlierMs) => earlierMs >= firstMs)
      .map((earlierMs) => events.get(earlierMs) ?? 0);
    if (seen.length < FEWEST_WEEKS) return 0;
    const sum = seen.reduce((total, count) => total + count, 0);
    return (sum - Math.max(...seen)) / (seen.length - 1);
  };
}

/** The first busy hour from an hour on. */
function firstFrom(busy: readonly BusyHour[], fromMs: number): number {
  let [low, high] = [0, busy.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((busy[middle]?.startMs ?? Infinity) < fromMs) low = middle + 1;
    else high = middle;
  }
  return busy[low]?.startMs ?? Infinity;
}

import { HOURS_OF_DAY, type LeftOut, type Sums, sumsOf } from './hourly.ts';
import type { CountedSeries, Gate } from './learned.ts';
import { LEAST_FAILED } from './shares.ts';
import { LEAST_SEEN } from './surge.ts';
import { WINDOWS } from './usual.ts';

/** Sums of the counts of a series. What it does not have is 0. */
export type SeriesSums = Readonly<Record<'visits' | 'bursts' | 'failed' | 'outside', Sums>>;

export function sumsOfSeries({ first, visits, bursts, failed, outside }: CountedSeries): SeriesSums {
  const sums = (counts: ArrayLike<number> | undefined): Sums =>
    counts === undefined ? () => 0 : sumsOf({ first, counts });
  return { visits: sums(visits), bursts: sums(bursts), failed: sums(failed), outside: sums(outside) };
}

/** Whether the last day up to an hour has more than is known of a series. If not, only silence can be unusual. */
export function mayBeUnusual(sums: SeriesSums, until: number, gate: Gate): boolean {
  const [failed, visits] = [lastDay(sums.failed, until), lastDay(sums.visits, until)];
  return (
    exceeds(sums.visits, until, gate.visits) ||
    exceeds(sums.bursts, until, gate.bursts) ||
    exceeds(sums.outside, until, gate.outside) ||
    (failed >= LEAST_FAILED && failed > gate.failedShare * visits)
  );
}

export function lastDay(sum: Sums, until: number): number {
  return sum(until - HOURS_OF_DAY, until);
}

function exceeds(sum: Sums, until: number, most: readonly number[]): boolean {
  return WINDOWS.some((window, i) => {
    const seen = sum(until - window, until);
    return seen >= LEAST_SEEN && seen > (most[i] ?? 0);
  });
}

/** The hours up to one without a visit, and those of them in which anything was recorded. */
export type Pause = { readonly from: number; readonly recorded: number };

export function pauseBefore(until: number, { first, visits }: CountedSeries, gaps: LeftOut): Pause {
  let [from, recorded] = [until, 0];
  while (from > first && visits[from - 1 - first] === 0) {
    from--;
    if (!gaps(from)) recorded++;
  }
  return { from, recorded };
}

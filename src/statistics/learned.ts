import { examplesOf, hoursOf } from './examples.ts';
import { HOURS_OF_DAY, type LeftOut } from './hourly.ts';
import { type UsualShare, learnShare } from './shares.ts';
import { type Usual, WINDOWS, learnUsual } from './usual.ts';

/** Counts of a series by the hour, all of the same hours. */
export type CountedSeries = {
  /** Hours from 1970-01-01T00:00Z to the first. */
  readonly first: number;
  readonly visits: ArrayLike<number>;
  /** Visits that follow none within some minutes; undefined for what does not come in bursts. */
  readonly bursts?: ArrayLike<number> | undefined;
  readonly failed?: ArrayLike<number> | undefined;
  /** Visits from outside the ranges of their operator. */
  readonly outside?: ArrayLike<number> | undefined;
};

/** What is usual for a series. */
export type Learned = {
  readonly visits: Usual;
  readonly bursts: Usual | undefined;
  readonly failed: UsualShare | undefined;
  readonly outside: Usual | undefined;
};

/**
 * Learns what is usual for the hours of a day from the days before it, but for the last: what begins shortly before midnight
 * and is not noticed yet is no example. Undefined if too few days are known.
 */
export function learnSeries(
  series: CountedSeries,
  { since, leftOut }: { readonly since: number; readonly leftOut: LeftOut },
  firstHourOfDay: number,
): Learned | undefined {
  const { first } = series;
  const until = firstHourOfDay - HOURS_OF_DAY;
  const visits = examplesOf({ first, counts: series.visits }, since, until);
  if (visits === undefined) return undefined;
  const past = (counts: ArrayLike<number>) => hoursOf({ first, counts }, visits.first, until);
  const learn = (counts: ArrayLike<number> | undefined) => counts && learnUsual(past(counts), leftOut);
  const { failed, bursts } = series;
  return {
    visits: learnUsual(visits, leftOut),
    bursts: learn(bursts),
    failed: failed && bursts && learnShare({ failed: past(failed), visits, bursts: past(bursts) }, leftOut),
    outside: learn(series.outside),
  };
}

/** What can be unusual of a series at all: the most that is known of it. It is as good some days later. */
export type Gate = {
  readonly visits: readonly number[];
  readonly bursts: readonly number[];
  readonly outside: readonly number[];
  /** The highest share of a day's visits that failed. */
  readonly failedShare: number;
  /** So many hours without a visit are no silence. */
  readonly pause: number;
};

export function gateOf({ visits, bursts, failed, outside }: Learned): Gate {
  const mostOf = (usual: Usual | undefined) => WINDOWS.map((window) => usual?.mostIn(window) ?? 0);
  return {
    visits: mostOf(visits),
    bursts: mostOf(bursts),
    outside: mostOf(outside),
    failedShare: failed?.highestIn(24) ?? 0,
    pause: visits.longestPause,
  };
}

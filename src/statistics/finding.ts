import { quantile } from './counts.ts';
import { HOURS_OF_DAY, type Sums } from './hourly.ts';
import type { Learned } from './learned.ts';
import { type Pause, type SeriesSums, lastDay } from './series-sums.ts';
import { LEAST_SHARE, findRise, usualShares } from './shares.ts';
import { findSilence } from './silence.ts';
import type { UnusualKind } from './spans.ts';
import { type SurgeRule, findSurge, rareUsual } from './surge.ts';
import type { Usual, Window } from './usual.ts';

/** What counts as unusual; a kind that is undefined is not looked for. */
export type Rules = {
  readonly surge: SurgeRule | undefined;
  /** The highest probability by chance, as of errors. */
  readonly silence: number | undefined;
  readonly errors: number | undefined;
  readonly impostors: SurgeRule | undefined;
};

/** What was found in the hours from `from` up to the hour that was judged. */
export type Found = {
  readonly kind: UnusualKind;
  readonly from: number;
  readonly counted: 'visits' | 'bursts' | 'failed' | 'outside';
  readonly seen: number;
  /** Of how many visits they are a part. */
  readonly visits: number;
  /** The central 90 % of what these hours usually have; of errors, as shares. */
  readonly usual: readonly [number, number];
};

/** A series at an hour, with what is usual for it. */
export type Seen = {
  readonly sums: SeriesSums;
  readonly until: number;
  readonly usual: Learned;
  /** How many hours before it may be looked at. */
  readonly longest: number | undefined;
  readonly pause: Pause;
};

type Finder<Rule> = (seen: Seen, rule: Rule) => Found | undefined;

/** Visits, or else bursts, far above the usual. */
export const findMany: Finder<SurgeRule> = ({ sums, until, usual, longest }, rule) => {
  for (const counted of ['visits', 'bursts'] as const) {
    const of = usual[counted];
    if (of === undefined) continue;
    const found = findSurge({ sum: sums[counted], until, longest }, of, rule);
    if (found === undefined) continue;
    const { window, seen } = found;
    const visits = sums.visits(until - window, until);
    return { kind: 'surge', counted, from: until - window, seen, visits, usual: central(of, window, until) };
  }
  return undefined;
};

export const findNone: Finder<number> = ({ until, usual, pause }, highestChance) => {
  const found = findSilence(usual.bursts ?? usual.visits, pause.recorded, until, highestChance);
  if (found === undefined) return undefined;
  const ofDay = central(usual.visits, HOURS_OF_DAY, until);
  return { kind: 'silence', counted: 'visits', from: pause.from, seen: 0, visits: 0, usual: ofDay };
};

export const findFailures: Finder<number> = ({ sums, until, usual }, highestChance) => {
  if (usual.failed === undefined) return undefined;
  const found = findRise(sums, usual.failed, until, highestChance);
  if (found === undefined) return undefined;
  const { window, failed: seen, visits } = found;
  const shares = usualShares(visits, usual.failed);
  return { kind: 'errors', counted: 'failed', from: until - window, seen, visits, usual: shares };
};

export const findOutside: Finder<SurgeRule> = ({ sums, until, usual, longest }, rule) => {
  if (usual.outside === undefined) return undefined;
  const rare = rareUsual(usual.outside, usual.visits);
  const found = findSurge({ sum: sums.outside, until, longest }, rare, rule);
  if (found === undefined) return undefined;
  const { window, seen } = found;
  const visits = sums.visits(until - window, until);
  const ofTime = central(usual.outside, window, until);
  return { kind: 'impostors', counted: 'outside', from: until - window, seen, visits, usual: ofTime };
};

/** A surge is over once a day has no more than all but so many days usually have. */
const USUAL_REST = 0.01;

/** Whether the last day up to an hour has what is usual again. */
export function isUsualAgain(
  kind: Exclude<UnusualKind, 'silence'>,
  { sums, until, usual }: Omit<Seen, 'longest' | 'pause'>,
): boolean {
  if (kind === 'errors') {
    const visits = lastDay(sums.visits, until);
    if (visits === 0 || usual.failed === undefined) return true;
    const [, high] = usualShares(visits, usual.failed);
    return lastDay(sums.failed, until) / visits <= Math.max(high, LEAST_SHARE);
  }
  const isFew = (sum: Sums, of: Usual) =>
    lastDay(sum, until) <= quantile(of.during(HOURS_OF_DAY, until), USUAL_REST);
  if (kind === 'surge') return isFew(sums.visits, usual.visits);
  return usual.outside === undefined || isFew(sums.outside, rareUsual(usual.outside, usual.visits));
}

function central(usual: Usual, window: Window, until: number): readonly [number, number] {
  const distribution = usual.during(window, until);
  return distribution.mean === 0 ? [0, 0] : [quantile(distribution, 0.95), quantile(distribution, 0.05)];
}

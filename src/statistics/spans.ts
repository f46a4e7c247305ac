import { HOURS_OF_DAY, type LeftOut } from './hourly.ts';

/** What can be unusual of a series. */
export const UNUSUAL_KINDS = ['surge', 'silence', 'errors', 'impostors'] as const;
export type UnusualKind = (typeof UNUSUAL_KINDS)[number];

/** Hours of a series in which something was unusual. */
export type Span = {
  readonly kind: UnusualKind;
  readonly from: number;
  /** Undefined while it goes on. */
  readonly until: number | undefined;
  /** Whether what was counted in it counts as usual. */
  readonly isUsual: boolean;
  /** False for what was unusual of another series that has counts of this one, or is a part of it. */
  readonly isOwn: boolean;
};

/** What lasts so long is the new usual. */
export const NEW_USUAL_HOURS = 14 * HOURS_OF_DAY;

/** What was before a span that became the usual is not usual any more. */
export function usualSince(spans: readonly Span[]): number {
  return spans.reduce(
    (since, { from, until }) =>
      until !== undefined && until - from >= NEW_USUAL_HOURS ? Math.max(since, from) : since,
    -Infinity,
  );
}

/** The hours that are no examples: gaps, and spans that are not usual. */
export function leftOutOf(spans: readonly Span[], gaps: LeftOut): LeftOut {
  const unusual = spans.filter(
    ({ isUsual, from, until }) => !isUsual && (until === undefined || until - from < NEW_USUAL_HOURS),
  );
  return (hour) => gaps(hour) || unusual.some(({ from, until = Infinity }) => hour >= from && hour < until);
}

/** Tells spans apart by which something else is learned. */
export function keyOfSpans(spans: readonly Span[]): string {
  return spans.map(({ from, until, isUsual }) => `${from} ${until ?? ''} ${isUsual}`).join();
}

export function ongoingKinds(spans: readonly Span[]): ReadonlySet<UnusualKind> {
  return new Set(spans.filter(({ isOwn, until }) => isOwn && until === undefined).map(({ kind }) => kind));
}

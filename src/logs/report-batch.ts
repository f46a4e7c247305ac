import type { SourceReport } from '../operations/recording/source-notes.ts';
import type { PassedOverReason } from '../recording/passed-over.ts';
import type { Batch } from './batches.ts';

/** What a batch of a log brought. Directives are no records. */
export function reportOf({
  tally,
  seen,
  robots,
  from,
  to,
}: Pick<Batch, 'tally' | 'seen' | 'robots' | 'from' | 'to'>): SourceReport {
  const counts = new Map(tally.passedOver);
  // they were counted as lines with events before it was known that these are recorded
  const known = take(counts, 'repeated-request');
  const repeats = known + take(counts, 'recorded-before');
  const events = tally.withEvents - known;
  const skipped = [...counts].map(
    ([reason, count]) => [reason, { count, sample: tally.samples.get(reason) }] as const,
  );
  return {
    records: skipped.reduce((sum, [, { count }]) => sum + count, events + repeats),
    ...{ events, repeats, lastEvent: events > 0, skipped: new Map(skipped), seen, robots, limits: [] },
    bytes: to.bytes - from.bytes,
  };
}

function take(counts: Map<PassedOverReason, number>, reason: PassedOverReason): number {
  const count = counts.get(reason) ?? 0;
  counts.delete(reason);
  return count;
}

import type { TimeRange } from './date-range.ts';
import { BUCKET_MS, type Bucket, type Granularity, emptyBucket } from './granularity.ts';

/** Every bucket of spans of whole days, in their order. Those that were not counted are empty. */
export function fillBuckets(
  spans: readonly TimeRange[],
  granularity: Granularity,
  counted: readonly Bucket[],
): readonly Bucket[] {
  const byStart = new Map(counted.map((bucket) => [bucket.startMs, bucket]));
  const bucketMs = BUCKET_MS[granularity];
  return spans.flatMap(({ fromMs, untilMs }) =>
    Array.from({ length: (untilMs - fromMs) / bucketMs }, (_, index) => {
      const startMs = fromMs + index * bucketMs;
      return byStart.get(startMs) ?? emptyBucket(startMs);
    }),
  );
}

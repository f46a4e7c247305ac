import type { TimeRange } from './date-range.ts';
import { BUCKET_MS, type Bucket, type Granularity, emptyBucket } from './granularity.ts';

/** Every bucket of a range of whole days, oldest first. Those that were not counted are empty. */
export function fillBuckets(
  range: TimeRange,
  granularity: Granularity,
  counted: readonly Bucket[],
): readonly Bucket[] {
  const byStart = new Map(counted.map((bucket) => [bucket.startMs, bucket]));
  const bucketMs = BUCKET_MS[granularity];
  return Array.from({ length: (range.untilMs - range.fromMs) / bucketMs }, (_, index) => {
    const startMs = range.fromMs + index * bucketMs;
    return byStart.get(startMs) ?? emptyBucket(startMs);
  });
}

import type { TimeRange } from './date-range.ts';
import { BUCKET_MS, type Bucket, type Granularity, emptyBucket } from './granularity.ts';

/** Every bucket of a range of whole days, oldest first. Buckets that are not in the pages are empty. */
export async function fillBuckets(
  range: TimeRange,
  granularity: Granularity,
  pages: AsyncIterable<readonly Bucket[]>,
): Promise<Bucket[]> {
  const counted = new Map<number, Bucket>();
  for await (const page of pages) {
    for (const bucket of page) counted.set(bucket.startMs, bucket);
  }
  const bucketMs = BUCKET_MS[granularity];
  return Array.from({ length: (range.untilMs - range.fromMs) / bucketMs }, (_, index) => {
    const startMs = range.fromMs + index * bucketMs;
    return counted.get(startMs) ?? emptyBucket(startMs);
  });
}

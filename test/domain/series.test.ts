import { describe, expect, it } from 'vitest';
import type { Bucket } from '../../src/domain/granularity.ts';
import { fillBuckets } from '../../src/domain/series.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';

describe('filling a series', () => {
  const bucket = (startMs: number, botVisits: number): Bucket => ({
    startMs,
    botVisits,
    referrals: 0,
    conversions: 0,
  });

  it('gives every day of the range, those that were not counted too', () => {
    const range = { fromMs: 0, untilMs: 4 * DAY_MS };
    const filled = fillBuckets([range], 'day', [bucket(0, 1), bucket(2 * DAY_MS, 3)]);
    expect(filled).toEqual([bucket(0, 1), bucket(DAY_MS, 0), bucket(2 * DAY_MS, 3), bucket(3 * DAY_MS, 0)]);
  });

  it('gives 24 hours a day, the first and the last of the range too', () => {
    const range = { fromMs: -DAY_MS, untilMs: 0 };
    const filled = fillBuckets([range], 'hour', [bucket(-DAY_MS, 1), bucket(-HOUR_MS, 2)]);
    expect(filled).toHaveLength(24);
    expect([filled[0], filled[1], filled[23]]).toEqual([
      bucket(-DAY_MS, 1),
      bucket(-DAY_MS + HOUR_MS, 0),
      bucket(-HOUR_MS, 2),
    ]);
  });
});

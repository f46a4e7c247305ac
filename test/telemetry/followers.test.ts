import { afterEach, expect, it, vi } from 'vitest';
import type { Lag } from '../../src/domain/followed-log.ts';
import type { ObservedGauge } from '../../src/telemetry/observed-gauge.ts';
import { watchFollowers } from '../../src/telemetry/watch-followers.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** What a scrape shows of both metrics. */
function scraper(findLag: () => Promise<Lag>) {
  const gauges: ObservedGauge[] = [];
  watchFollowers(findLag, { gauge: (gauge) => void gauges.push(gauge) });
  return async () => Promise.all(gauges.map(async ({ observe }) => observe()));
}

it('the lag is that of the database, 0 without followers, and no number while the database is away', async () => {
  const away = () => Promise.reject(new Error('away'));

  expect(await scraper(() => Promise.resolve({ bytesBehind: 5, seenAtMs: 7_000 }))()).toEqual([5, 7]);
  expect(await scraper(() => Promise.resolve({ bytesBehind: null, seenAtMs: null }))()).toEqual([0, 0]);
  expect(await scraper(away)()).toEqual([NaN, NaN]);
});

it('a database that hangs is asked once, and holds up no scrape', async () => {
  vi.useFakeTimers();
  const findLag = vi.fn(() => new Promise<Lag>(() => undefined));
  const scrape = scraper(findLag);

  const scraped = Promise.all([scrape(), scrape()]);
  await vi.advanceTimersByTimeAsync(500);

  expect(await scraped).toEqual([
    [NaN, NaN],
    [NaN, NaN],
  ]);
  expect(findLag).toHaveBeenCalledTimes(1);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFailureLimit } from '../../src/limits/failure-limit.ts';
import { createClock } from '../support/clock.ts';
import { fullestWindow } from './model.ts';

const LIMIT = 3;
const FAILED = { result: 'failed' };
const SUCCEEDED = { result: 'succeeded' };

function start(maxClients = 100) {
  const clock = createClock('2026-03-15T12:00:00Z');
  const limiter = createFailureLimit({ now: clock.now, limit: LIMIT, maxClients });
  const attempt = (client: string, make: () => Promise<string>) =>
    limiter.attempt(client, make, (result) => result === 'failed');
  return {
    clock,
    attempt,
    fail: (client = 'a') => attempt(client, () => Promise.resolve('failed')),
    succeed: (client = 'a') => attempt(client, () => Promise.resolve('succeeded')),
  };
}

describe('a client', () => {
  it('may make no attempt after too many failures, until the first of them leaves the window', async () => {
    const { clock, fail, succeed } = start();
    expect([await fail(), await succeed(), await fail()]).toEqual([FAILED, SUCCEEDED, FAILED]);
    clock.advance(15_500);
    expect(await fail()).toEqual(FAILED);
    expect([await fail(), await succeed()]).toEqual([{ retryAfterSeconds: 45 }, { retryAfterSeconds: 45 }]);
    clock.advance(44_499);
    expect(await succeed()).toEqual({ retryAfterSeconds: 1 });
    clock.advance(1);
    expect(await succeed()).toEqual(SUCCEEDED);
  });

  it('is not limited by its successes, nor by attempts that were refused', async () => {
    const { clock, fail, succeed } = start();
    for (let count = 0; count < 100; count += 1) expect(await succeed()).toEqual(SUCCEEDED);
    for (let count = 0; count < 100; count += 1) await fail();
    clock.advance(60_000);
    expect(await succeed()).toEqual(SUCCEEDED);
  });

  it('is not limited by the failures of another', async () => {
    const { fail, succeed } = start();
    for (let count = 0; count < LIMIT; count += 1) await fail('a');
    expect([await succeed('a'), await succeed('b')]).toEqual([{ retryAfterSeconds: 60 }, SUCCEEDED]);
  });

  it('is not limited by attempts that break, which it sees break', async () => {
    const { attempt, succeed } = start();
    const breaking = () => attempt('a', () => Promise.reject(new Error('database away')));
    for (let count = 0; count < 10; count += 1) await expect(breaking()).rejects.toThrow('database away');
    expect(await succeed()).toEqual(SUCCEEDED);
  });

  it('starts afresh once as many others as fit in memory have come', async () => {
    const { fail, succeed } = start(2);
    for (let count = 0; count < LIMIT; count += 1) await fail('a');
    await succeed('b');
    expect(await succeed('a')).toEqual({ retryAfterSeconds: 60 });
    await succeed('b');
    await succeed('c');
    expect(await succeed('a')).toEqual(SUCCEEDED);
  });
});

describe('attempts at the same time', () => {
  it('start as long as all of those under way may fail; the others wait for them', async () => {
    const { attempt } = start();
    const begun: ((result: string) => void)[] = [];
    const make = () => new Promise<string>((resolve) => begun.push(resolve));
    const results = Array.from({ length: 6 }, () => attempt('a', make));
    await Promise.resolve();
    expect(begun.length).toBe(3);

    begun[0]?.('succeeded');
    await results[0];
    await expect.poll(() => begun.length).toBe(4);
    for (const end of begun) end('failed');

    expect(await Promise.all(results)).toEqual([
      SUCCEEDED,
      FAILED,
      FAILED,
      FAILED,
      { retryAfterSeconds: 60 },
      { retryAfterSeconds: 60 },
    ]);
  });

  it('all succeed, however many, if none of them fails', async () => {
    const { attempt } = start();
    const results = Array.from({ length: 500 }, () => attempt('a', () => Promise.resolve('succeeded')));
    expect(new Set((await Promise.all(results)).map((attempted) => JSON.stringify(attempted)))).toEqual(
      new Set([JSON.stringify(SUCCEEDED)]),
    );
  });

  it('never fail more often than the limit in any window, and are all answered, in whatever order they end', async () => {
    const step = fc.record({
      gapMs: fc.nat({ max: 50_000 }),
      outcomes: fc.array(fc.boolean(), { maxLength: 9 }),
    });
    const property = fc.asyncProperty(fc.scheduler(), fc.array(step), async (scheduler, steps) => {
      const { clock, attempt } = start();
      const failedMs: number[] = [];
      for (const { gapMs, outcomes } of steps) {
        clock.advance(gapMs);
        const all = outcomes.map((succeeds) =>
          attempt('a', async () => {
            await scheduler.schedule(Promise.resolve());
            if (!succeeds) failedMs.push(clock.now());
            return succeeds ? 'succeeded' : 'failed';
          }),
        );
        await scheduler.waitFor(Promise.all(all));
      }
      expect(fullestWindow(failedMs)).toBeLessThanOrEqual(LIMIT);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});

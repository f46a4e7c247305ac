import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Backend, type Decision, createRateLimiter } from '../../src/limits/rate-limiter.ts';
import { type Clock, createClock } from '../support/clock.ts';
import { expectedDecision, fullestWindow } from './model.ts';

/** Gaps that hit the edges of seconds and windows, and gaps that hit none. */
const gapMs = fc.oneof(
  fc.constantFrom(0, 1, 999, 1_000, 1_001, 59_999, 60_000, 60_001, 119_999, 120_000, 180_000),
  fc.nat({ max: 70_000 }),
  fc.nat({ max: 3_000 }),
);
const bursts = fc.array(
  fc.record({
    gapMs,
    holder: fc.constantFrom('1', '2'),
    operation: fc.constantFrom('stats', 'events'),
    asked: fc.integer({ min: 1, max: 12 }),
    limit: fc.integer({ min: 1, max: 10 }),
  }),
  { maxLength: 40 },
);

/** What every backend promises. Each gets the clock of its test; the runs are those of each property. */
export function describeBackend(createBackend: (now: () => number) => Backend, runs: number): void {
  function start() {
    const clock = createClock('2026-03-15T12:00:00Z');
    const limiter = createRateLimiter(createBackend(clock.now));
    const spendTimes = (times: number, limit: number) =>
      Promise.all(Array.from({ length: times }, () => limiter.spend('1', 'stats', limit)));
    return { clock, limiter, spendTimes };
  }

  describe('a budget', () => {
    it('reports what is left and when the oldest request leaves', async () => {
      const { clock, limiter } = start();
      const first = await limiter.spend('1', 'stats', 2);
      clock.advance(15_250);
      const second = await limiter.spend('1', 'stats', 2);
      const third = await limiter.spend('1', 'stats', 2);
      expect([first, second, third]).toEqual([
        { granted: true, limit: 2, remaining: 1, resetMs: 60_000, retryAfterSeconds: 0 },
        { granted: true, limit: 2, remaining: 0, resetMs: 44_750, retryAfterSeconds: 0 },
        { granted: false, limit: 2, remaining: 0, resetMs: 44_750, retryAfterSeconds: 45 },
      ]);
    });

    it('refuses until the last millisecond of the window and grants at its end', async () => {
      const { clock, limiter } = start();
      await limiter.spend('1', 'stats', 1);
      clock.advance(59_999);
      const before = await limiter.spend('1', 'stats', 1);
      clock.advance(1);
      const at = await limiter.spend('1', 'stats', 1);
      expect([before, at]).toEqual([
        { granted: false, limit: 1, remaining: 0, resetMs: 1, retryAfterSeconds: 1 },
        { granted: true, limit: 1, remaining: 0, resetMs: 60_000, retryAfterSeconds: 0 },
      ]);
    });

    it('reports whole milliseconds, rounded up, on a clock with fractions', async () => {
      const { clock, limiter } = start();
      await limiter.spend('1', 'stats', 1);
      clock.advance(0.25);
      expect(await limiter.spend('1', 'stats', 1)).toMatchObject({ resetMs: 60_000, retryAfterSeconds: 60 });
      clock.advance(999.5);
      expect(await limiter.spend('1', 'stats', 1)).toMatchObject({ resetMs: 59_001, retryAfterSeconds: 60 });
    });

    it('does not count refused requests', async () => {
      const { clock, limiter, spendTimes } = start();
      await spendTimes(3, 3);
      clock.advance(30_000);
      expect(granted(await spendTimes(50, 3))).toBe(0);
      clock.advance(30_000);
      expect(await limiter.peek('1', 'stats', 3)).toEqual({
        granted: true,
        limit: 3,
        remaining: 3,
        resetMs: 0,
        retryAfterSeconds: 0,
      });
    });

    it('waits for the third newest of ten requests when the limit has become three', async () => {
      const { clock, limiter } = start();
      for (let second = 0; second < 10; second += 1) {
        await limiter.spend('1', 'stats', 10);
        clock.advance(1_000);
      }
      const refused = await limiter.spend('1', 'stats', 3);
      expect(refused).toEqual({
        granted: false,
        limit: 3,
        remaining: 0,
        resetMs: 50_000,
        retryAfterSeconds: 57,
      });
      clock.advance(56_999);
      expect((await limiter.spend('1', 'stats', 3)).granted).toBe(false);
      clock.advance(1);
      expect((await limiter.spend('1', 'stats', 3)).granted).toBe(true);
    });

    it('has room at once when the limit has grown', async () => {
      const { limiter, spendTimes } = start();
      await spendTimes(60, 60);
      expect(await limiter.spend('1', 'stats', 600)).toMatchObject({ granted: true, remaining: 539 });
    });

    it('belongs to one holder and one operation', async () => {
      const { limiter } = start();
      const asked = [
        ['1', 'stats'],
        ['1', 'events'],
        ['2', 'stats'],
        ['1', 'stats'],
      ] as const;
      const decisions = await Promise.all(asked.map(([holder, name]) => limiter.spend(holder, name, 1)));
      expect(decisions.map((decision) => decision.granted)).toEqual([true, true, true, false]);
    });

    it('spends several units at once or, if there is no room for all, none', async () => {
      const { clock, limiter } = start();
      const first = await limiter.spend('1', 'stats', 4, 2);
      clock.advance(10_000);
      const second = await limiter.spend('1', 'stats', 4);
      const refused = await limiter.spend('1', 'stats', 4, 2);

      expect([first, second, refused]).toEqual([
        { granted: true, limit: 4, remaining: 2, resetMs: 60_000, retryAfterSeconds: 0 },
        { granted: true, limit: 4, remaining: 1, resetMs: 50_000, retryAfterSeconds: 0 },
        { granted: false, limit: 4, remaining: 1, resetMs: 50_000, retryAfterSeconds: 50 },
      ]);
      clock.advance(49_999);
      expect((await limiter.spend('1', 'stats', 4, 2)).granted).toBe(false);
      clock.advance(1);
      expect((await limiter.spend('1', 'stats', 4, 2)).granted).toBe(true);
    });

    it('never grants several units beyond its limit, and says when they would fit', async () => {
      const { clock, limiter } = start();
      expect(await limiter.spend('1', 'stats', 1, 2)).toMatchObject({ granted: false, remaining: 1 });
      await limiter.spend('1', 'events', 2);
      clock.advance(20_000);
      await limiter.spend('1', 'events', 2);

      // both must leave the window
      expect(await limiter.spend('1', 'events', 2, 2)).toMatchObject({
        granted: false,
        retryAfterSeconds: 60,
      });
    });

    it('is not touched by peeking', async () => {
      const { limiter, spendTimes } = start();
      await spendTimes(1, 2);
      const peeked = await Promise.all(Array.from({ length: 9 }, () => limiter.peek('1', 'stats', 2)));
      expect(new Set(peeked.map((decision) => decision.remaining))).toEqual(new Set([1]));
      expect(await spendTimes(2, 2)).toMatchObject([{ granted: true }, { granted: false }]);
      expect(await limiter.peek('1', 'stats', 2)).toEqual({
        granted: false,
        limit: 2,
        remaining: 0,
        resetMs: 60_000,
        retryAfterSeconds: 60,
      });
    });

    it.each([0, -1, 1.5, NaN, Infinity])('cannot have a limit of %d', async (limit) => {
      const { limiter } = start();
      await expect(limiter.spend('1', 'stats', limit)).rejects.toThrow(RangeError);
      await expect(limiter.peek('1', 'stats', limit)).rejects.toThrow(RangeError);
    });
  });

  describe('simultaneous requests', () => {
    it.each([
      [1_000, 600],
      [200, 60],
    ])('of %d exactly %d are granted', async (asked, limit) => {
      const { spendTimes } = start();
      const decisions = await spendTimes(asked, limit);
      expect(granted(decisions)).toBe(limit);
      expect(decisions.filter((decision) => decision.granted).map(({ remaining }) => remaining)).toEqual(
        Array.from({ length: limit }, (_, index) => limit - 1 - index),
      );
    });
  });

  describe('any sequence of bursts', () => {
    it('gets the decisions of a limiter that keeps every request and counts afresh', async () => {
      const property = fc.asyncProperty(bursts, async (sequence) => {
        const { clock, limiter } = start();
        const grantedMs = new Map<string, number[]>();
        for (const { gapMs, holder, operation, asked, limit } of sequence) {
          clock.advance(gapMs);
          const budget = `${holder} ${operation}`;
          const history = grantedMs.get(budget) ?? [];
          grantedMs.set(budget, history);
          const expected = Array.from({ length: asked }, () => expectedDecision(history, clock.now(), limit));
          const spend = () => limiter.spend(holder, operation, limit);
          expect(await Promise.all(Array.from({ length: asked }, spend))).toEqual(expected);
        }
      });
      await fc.assert(property, { numRuns: runs });
    });

    it('never has more than the limit granted in any 60 seconds', async () => {
      const property = fc.asyncProperty(bursts, fc.integer({ min: 1, max: 10 }), async (sequence, limit) => {
        const { clock, spendTimes } = start();
        const grantedMs: number[] = [];
        for (const { gapMs, asked } of sequence) {
          clock.advance(gapMs);
          const count = granted(await spendTimes(asked, limit));
          grantedMs.push(...new Array<number>(count).fill(clock.now()));
        }
        expect(fullestWindow(grantedMs)).toBeLessThanOrEqual(limit);
      });
      await fc.assert(property, { numRuns: runs });
    });

    it('gets a retryAfterSeconds that suffices, and one second less does not', async () => {
      let refusals = 0;
      const property = fc.asyncProperty(bursts, async (sequence) => {
        const { clock, limiter } = start();
        for (const { gapMs, holder, operation, asked, limit } of sequence) {
          clock.advance(gapMs);
          const spend = () => limiter.spend(holder, operation, limit);
          const last = (await Promise.all(Array.from({ length: asked }, spend))).at(-1);
          if (last === undefined || last.granted) continue;
          refusals += 1;
          const peek = () => limiter.peek(holder, operation, limit);
          await expectExactWait(clock, peek, last.retryAfterSeconds);
        }
      });
      await fc.assert(property, { numRuns: runs });
      expect(refusals).toBeGreaterThan(runs / 2);
    });
  });
}

export function granted(decisions: readonly Decision[]): number {
  return decisions.filter((decision) => decision.granted).length;
}

async function expectExactWait(clock: Clock, peek: () => Promise<Decision>, seconds: number): Promise<void> {
  expect(seconds).toBeGreaterThanOrEqual(1);
  clock.advance((seconds - 1) * 1_000);
  expect((await peek()).granted).toBe(false);
  clock.advance(1_000);
  expect((await peek()).granted).toBe(true);
}

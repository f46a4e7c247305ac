import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFailureLimit } from '../../src/limits/failure-limit.ts';
import type { RedisConnection } from '../../src/limits/redis/connection.ts';
import { createLeases } from '../../src/limits/redis/leases.ts';
import { createSharedFailureLimit } from '../../src/limits/redis/shared-failure-limit.ts';
import { createSharedSlots } from '../../src/limits/redis/shared-slots.ts';
import { createSlots } from '../../src/limits/slots.ts';
import { type Clock, createClock } from '../support/clock.ts';
import { describeWithRedis } from '../support/with-redis.ts';
import { apart, useRedis } from './redis.ts';

const LIMIT = 3;
const FAILED = { result: 'failed' };
const SUCCEEDED = { result: 'succeeded' };

describeWithRedis('processes that share Redis', () => {
  const served = useRedis();

  /** The failure limits of processes, on one clock. */
  function startProcesses(count: number) {
    const clock = createClock('2026-03-15T12:00:00Z');
    const shared = apart(served.redis);
    return {
      clock,
      processes: Array.from({ length: count }, () => {
        const own = createFailureLimit({ now: clock.now, limit: LIMIT });
        const leases = createLeases({ redis: shared, now: clock.now });
        const limit = createSharedFailureLimit({ own, leases, name: 'keys', limit: LIMIT });
        const attempt = (make: () => Promise<string>, client = 'a') =>
          limit.attempt(client, make, (result) => result === 'failed');
        return {
          attempt,
          fail: (client?: string) => attempt(() => Promise.resolve('failed'), client),
          succeed: (client?: string) => attempt(() => Promise.resolve('succeeded'), client),
        };
      }),
    };
  }

  describe('limit the failures of a client', () => {
    it('in all of them together, until the first leaves the window', async () => {
      const { clock, processes } = startProcesses(2);
      const [one, other] = processes;
      expect([await one?.fail(), await other?.succeed(), await other?.fail()]).toEqual([
        FAILED,
        SUCCEEDED,
        FAILED,
      ]);
      clock.advance(15_500);
      expect(await one?.fail()).toEqual(FAILED);
      const refused = { retryAfterSeconds: 45 };
      expect([await one?.succeed(), await other?.succeed()]).toEqual([refused, refused]);
      expect(await other?.succeed('b')).toEqual(SUCCEEDED);
      clock.advance(44_499);
      expect(await other?.succeed()).toEqual({ retryAfterSeconds: 1 });
      clock.advance(1);
      expect(await other?.succeed()).toEqual(SUCCEEDED);
    });

    it('exactly, however many attempts come to each at once', async () => {
      const { processes } = startProcesses(3);
      const calls = Array.from({ length: 60 }, (_, index) => processes[index % 3]);
      let failed = 0;
      const answers = await Promise.all(
        calls.map(async (one, index) =>
          one?.attempt(async () => {
            await Promise.resolve();
            if (index % 4 !== 0) failed += 1;
            return index % 4 === 0 ? 'succeeded' : 'failed';
          }),
        ),
      );
      expect(failed).toBe(LIMIT);
      const refused = answers.filter((answer) => answer && 'retryAfterSeconds' in answer);
      expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify({ retryAfterSeconds: 60 })]),
      );
    });

    it('while attempts of others are under way: more than could fail wait for their outcome', async () => {
      const { processes } = startProcesses(2);
      const [one, other] = processes;
      const ends: ((result: string) => void)[] = [];
      const make = () => new Promise<string>((resolve) => ends.push(resolve));
      const first = Array.from({ length: LIMIT }, () => one?.attempt(make));
      await expect.poll(() => ends.length).toBe(LIMIT);
      const waiting = other?.attempt(make);

      ends[0]?.('succeeded');
      await expect.poll(() => ends.length).toBe(LIMIT + 1);
      for (const end of ends) end('failed');

      expect(await Promise.all([...first, waiting])).toEqual([SUCCEEDED, FAILED, FAILED, FAILED]);
      expect(await one?.succeed()).toEqual({ retryAfterSeconds: 60 });
    });

    it('without the addresses and names of people in Redis', async () => {
      const { processes } = startProcesses(1);
      await processes[0]?.fail('198.51.100.7 owner@example.com');
      const keys = await served.server.client.keys('*');
      expect(keys.some((key) => key.includes('failures:keys:'))).toBe(true);
      expect(keys.join()).not.toMatch(/198\.51|owner@/);
    });
  });

  describe('have one slot of a name', () => {
    const startSlots = (shared: Pick<RedisConnection, 'run'>, clock?: Clock) =>
      createSharedSlots(createSlots(), createLeases({ redis: shared, ...(clock && { now: clock.now }) }));

    it('which one of them takes at a time', async () => {
      const shared = apart(served.redis);
      const [one, other] = [startSlots(shared), startSlots(shared)];
      const release = await one.take('export:1');
      const taken = [await other.isTaken('export:1'), await other.isTaken('export:2')];
      const again = [await one.take('export:1'), await other.take('export:1')];
      await release?.();

      expect([release === undefined, taken, again]).toEqual([false, [true, false], [undefined, undefined]]);
      expect(await other.isTaken('export:1')).toBe(false);
      await (
        await other.take('export:1')
      )?.();
      expect(await one.isTaken('export:1')).toBe(false);
    });

    it('which its holder renews, for longer than a lease', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const clock = createClock('2026-03-15T12:00:00Z');
      const asked: { readonly keys: readonly string[]; readonly answer: Promise<unknown> }[] = [];
      const { run } = apart(served.redis);
      const noting: typeof run = (script, keys, args) => {
        const answer = run(script, keys, args);
        asked.push({ keys, answer });
        return answer;
      };
      const other = startSlots({ run }, clock);
      const release = await startSlots({ run: noting }, clock).take('export:1');

      for (let second = 0; second < 25; second++) {
        clock.advance(1_000);
        vi.advanceTimersByTime(1_000);
        await Promise.all(asked.map(({ answer }) => answer));
      }
      expect(await other.isTaken('export:1')).toBe(true);
      await release?.();
      expect(await other.isTaken('export:1')).toBe(false);
      expect(new Set(asked.flatMap(({ keys }) => keys))).toEqual(
        new Set(['underway:slot:export:1', 'failures:slot:export:1']),
      );
    });

    it('which is free again ten seconds after its holder has died', async () => {
      const clock = createClock('2026-03-15T12:00:00Z');
      const shared = apart(served.redis);
      let isDead = false;
      const dying = startSlots(
        { run: (...asked) => (isDead ? Promise.resolve(undefined) : shared.run(...asked)) },
        clock,
      );
      await dying.take('export:1');
      isDead = true;
      const other = startSlots(shared, clock);
      clock.advance(9_999);
      expect(await other.take('export:1')).toBeUndefined();
      clock.advance(1);
      expect(await other.take('export:1')).toEqual(expect.any(Function));
    });

    it('each, while Redis is away', async () => {
      const away = { run: () => Promise.resolve(undefined) };
      const [one, other] = [startSlots(away), startSlots(away)];
      expect([await one.take('export:1'), await other.take('export:1')]).toEqual([
        expect.any(Function),
        expect.any(Function),
      ]);
      expect(await one.take('export:1')).toBeUndefined();
    });
  });
});

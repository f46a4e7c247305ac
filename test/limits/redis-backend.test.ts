import { expect, it } from 'vitest';
import { createMemoryBackend } from '../../src/limits/memory-backend.ts';
import type { Backend } from '../../src/limits/rate-limiter.ts';
import { createRedisBackend } from '../../src/limits/redis/redis-backend.ts';
import { createClock } from '../support/clock.ts';
import { describeWithRedis } from '../support/with-redis.ts';
import { describeBackend } from './backend-cases.ts';
import { apart, connectTo, useRedis } from './redis.ts';

/** A memory that fails the test when it must count, because Redis did not. */
const UNUSED: Parameters<typeof createRedisBackend>[0]['memory'] = {
  take: () => neverCalled(),
  look: () => neverCalled(),
  add: () => undefined,
  size: 0,
};

/** In the year 2100, in microseconds. */
const AHEAD = Date.UTC(2100, 0) * 1000;

function neverCalled(): never {
  throw new Error('Redis did not answer');
}

describeWithRedis('in Redis', () => {
  const served = useRedis();

  const createBackend = (now: () => number): Backend =>
    createRedisBackend({ redis: apart(served.redis), memory: UNUSED, now });

  describeBackend(createBackend, 60);

  it('a window on the clock of the server holds no more than the limit, to the microsecond', async () => {
    const windowMs = 60;
    const backend = createRedisBackend({ redis: served.redis, memory: UNUSED, windowMs });
    const grantedUs: number[] = [];
    while (grantedUs.length < 12) {
      if (!(await backend.take('exact:stats', 3)).granted) continue;
      const leavesUs = await served.server.client.lIndex('site-traffic:budget:exact:stats', -1);
      grantedUs.push(Number(leavesUs) - windowMs * 1000);
    }
    const apartUs = grantedUs.slice(3).map((us, index) => us - (grantedUs[index] ?? 0));
    expect(Math.min(...apartUs)).toBeGreaterThanOrEqual(windowMs * 1000);
  });

  it('the connections of several processes share one budget: exactly its limit is granted', async () => {
    const connections = await Promise.all(Array.from({ length: 4 }, () => connectTo(served.server.url)));
    const backends = connections.map((one) => createRedisBackend({ redis: one.redis, memory: UNUSED }));
    const calls = Array.from({ length: 160 }, (_, index) => backends[index % backends.length]);
    const tallies = await Promise.all(calls.map(async (backend) => backend?.take('all:stats', 60)));

    const used = tallies.flatMap((tally) => (tally?.granted === true ? [tally.used] : []));
    expect(used.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  it('a budget takes little memory, and goes by itself when its window has passed', async () => {
    const key = 'site-traffic:budget:brief:stats';
    const lasting = createRedisBackend({ redis: served.redis, memory: UNUSED });
    await Promise.all(Array.from({ length: 600 }, async () => lasting.take('brief:stats', 600)));
    expect(await served.server.client.memoryUsage(key)).toBeLessThan(12_000);
    expect(await served.server.client.pTTL(key)).toBeGreaterThan(0);

    await served.server.client.del(key);
    const backend = createRedisBackend({ redis: served.redis, memory: UNUSED, windowMs: 50 });
    await backend.take('brief:stats', 1);
    await expect.poll(() => served.server.client.exists(key)).toBe(0);
    await backend.look('brief:stats', 1);
    expect(await served.server.client.exists(key)).toBe(0);
  });

  it('a clock that is set back refuses nobody for longer than a window', async () => {
    const clock = createClock('2026-03-15T12:00:00Z');
    const backend = createBackend(clock.now);
    for (let count = 0; count < 3; count += 1) await backend.take('1:stats', 3);
    clock.advance(20_000 - 3_600_000);
    expect(await backend.take('1:stats', 3)).toEqual({
      granted: false,
      used: 3,
      resetMs: 60_000,
      waitMs: 60_000,
    });
    clock.advance(60_000);
    expect(await backend.take('1:stats', 3)).toMatchObject({ granted: true, used: 1 });
  });

  it('what it granted counts on in memory when Redis goes away, and what memory grants does not count in Redis', async () => {
    const clock = createClock('2026-03-15T12:00:00Z');
    let isAway = false;
    const { run } = apart(served.redis);
    const backend = createRedisBackend({
      redis: { run: (...asked) => (isAway ? Promise.resolve(undefined) : run(...asked)) },
      memory: createMemoryBackend({ now: clock.now }),
      now: clock.now,
    });
    for (let count = 0; count < 2; count += 1) await backend.take('1:stats', 3);
    isAway = true;
    const away = [await backend.take('1:stats', 3), await backend.take('1:stats', 3)];
    const looked = await backend.look('1:stats', 3);
    isAway = false;

    expect(away).toMatchObject([{ granted: true, used: 3 }, { granted: false }]);
    expect(looked).toMatchObject({ granted: false, used: 3, waitMs: 60_000 });
    expect(await backend.take('1:stats', 3)).toMatchObject({ granted: true, used: 3 });
  });

  // as short as the probe's, of a millisecond, may be: Redis deletes what has expired as soon as it is told so
  it('a window that ends while the script runs fails nothing', async () => {
    const { redis, logged } = await connectTo(served.server.url);
    const backend = createRedisBackend({ redis, memory: UNUSED, windowMs: 0 });
    const ended = { used: 1, resetMs: 0, waitMs: 0 };

    expect(await backend.take('over:stats', 3)).toEqual({ granted: true, ...ended });
    // of a clock that was set back since
    await served.server.client.rPush('site-traffic:budget:ahead:stats', [AHEAD, AHEAD, AHEAD].map(String));
    expect(await backend.take('ahead:stats', 3)).toEqual({ granted: true, ...ended });
    expect(await served.server.client.exists('site-traffic:budget:ahead:stats')).toBe(0);
    expect(logged()).toEqual(['limits are shared through Redis']);
  });
});

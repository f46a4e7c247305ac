import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createMemoryBackend } from '../../src/limits/memory-backend.ts';
import type { RedisConnection } from '../../src/limits/redis/connection.ts';
import { checkRedis } from '../../src/limits/redis/check-redis.ts';
import { createRedisBackend } from '../../src/limits/redis/redis-backend.ts';
import { type RedisAddress, parseRedisUrl } from '../../src/settings/redis-url.ts';
import { freePort } from '../support/free-port.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWithRedis } from '../support/with-redis.ts';
import { PATIENT, connectTo } from './redis.ts';

const AWAY = 'Redis is unreachable: limits are counted in this process only';
const SHARED = 'limits are shared through Redis';
const BACK = 'Redis is back: limits are shared again';

async function start(options: Parameters<typeof startRedis>[0] = {}) {
  const server = await startRedis(options);
  onTestFinished(() => server.stop());
  return server;
}

/** Takes from a budget of 3, and the milliseconds that each decision took. */
function budgetOf(redis: RedisConnection) {
  const backend = createRedisBackend({
    redis,
    memory: createMemoryBackend({ now: () => performance.now() }),
  });
  return async () => {
    const startedMs = performance.now();
    const { granted } = await backend.take('1:stats', 3);
    return { granted, ms: performance.now() - startedMs };
  };
}

/** Waits until Redis answers again. */
async function untilBack(redis: RedisConnection): Promise<void> {
  await expect.poll(() => redis.check()).toBe(true);
}

describeWithRedis('while Redis', () => {
  it('hangs, each process keeps its limit, decides at once after the first late answer, and recovers', async () => {
    const server = await start();
    const { redis, logged } = await connectTo(server.url, {});
    await untilBack(redis); // a busy machine may have been late before
    const take = budgetOf(redis);
    const before = logged().length;
    server.signal('SIGSTOP');

    const first = await take();
    const rest = [await take(), await take(), await take(), await take()];
    const isShared = await redis.check();
    server.signal('SIGCONT');
    await untilBack(redis);

    expect([first, ...rest].map(({ granted }) => granted)).toEqual([true, true, true, false, false]);
    expect(first.ms).toBeGreaterThan(30);
    // without the time that this machine gave to others
    expect(Math.min(...rest.map(({ ms }) => ms))).toBeLessThan(5);
    expect(isShared).toBe(false);
    expect(logged().slice(before, before + 2)).toEqual([`${AWAY} (no answer)`, BACK]);
  });

  it('is not there at the start, limits count in the process, and are shared once it comes', async () => {
    const port = await freePort();
    const { redis, logged } = await connectTo(`redis://127.0.0.1:${port}`);
    const take = budgetOf(redis);
    const answers = [await take(), await take(), await take(), await take()];

    await start({ port });
    await untilBack(redis);

    expect(answers.map(({ granted }) => granted)).toEqual([true, true, true, false]);
    expect(logged()).toEqual([`${AWAY} (connect ECONNREFUSED 127.0.0.1:${port})`, BACK]);
  });

  it('ends and starts again, which forgets its scripts, decisions go on', async () => {
    const server = await start();
    const { redis, logged } = await connectTo(server.url);
    const take = budgetOf(redis);
    await take();
    await server.stop();
    expect(await take()).toMatchObject({ granted: true });
    expect(await redis.check()).toBe(false);

    await start({ port: server.port });
    await untilBack(redis);

    expect(await take()).toMatchObject({ granted: true });
    expect(logged()).toEqual([SHARED, `${AWAY} (Socket closed unexpectedly)`, BACK]);
  });

  it('has forgotten its scripts, it gets them again', async () => {
    const server = await start();
    const { redis, logged } = await connectTo(server.url);
    const take = budgetOf(redis);
    await take();
    await server.client.scriptFlush();
    expect(await take()).toMatchObject({ granted: true });
    expect(await server.client.lLen('site-traffic:budget:1:stats')).toBe(2);
    expect(logged()).toEqual([SHARED]);
  });

  it('refuses to write, as a replica or without memory, it is away', async () => {
    const server = await start();
    const { redis, logged } = await connectTo(server.url);
    const take = budgetOf(redis);
    await server.client.replicaOf('127.0.0.1', 1);
    expect(await take()).toMatchObject({ granted: true });
    expect(await redis.check()).toBe(false);
    await server.client.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    await untilBack(redis);

    await server.client.configSet('maxmemory', '1');
    expect(await take()).toMatchObject({ granted: true });
    await server.client.configSet('maxmemory', '0');
    await untilBack(redis);

    expect(logged().map((line) => line.replace(/ \((\w+).*/, ' $1'))).toEqual([
      SHARED,
      `${AWAY} READONLY`,
      BACK,
      `${AWAY} OOM`,
      BACK,
    ]);
  });

  it('answers that a script of ours has an error, it is not away, and the log says what failed', async () => {
    const server = await start();
    const { redis, logged } = await connectTo(server.url);
    const take = budgetOf(redis);
    await take();
    const text = 'local function none() end\nreturn none() - 1';
    const faulty = { text, sha1: createHash('sha1').update(text).digest('hex') };

    const answers = [await redis.run(faulty, [], []), await redis.run(faulty, [], [])];
    await take();

    expect(answers).toEqual([undefined, undefined]);
    expect(await server.client.lLen('site-traffic:budget:1:stats')).toBe(2);
    expect(await redis.check()).toBe(true);
    const fault = 'ERR user_script:2: attempt to perform arithmetic on a nil value';
    expect(logged()).toEqual([
      SHARED,
      expect.stringContaining(`a script failed in Redis: this process decided by its own counts (${fault}`),
    ]);
  });

  it('has users, the smallest documented rights suffice, and no password is logged', async () => {
    const page = readFileSync('docs/scaling.md', 'utf8');
    const [, rights = ''] = /^ACL SETUSER site-traffic on >PASSWORD (.*)$/m.exec(page) ?? [];
    expect(rights).not.toContain('@all');
    const server = await start({ settings: [`user limits on >s3cret ${rights}`] });
    const url = (password: string) => `redis://limits:${password}@127.0.0.1:${server.port}/1`;
    const { redis, logged } = await connectTo(url('s3cret'));
    const { granted } = await budgetOf(redis)();
    const { logged: refused } = await connectTo(url('wr0ng'), PATIENT);

    expect([granted, await redis.check()]).toEqual([true, true]);
    expect(logged()).toEqual([SHARED]);
    const why = 'WRONGPASS invalid username-password pair or user is disabled.';
    expect(refused()).toEqual([`${AWAY} (${why})`]);
    const check = async (password: string) => checkRedis(readAddress(url(password)));
    expect(await check('s3cret')).toMatchObject({ answeredMs: expect.any(Number) as number });
    expect(await check('wr0ng')).toEqual({ reason: why });
  });

  it('does not know AUTH, and repeats the password, it stays out of the log', async () => {
    const server = await start({ settings: ['rename-command AUTH ""'] });
    const { logged } = await connectTo(`redis://:s3cret@127.0.0.1:${server.port}`);
    expect(logged()).toEqual([expect.stringMatching(/^Redis is unreachable.*\(ERR unknown command/)]);
    expect(logged().join()).not.toContain('s3cret');
    const checked = await checkRedis(readAddress(`redis://:s3cret@127.0.0.1:${server.port}`));
    expect(checked).toEqual({ reason: expect.stringMatching(/^ERR unknown command/) as string });
    expect(JSON.stringify(checked)).not.toContain('s3cret');
  });
});

function readAddress(url: string): RedisAddress {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new Error('not an address of Redis');
  return address;
}

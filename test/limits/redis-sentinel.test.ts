import { expect, it } from 'vitest';
import { pino } from 'pino';
import { readConfig } from '../../src/settings/config.ts';
import { openSharedLimits } from '../../src/limits/redis/shared-limits.ts';
import { atEnd } from '../support/at-end.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { describeWithRedis } from '../support/with-redis.ts';

const MASTER = 'mymaster';
const USER =
  'user limits on >s3cret ~site-traffic:* +@list +@sortedset +pexpire +eval +evalsha +time +select';
const SENTINEL_PASSWORD = 'an&other';
const LIMIT = 3;

describeWithRedis('a master that Sentinels watch', () => {
  it('dies, with one of them: each decision takes 50 ms at most, and the next master goes on counting', async () => {
    const { master, replica, sentinels } = await startWatched();
    const { limits, logged } = await openLimits(sentinels);
    const spend = () => limits.limiter.spend('1:key', 'stats', LIMIT);
    const spent = [await spend(), await spend()];
    await expect.poll(() => countedIn(replica, '1:key:stats')).toBe(2);

    await Promise.all([master.stop(), sentinels[0]?.stop()]);
    const meanwhile: { readonly granted: boolean; readonly ms: number }[] = [];
    const decideMeanwhile = async () => {
      const startedMs = performance.now();
      const { granted } = await spend();
      const ms = performance.now() - startedMs;
      const { scope } = await limits.scope();
      if (scope === 'process') meanwhile.push({ granted, ms });
      return scope;
    };
    await expect.poll(decideMeanwhile).toBe('shared');
    await spend();

    expect(spent.map(({ granted }) => granted)).toEqual([true, true]);
    expect(meanwhile.map(({ granted }) => granted)).toEqual(meanwhile.map((_, n) => n === 0));
    // the others had to wait for this machine
    const inTime = meanwhile.filter(({ ms }) => ms <= 50);
    expect(inTime.length).toBeGreaterThan(0.9 * meanwhile.length);
    expect(await replica.client.info('replication')).toContain('role:master');
    // what was counted in the process is not added, so there was room for one more
    expect(await countedIn(replica, '1:key:stats')).toBe(LIMIT);
    expect(logged()).toEqual([
      'limits are shared through Redis',
      'Redis is unreachable: limits are counted in this process only',
      'Redis is back: limits are shared again',
    ]);
  });
});

/** A master, a replica, and three Sentinels that know each other and both. */
async function startWatched() {
  const master = await startServer([USER, 'repl-diskless-sync-delay 0']);
  const replica = await startServer([USER, `replicaof 127.0.0.1 ${master.port}`]);
  await expect.poll(() => replica.client.info('replication')).toContain('master_link_status:up');
  const sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(master)));
  const known = `name=${MASTER},status=ok,address=127.0.0.1:${master.port},slaves=1,sentinels=3`;
  for (const { client } of sentinels) await expect.poll(() => client.info('sentinel')).toContain(known);
  return { master, replica, sentinels };
}

async function startServer(settings: readonly string[]): Promise<RedisServer> {
  const server = await startRedis({ settings });
  atEnd(server.stop);
  return server;
}

async function startSentinel(master: RedisServer): Promise<RedisServer> {
  const sentinel = await startRedis({
    args: ['--sentinel'],
    settings: [
      `requirepass ${SENTINEL_PASSWORD}`,
      `sentinel sentinel-pass ${SENTINEL_PASSWORD}`,
      `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} 2`,
      `sentinel down-after-milliseconds ${MASTER} 500`,
      `sentinel failover-timeout ${MASTER} 5000`,
    ],
    access: { password: SENTINEL_PASSWORD },
  });
  atEnd(sentinel.stop);
  return sentinel;
}

/** The limits of a process with the settings of an operator. */
async function openLimits(sentinels: readonly RedisServer[]) {
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join();
  const password = encodeURIComponent(SENTINEL_PASSWORD);
  const url = `redis+sentinel://limits:s3cret@${hosts}/${MASTER}?sentinel_password=${password}`;
  const { redis: address } = readConfig({ REDIS_URL: url });
  if (address === undefined) throw new Error('the setting has no address');
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const limits = await openSharedLimits({ address, log }, () => performance.now());
  atEnd(limits.close);
  const logged = () => lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
  return { limits, logged };
}

async function countedIn({ client }: RedisServer, budget: string): Promise<number> {
  return client.lLen(`site-traffic:budget:${budget}`);
}

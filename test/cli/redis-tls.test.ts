import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Certificate, makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { findProgram } from '../support/programs.ts';
import { type RedisServer, hasRedis, startRedis } from '../support/redis-server.ts';
import { type Serving, stopServing, useCommandLine } from './support.ts';
import { logOf } from './worker-log.ts';

const { ask, folder, makeMigrated, serveWith } = useCommandLine();

const USER =
  'user limits on >s3cret ~site-traffic:* +@list +@sortedset +pexpire +eval +evalsha +time +select';
const SHARED = { scope: 'shared' };
const ALONE = { scope: 'process', reason: 'redis unavailable' };

/** They need the programs of Redis and of OpenSSL, which CI has. */
const describeWithTls = describe.runIf(
  (hasRedis() && findProgram('openssl') !== undefined) || Boolean(process.env['CI']),
);

describeWithTls('a Redis server with TLS and users, of a private authority,', () => {
  let redis: RedisServer;
  let own: Certificate;
  let key: string;

  beforeAll(async () => {
    own = makeCertificate(folder, '127.0.0.1');
    redis = await startRedisWithTls(own);
    await makeMigrated();
    await ask('account', 'create', '--email', 'owner@example.com');
    ({ key } = (await ask('key', 'create', '--account', 'owner@example.com')) as { key: string });
    return () => redis.stop();
  });

  const serve = (user: string, env: NodeJS.ProcessEnv = {}, host = '127.0.0.1') =>
    serveWith({ REDIS_URL: `rediss://${user}@${host}:${redis.port}/1`, ...env }, 'serve');

  it('shares the limits of a process that trusts the authority', async () => {
    const server = await serve('limits:s3cret', { NODE_EXTRA_CA_CERTS: own.authority });
    await expect.poll(() => limitsOf(server)).toEqual(SHARED);

    await redis.client.select(1);
    const counted = async () => {
      await fetch(`${server.url}/api/v1/sites`, { headers: { authorization: `Bearer ${key}` } });
      return redis.client.keys('site-traffic:budget:*:sites');
    };
    // an answer of Redis may be late on a busy machine
    await expect.poll(counted).toHaveLength(1);
    await stopServing(server);
  });

  it.each([
    { who: 'does not trust the authority', trusts: false, why: /certificate/ },
    { who: 'names it otherwise than its certificate', host: 'localhost', why: /Hostname/ },
    { who: 'has a wrong password', user: 'limits:wr0ng', why: /^WRONGPASS/ },
    { who: 'names a user that it does not know', user: 'others:s3cret', why: /^WRONGPASS/ },
  ])('does not share those of a process that $who, which serves all the same', async (asked) => {
    const { user = 'limits:s3cret', host, trusts = true, why } = asked;
    const server = await serve(user, trusts ? { NODE_EXTRA_CA_CERTS: own.authority } : {}, host);

    expect(await limitsOf(server)).toEqual(ALONE);

    const away = logOf(server).find(({ msg }) => msg.startsWith('Redis is unreachable'));
    expect(away?.reason).toMatch(why);
    expect(server.stderr()).not.toMatch(/s3cret|wr0ng/);
    await stopServing(server);
  });
});

/** It speaks nothing but TLS, and nobody may do anything without a password. */
async function startRedisWithTls({ certificate, key, authority }: Certificate): Promise<RedisServer> {
  const port = await freePort();
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', authority];
  return startRedis({
    port,
    args: ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', ...files],
    settings: [USER, 'user default on >t3st ~* &* +@all'],
    access: { password: 't3st', socket: { tls: true, host: '127.0.0.1', port, ca: readFileSync(authority) } },
  });
}

async function limitsOf({ url }: Serving): Promise<unknown> {
  return ((await (await fetch(`${url}/health/ready`)).json()) as { limits: unknown }).limits;
}

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll } from 'vitest';
import { type RedisConnection, openRedis } from '../../src/limits/redis/connection.ts';
import { parseRedisUrl } from '../../src/settings/redis-url.ts';
import { atEnd } from '../support/at-end.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';

export type TestConnection = {
  readonly redis: RedisConnection;
  /** The texts that were logged, with the reasons in them. */
  readonly logged: () => readonly string[];
};

/** How long an answer takes at most on a busy machine, where the tests are not about late answers. */
export const PATIENT = { answerWithinMs: 60_000 };

/** A connection like that of a process, closed after the test or the file. */
export async function connectTo(
  url: string,
  options: { answerWithinMs?: number } = PATIENT,
): Promise<TestConnection> {
  const address = parseRedisUrl(url);
  if (address === undefined) throw new Error('not an address of Redis');
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const redis = await openRedis({ address, log, ...options });
  atEnd(() => redis.close());
  const logged = () =>
    lines.map((line) => {
      const { msg, reason } = JSON.parse(line) as { msg: string; reason?: string };
      return reason === undefined ? msg : `${msg} (${reason})`;
    });
  return { redis, logged };
}

/** A server for the tests of a file, and a connection to it like that of a process; both are there once the tests run. */
export function useRedis(): { readonly server: RedisServer; readonly redis: RedisConnection } {
  const used = {} as { server: RedisServer; redis: RedisConnection };
  beforeAll(async () => {
    used.server = await startRedis();
    used.redis = (await connectTo(used.server.url)).redis;
    return () => used.server.stop();
  });
  return used;
}

/** The same server with keys that no other test has. */
export function apart({ run }: Pick<RedisConnection, 'run'>): Pick<RedisConnection, 'run'> {
  const prefix = `${randomUUID()}:`;
  return {
    run: (script, keys, args) =>
      run(
        script,
        keys.map((key) => prefix + key),
        args,
      ),
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RedisAddress } from '../../settings/redis-url.ts';
import type { RedisClient } from './client.ts';
import { openMaster, probe } from './open-master.ts';
import { createOutageLog } from './outage-log.ts';
import type { Script } from './scripts.ts';

/** The connection to Redis, which recovers by itself. */
export type RedisConnection = {
  /**
   * Runs a script on keys with our prefix. Undefined, within 50 milliseconds, if Redis is away: it cannot be reached, is
   * late, or refuses. Once it is known to be away, undefined at once. Undefined too if the script has an error.
   */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** Whether Redis answers now. */
  check(): Promise<boolean>;
  close(): Promise<void>;
};

export type RedisOptions = {
  readonly address: RedisAddress;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long an answer may take before Redis is taken to be away. */
  readonly answerWithinMs?: number;
};

export const PREFIX = 'site-traffic:';
/** A decision takes 50 milliseconds at most. */
export const ANSWER_WITHIN_MS = 40;
const RETRY_MS = 500;
const CLOSE_WITHIN_MS = 200;

/** Resolves after the first attempt to connect, whether it succeeded or not. */
export async function openRedis(options: RedisOptions): Promise<RedisConnection> {
  const connector = createConnector(options);
  await connector.connect();

  async function use<Answer>(work: (client: RedisClient) => Promise<Answer>): Promise<Answer | undefined> {
    const client = connector.client();
    try {
      return client && (await work(client));
    } catch (error) {
      if (isOfScript(error)) connector.blame(error);
      else connector.lose(client, error);
      return undefined;
    }
  }

  return {
    run: (script, keys, args) =>
      use((client) =>
        client.run(
          script,
          keys.map((key) => PREFIX + key),
          args.map(String),
        ),
      ),
    check: async () => (await use((client) => probe(client, PREFIX).then(() => true))) ?? false,
    close: () => connector.close(),
  };
}

/**
 * Whether the script itself is wrong. What Redis answers to a command in it, such as READONLY, names the line in another
 * form, in Redis 6 too.
 */
function isOfScript(error: unknown): boolean {
  return error instanceof Error && /\buser_script:\d+: /.test(error.message);
}

type Connector = {
  /** Undefined while Redis is away. */
  client(): RedisClient | undefined;
  /** Tries once, and goes on in the background until it has succeeded. */
  connect(): Promise<void>;
  /** Gives up a client that failed, and connects again. */
  lose(client: RedisClient | undefined, cause: unknown): void;
  /** Keeps a client in which a script of ours failed. */
  blame(cause: unknown): void;
  close(): Promise<void>;
};

function createConnector({ address, log, answerWithinMs = ANSWER_WITHIN_MS }: RedisOptions): Connector {
  const outages = createOutageLog(address, log);
  const closing = new AbortController();
  let current: RedisClient | undefined;

  async function connect(): Promise<void> {
    try {
      const opened = await openMaster(address, { prefix: PREFIX, answerWithinMs, onLost: lose });
      if (closing.signal.aborted) {
        opened.destroy();
        return;
      }
      current = opened;
      outages.connected();
    } catch (error) {
      outages.away(error);
      void connectLater();
    }
  }

  async function connectLater(): Promise<void> {
    await delay(RETRY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    if (!closing.signal.aborted) await connect();
  }

  function lose(client: RedisClient | undefined, cause: unknown): void {
    if (client === undefined || client !== current) return;
    current = undefined;
    client.destroy();
    outages.away(cause);
    void connect();
  }

  return {
    client: () => current,
    connect,
    lose,
    blame: (cause) => {
      outages.scriptFailed(cause);
    },
    async close() {
      closing.abort();
      const last = current;
      current = undefined;
      if (last === undefined) return;
      await Promise.race([last.close(), delay(CLOSE_WITHIN_MS)]);
      last.destroy();
    },
  };
}

import { type RedisFunctions, type RedisModules, type RedisScripts, createClient } from '@redis/client';
import type { RedisAddress, RedisNode } from '../../settings/redis-url.ts';
import type { Script } from './scripts.ts';

/** One connection to a server. What fails on it, or is late, rejects; it never connects again. */
export type RedisClient = {
  /** Runs a script, which the server may have forgotten. */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /** The address of the master of that name, from a Sentinel; undefined if it knows none. */
  findMaster(name: string): Promise<RedisNode | undefined>;
  /** Waits for the answers that are under way, then closes the connection. */
  close(): Promise<void>;
  /** Breaks the connection, and rejects what is under way. */
  destroy(): void;
};

type Access = Pick<RedisAddress, 'tls' | 'username' | 'password' | 'database'>;

/** How long connecting may take, with TLS and authentication. */
const CONNECT_WITHIN_MS = 1_000;
/**
 * An answer is awaited in several short waits, so that a pause of this process, in which it reads no answers, counts as
 * one of them and does not pass for a pause of the server.
 */
const WAITS = 4;

type Watching = {
  /** How long an answer may take. */
  readonly answerWithinMs: number;
  /** Called when the connection ends, unless we ended it. */
  readonly onLost: (cause: unknown) => void;
};

/** Connects to a server, or rejects within a second. */
export async function openClient(
  { host, port }: RedisNode,
  { tls, username, password, database }: Access,
  { answerWithinMs, onLost }: Watching,
): Promise<RedisClient> {
  const waiting = { connectTimeout: CONNECT_WITHIN_MS, reconnectStrategy: false } as const;
  const socket = { host, port, ...waiting, ...(tls && { tls: true as const }) };
  const options = {
    socket,
    database,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    RESP: 2,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    clientInfoTag: 'site-traffic',
    commandOptions: { timeout: 0 }, // it would count the time until a command is sent
  } as const;
  const client = createClient<RedisModules, RedisFunctions, RedisScripts, 2>(options).on('error', onLost);
  await connectWithin(client);
  client.unref(); // what serves keeps the process alive, not its limits

  async function runScript({ text, sha1 }: Script, rest: readonly string[]): Promise<unknown> {
    try {
      return await client.sendCommand(['EVALSHA', sha1, ...rest]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.sendCommand(['EVAL', text, ...rest]);
    }
  }

  return {
    run: (script, keys, args) =>
      answered(answerWithinMs, runScript(script, [String(keys.length), ...keys, ...args])),
    async findMaster(name) {
      const asked = client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]);
      const found = await answered(answerWithinMs, asked);
      return Array.isArray(found) ? { host: String(found[0]), port: Number(found[1]) } : undefined;
    },
    close: () => client.close(),
    destroy: () => {
      client.destroy();
    },
  };
}

type Connecting = { connect(): Promise<unknown>; destroy(): void };

/** A server that accepts a connection and says nothing would let this wait for ever. */
async function connectWithin(client: Connecting): Promise<void> {
  const connecting = client.connect();
  const deadline = AbortSignal.timeout(CONNECT_WITHIN_MS);
  await new Promise<void>((resolve, reject) => {
    deadline.addEventListener('abort', () => {
      reject(new Error('no answer to the connection'));
    });
    connecting.then(() => {
      resolve();
    }, reject);
  }).catch((error: unknown) => {
    client.destroy();
    // It may still connect: what was destroyed before had no socket yet.
    connecting.then(
      () => {
        client.destroy();
      },
      () => undefined,
    );
    throw error;
  });
}

function answered<Answer>(withinMs: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let waits = 0;
    let timer = setTimeout(wait, withinMs / WAITS);
    function wait(): void {
      waits += 1;
      if (waits < WAITS) timer = setTimeout(wait, withinMs / WAITS);
      else reject(new Error('no answer'));
    }
    answer
      .finally(() => {
        clearTimeout(timer);
      })
      .then(resolve, reject);
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RedisClientType, createClient } from '@redis/client';
import { freePort } from './free-port.ts';
import { findProgram } from './programs.ts';

export type RedisServer = {
  readonly url: string;
  readonly port: number;
  /** A connection of the test's own. */
  readonly client: RedisClientType;
  /** SIGSTOP makes it hang: it accepts connections and does not answer. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Ends the server at once. */
  readonly stop: () => Promise<void>;
};

type RedisOptions = {
  /** By default a free one. */
  readonly port?: number;
  readonly args?: readonly string[];
  /** The lines of its file of settings, which a Sentinel needs. */
  readonly settings?: readonly string[];
  /** Of the test's own connection; by default only the address. */
  readonly access?: Parameters<typeof createClient>[0];
};

const START_WITHIN_MS = 30_000;
const PORTS_TRIED = 3;

/** Whether the server program is installed. */
export function hasRedis(): boolean {
  return findProgram('redis-server') !== undefined;
}

/** Ends the server when its input closes, which happens however our process ends. */
const SCRIPT =
  'folder=$1; shift; redis-server "$@" >"$folder/log" & echo $!; read -r _; kill -9 $!; rm -rf "$folder"';

/** Starts a Redis server that stores nothing. It goes with this process, however that ends. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  for (let tried = 1; tried <= PORTS_TRIED; tried += 1) {
    const started = await tryPort(options.port ?? (await freePort()), options);
    if (started) return started;
  }
  throw new Error('Redis did not start; it is required in CI: install redis-server');
}

async function tryPort(port: number, options: RedisOptions): Promise<RedisServer | undefined> {
  const { args = [], settings = [], access } = options;
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-redis-'));
  const file = join(folder, 'redis.conf');
  writeFileSync(file, settings.map((line) => `${line}\n`).join(''));
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', folder, file, ...own, '--save', '', ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [printed] = (await once(guard.stdout, 'data')) as [Buffer];
  const pid = Number(printed.toString());
  const client = createClient({ socket: { host: '127.0.0.1', port }, ...access }).on(
    'error',
    () => undefined,
  ) as RedisClientType;
  guard.unref();
  for (const stream of [guard.stdin, guard.stdout]) if (stream instanceof Socket) stream.unref();

  async function stop(): Promise<void> {
    client.destroy();
    await end(guard);
    rmSync(folder, { recursive: true, force: true });
  }
  if (await becomesReady(client, pid)) {
    return {
      url: `redis://127.0.0.1:${port}`,
      port,
      client,
      signal: (signal) => process.kill(pid, signal),
      stop,
    };
  }
  await stop();
  return undefined;
}

/** Whether the server on the port is ours. */
async function becomesReady(client: RedisClientType, pid: number): Promise<boolean> {
  const deadlineMs = performance.now() + START_WITHIN_MS;
  void client.connect().catch(() => undefined);
  while (performance.now() < deadlineMs) {
    if (client.isReady) return (await client.info('server')).includes(`process_id:${pid}\r`);
    await delay(5);
  }
  return false;
}

async function end(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return;
  const ended = once(guard, 'exit');
  guard.ref();
  guard.stdin?.end();
  await ended;
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Cluster, withClient } from './cluster.ts';
import { freePort } from '../support/free-port.ts';
import { BENCH_FOLDER, PRODUCT } from './paths.ts';

export const SERVER_NAMES = [
  'product',
  'other product',
  'fastify-kysely',
  'node-http-pg',
  'mercurius-jit',
  'apollo',
  'product on Node 22',
  'postgraphile',
] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

export type BenchServer = {
  readonly name: ServerName;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
};

/** A database and a server on it. */
export type ServedDatabase = { readonly databaseUrl: string; readonly server: BenchServer };

/** One whose CPU time counts, with a folder for files. */
export type MeasuredDatabase = ServedDatabase & { readonly postgresPid: number; readonly folder: string };

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 5_000;
const NODE_22 = join(BENCH_FOLDER, 'node_modules/node/bin/node');

export type StartOptions = {
  /** The product's command line, if it is that of another folder. */
  readonly product?: string;
  /** The path to request until the server responds, whatever the response is. */
  readonly path?: string;
  /** Settings in addition to those that all servers have. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Starts a server on the database and waits until it responds. */
export async function startServer(
  name: ServerName,
  databaseUrl: string,
  { product, path = '/health/live', settings = {} }: StartOptions = {},
): Promise<BenchServer> {
  const port = await freePort();
  const [node, ...args] = commandOf(name, product);
  for (const file of [node, args[0]]) {
    if (!existsSync(file)) throw new Error(`${name} needs ${file}, which is not there`);
  }
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...settings,
  };
  // Errors go to the stderr of the bench. Its stdout is for the tables.
  const child = spawn(node, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const server = { name, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stop(child) };
  try {
    await becomesReady(child, server.url + path);
  } catch (error) {
    await server.stop();
    throw new Error(`${name} did not answer`, { cause: error });
  }
  return server;
}

/** Creates a database in the cluster, with the product's tables, and returns its address. */
export async function createDatabase(cluster: Cluster, name: string): Promise<string> {
  await withClient(cluster.url('postgres'), (client) => client.query(`create database ${name}`));
  const env = { PATH: process.env['PATH'], DATABASE_URL: cluster.url(name) };
  await promisify(execFile)(process.execPath, [PRODUCT, 'migrate'], { env });
  return cluster.url(name);
}

/** The Node.js that a server runs on. */
export async function nodeVersion(name: ServerName): Promise<string> {
  const { stdout } = await promisify(execFile)(commandOf(name)[0], ['--version']);
  return stdout.trim();
}

/** PostGraphile needs Node 22, so the product runs on Node 22 too when they are compared. */
function commandOf(
  name: ServerName,
  product = PRODUCT,
): readonly [node: string, script: string, ...args: string[]] {
  switch (name) {
    case 'product':
    case 'other product':
      return [process.execPath, product, 'serve'];
    case 'product on Node 22':
      return [NODE_22, product, 'serve'];
    case 'postgraphile':
      return [NODE_22, peer(name)];
    case 'fastify-kysely':
    case 'node-http-pg':
    case 'mercurius-jit':
    case 'apollo':
      return [process.execPath, peer(name)];
  }
}

function peer(name: ServerName): string {
  return join(BENCH_FOLDER, 'dist/peers', `${name}.js`);
}

/** Any response will do, because not every server has the path. */
async function becomesReady(child: ChildProcess, url: string): Promise<void> {
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      return;
    } catch (error) {
      if (hasEnded(child) || performance.now() > deadlineMs) throw error;
      await delay(5);
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(deadline);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

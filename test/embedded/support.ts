import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { EmbeddedDatabase, EmbeddedOptions } from '../../src/embedded/embedded-database.ts';
import { copyDataFolder } from '../support/migrated-folder.ts';
import { QUICK_WASM } from '../support/quick-wasm.ts';

type EmbeddedModule = typeof import('../../src/embedded/embedded-database.ts');

export type Embedded = EmbeddedModule & {
  /** The module, for child processes to import. */
  readonly url: string;
  /** A data folder with a database: it opens in a fraction of the time that a new one takes. */
  readonly folder: string;
  /** Opens a data folder, by default the one above, until the test ends. */
  readonly open: (options: EmbeddedOptions, folder?: string) => Promise<EmbeddedDatabase>;
  readonly remove: () => void;
};

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/site-traffic', import.meta.url));

/** Builds the embedded database from its current sources, so that child processes and worker threads can load it. */
export async function buildEmbedded(): Promise<Embedded> {
  mkdirSync(CACHE, { recursive: true });
  const outdir = mkdtempSync(`${CACHE}/embedded-`);
  await build({
    entryPoints: ['embedded-database', 'worker'].map((name) =>
      fileURLToPath(new URL(`../../src/embedded/${name}.ts`, import.meta.url)),
    ),
    outdir,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
  });
  copyFileSync('dist/current/seed.tgz', `${outdir}/seed.tgz`);
  const url = pathToFileURL(`${outdir}/embedded-database.js`).href;
  const embedded = (await import(/* @vite-ignore */ url)) as EmbeddedModule;
  const parent = mkdtempSync(`${tmpdir()}/embedded-test-`);
  const folder = `${parent}/data`;
  await copyDataFolder(inject('migratedFolder'), folder);
  const open = async (options: EmbeddedOptions, path = folder) => {
    const database = await embedded.openEmbeddedDatabase(path, options);
    onTestFinished(() => database.close());
    return database;
  };
  const remove = () => {
    for (const path of [outdir, parent]) rmSync(path, { recursive: true });
  };
  return { ...embedded, url, folder, open, remove };
}

/** A temporary folder, removed when the running test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/embedded-test-`);
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The options with which pg connects to an embedded database. */
export function at(host: string): pg.ClientConfig {
  return { host, port: 5432, user: 'postgres', database: 'postgres' };
}

/** A connected client, closed when the test ends. A lost connection raises no uncaught error. */
export async function newClient(host: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ ...at(host), ...config });
  client.on('error', () => undefined);
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

export function newPool(host: string, max: number): pg.Pool {
  const pool = new pg.Pool({ ...at(host), max });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  onTestFinished(() => pool.end());
  return pool;
}

/** The rows of a query, on a new connection. */
export async function ask(host: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(at(host));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<pg.QueryResultRow>(text)).rows;
  } finally {
    await client.end();
  }
}

export type Fixture = {
  readonly pid: number;
  /** The values it has printed so far, one from each line. */
  readonly said: readonly unknown[];
  /** The next value it prints. Rejects if it ends without printing another. */
  next(): Promise<unknown>;
  /** Kills it with SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** Closes its input, and waits until it has ended by itself. */
  finish(): Promise<void>;
};

/** Starts a program of ./fixtures in another process, which is killed when the test ends. */
export function startFixture(name: string, ...args: string[]): Fixture {
  const program = fileURLToPath(new URL(`./fixtures/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [...QUICK_WASM, program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const said: unknown[] = [];
  let silent = false;
  let wake: () => void = () => undefined;
  createInterface({ input: child.stdout })
    .on('line', (line) => {
      if (line.endsWith('}')) said.push(JSON.parse(line)); // a kill may cut a line
      wake();
    })
    .on('close', () => {
      silent = true;
      wake();
    });
  const end = async (how: () => void) => {
    how();
    await ended;
  };
  const kill = () => end(() => child.kill('SIGKILL'));
  onTestFinished(kill);
  let taken = 0;
  return {
    pid: child.pid ?? Number.NaN,
    said,
    next: async () => {
      while (said.length === taken && !silent) await new Promise<void>((resolve) => (wake = resolve));
      if (said.length === taken) throw new Error(`${name} ended`);
      return said[taken++];
    },
    kill,
    finish: () => end(() => child.stdin.end()),
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { build } from 'esbuild';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { EmbeddedDatabase, EmbeddedOptions } from '../../src/embedded/embedded-database.ts';

type EmbeddedModule = typeof import('../../src/embedded/embedded-database.ts');

export type Embedded = EmbeddedModule & {
  /** What a child process imports. */
  readonly url: string;
  /** A data folder that holds a database: opening it takes a fraction of a first start. */
  readonly folder: string;
  /** Opens a folder, the one above by default, until the test ends. */
  readonly open: (options: EmbeddedOptions, folder?: string) => Promise<EmbeddedDatabase>;
  readonly remove: () => void;
};

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/site-traffic', import.meta.url));

/** The embedded database built from the sources of this moment, as child processes and worker threads can load it. */
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
  writeFileSync(`${outdir}/seed.tgz`, await seed());
  const url = pathToFileURL(`${outdir}/embedded-database.js`).href;
  const embedded = (await import(/* @vite-ignore */ url)) as EmbeddedModule;
  const folder = mkdtempSync(`${tmpdir()}/embedded-test-`);
  await (await embedded.openEmbeddedDatabase(folder, { waitMs: 0 })).close();
  const open = async (options: EmbeddedOptions, path = folder) => {
    const database = await embedded.openEmbeddedDatabase(path, options);
    onTestFinished(() => database.close());
    return database;
  };
  const remove = () => {
    for (const path of [outdir, folder]) rmSync(path, { recursive: true });
  };
  return { ...embedded, url, folder, open, remove };
}

/** initdb takes seconds: its result is kept for all files and runs. */
async function seed(): Promise<Buffer> {
  const { version } = JSON.parse(
    readFileSync(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const kept = `${CACHE}/seed-${version}.tgz`;
  if (!existsSync(kept)) {
    const database = await PGlite.create();
    const dump = await database.dumpDataDir('gzip');
    await database.close();
    const unfinished = `${kept}.${process.pid}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    renameSync(unfinished, kept);
  }
  return readFileSync(kept);
}

/** A folder of the running test's own, removed when it ends. */
export function newFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/embedded-test-`);
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Where pg finds an embedded database. */
export function at(host: string): pg.ClientConfig {
  return { host, port: 5432, user: 'postgres', database: 'postgres' };
}

/** A connected client, closed when the test ends. Losing its connection is no uncaught error. */
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

/** What a query answers, on a connection of its own. */
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
  /** What it has said so far: one value for each line it printed. */
  readonly said: readonly unknown[];
  /** The next thing it says. Rejects when it ends without saying any more. */
  next(): Promise<unknown>;
  /** Kills it as kill -9 does, and waits until it is gone. */
  kill(): Promise<void>;
  /** Closes its input, and waits until it has ended in good order. */
  finish(): Promise<void>;
};

/** Another process, running a program of ./fixtures. Killed when the test ends. */
export function startFixture(name: string, ...args: string[]): Fixture {
  const program = fileURLToPath(new URL(`./fixtures/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
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

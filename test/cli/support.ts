import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { readConfig } from '../../src/settings/config.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { openEmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { atEnd } from '../support/at-end.ts';
import { copyDataFolder } from '../support/migrated-folder.ts';
import { QUICK_WASM } from '../support/quick-wasm.ts';

export type Ran = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };

export type Serving = {
  readonly url: string;
  readonly pid: number;
  readonly stderr: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code, or with null when a signal ended the process. */
  readonly ended: Promise<number | null>;
};

export type CommandLine = {
  /** A temporary folder for the file's tests. */
  readonly folder: string;
  /** The data folder of the commands. It does not exist before a command, or one of the next two functions, makes it. */
  readonly dataDir: string;
  /** Fills the data folder with a migrated database. */
  readonly makeMigrated: () => Promise<void>;
  /**
   * Does the same and keeps the database open until the file ends. The commands are then its guests, and take a tenth of
   * the time they take to open the database themselves.
   */
  readonly holdMigrated: () => Promise<Database>;
  /** Runs a command to its end, in this process: a process of its own costs a quarter of a second. */
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  readonly runWith: (given: Given, ...args: readonly string[]) => Promise<Ran>;
  /** Runs a command with --json: the value it printed, or everything about how it failed. */
  readonly ask: (...args: readonly string[]) => Promise<unknown>;
  /** Runs the built program to its end, for promises that only a process can keep. */
  readonly runBuilt: (given: Given, ...args: readonly string[]) => Promise<Ran>;
  /** Starts the built program. It is killed after the file. */
  readonly begin: (given: Pick<Given, 'env'>, ...args: readonly string[]) => ChildProcessWithoutNullStreams;
  /** Starts the built program with `serve` or `start`, and resolves once it has printed its address. */
  readonly serve: (...args: readonly string[]) => Promise<Serving>;
  /** The same, with variables of the environment. */
  readonly serveWith: (env: NodeJS.ProcessEnv, ...args: readonly string[]) => Promise<Serving>;
};

/** For expect.poll: a command costs more than a query, and a process needs the CPU for what the poll waits for. */
export const SELDOM = { interval: 100 };

type Given = {
  readonly stdin?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** What a command in this process takes for the current time. */
  readonly now?: string;
  readonly stop?: AbortSignal;
  /** How commands are typed. */
  readonly command?: string;
};

/** The command line on a data folder of the file's own, without any other setting. */
export function useCommandLine(): CommandLine {
  const folder = join(tmpdir(), `site-traffic-cli-${randomUUID()}`);
  const dataDir = join(folder, 'data');
  const running = new Set<ChildProcess>();
  const atLast: (() => Promise<void>)[] = [];
  // in a hook, since a file whose tests are all skipped does not clean up
  beforeAll(() => mkdirSync(folder, { mode: 0o700 }));
  afterAll(async () => {
    await Promise.all([...running].map(endAtOnce));
    for (const close of atLast) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function holdMigrated(): Promise<Database> {
    await copyDataFolder(inject('migratedFolder'), dataDir);
    const embedded = await openEmbeddedDatabase(dataDir, { waitMs: 0 });
    const connection = { socketFolder: embedded.host };
    const db = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000 });
    atLast.push(
      () => db.destroy(),
      () => embedded.close(),
    );
    return db;
  }

  function begin({ env = {} }: Given, ...args: readonly string[]): ChildProcessWithoutNullStreams {
    const { PATH, TMPDIR } = process.env;
    const child = spawn(process.execPath, [...QUICK_WASM, 'dist/cli.js', ...args], {
      env: { PATH, TMPDIR, DATA_DIR: dataDir, ...env },
    });
    running.add(child);
    child.on('exit', () => running.delete(child));
    return child;
  }

  async function runBuilt(given: Given, ...args: readonly string[]): Promise<Ran> {
    const child = begin(given, ...args);
    child.stdin.on('error', () => undefined); // it may end without reading
    child.stdin.end(given.stdin ?? '');
    return finish(child);
  }

  async function runWith(
    { stdin = '', env = {}, now, stop, command = 'site-traffic' }: Given,
    ...args: readonly string[]
  ): Promise<Ran> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const printed = Promise.all([text(stdout), text(stderr)]);
    const exitCode = await run(args, {
      readConfig: () => readConfig({ DATA_DIR: dataDir, ...env }),
      now: () => (now === undefined ? Date.now() : Date.parse(now)),
      stdin: () => Readable.from([Buffer.from(stdin)]),
      ...{ stdout, stderr },
      command,
      stopSignal: () => stop ?? new AbortController().signal,
    });
    for (const stream of [stdout, stderr]) stream.end();
    const [out, err] = await printed;
    return { exitCode, stdout: out, stderr: err };
  }

  return {
    folder,
    dataDir,
    makeMigrated: () => copyDataFolder(inject('migratedFolder'), dataDir),
    holdMigrated,
    runWith,
    runBuilt,
    run: (...args) => runWith({}, ...args),
    async ask(...args) {
      const ran = await runWith({}, ...args, '--json');
      return ran.exitCode === 0 ? (JSON.parse(ran.stdout) as unknown) : ran;
    },
    begin,
    serve: async (...args) => awaitAddress(begin({}, ...args, '--port', '0')),
    serveWith: async (env, ...args) => awaitAddress(begin({ env }, ...args, '--port', '0')),
  };
}

/** Waits until a command ends: everything it wrote, and its exit code. */
export async function finish(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exitOf(child),
  ]);
  return { exitCode, stdout, stderr };
}

/** Resolves once the text of the stream so far matches the pattern; rejects if the stream ends without a match. */
export async function untilMatch(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<RegExpExecArray> {
  let seen = '';
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      const match = pattern.exec(seen);
      if (match) resolve(match);
    });
    stream.on('end', () => {
      reject(new Error(`ended without ${String(pattern)}: ${seen}`));
    });
  });
}

/** A server that was begun, once it has printed its address. */
export async function awaitAddress(child: ChildProcessWithoutNullStreams): Promise<Serving> {
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = exitOf(child);
  const [url] = await untilMatch(child.stdout, /http:\/\/[\d.]+:\d+(?=\s|")/);
  return { url, pid: child.pid ?? 0, stderr: () => stderr, kill: (signal) => child.kill(signal), ended };
}

/** Stops a server gracefully. */
export async function stopServing({ kill, ended }: Pick<Serving, 'kill' | 'ended'>): Promise<void> {
  kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** The database in a data folder that a server owns, until the running test ends. */
export async function openBeside(dataDir: string): Promise<Database> {
  const embedded = await openEmbeddedDatabase(dataDir, { waitMs: 1_000 });
  expect(embedded.owner).toBe(false);
  const connection = { socketFolder: embedded.host };
  const db = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 1 });
  atEnd(() => db.destroy());
  return db;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode;
}

async function endAtOnce(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, vi } from 'vitest';

export type Ran = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };

export type Serving = {
  readonly url: string;
  readonly stderr: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code, or with null when a signal ended the process. */
  readonly ended: Promise<number | null>;
};

export type CommandLine = {
  /** A folder of the test's own, removed after the file. */
  readonly folder: string;
  readonly dataDir: string;
  /** Runs a command to its end. */
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  readonly runWith: (given: Given, ...args: readonly string[]) => Promise<Ran>;
  /** Runs a command with --json; the value it printed, or the whole of how it ended when it failed. */
  readonly ask: (...args: readonly string[]) => Promise<unknown>;
  readonly begin: (given: Pick<Given, 'env'>, ...args: readonly string[]) => ChildProcessWithoutNullStreams;
  /** Runs `serve` or `start` until its address is there; stopped after the file. */
  readonly serve: (...args: readonly string[]) => Promise<Serving>;
};

type Given = { readonly stdin?: string | Uint8Array; readonly env?: NodeJS.ProcessEnv };

/** Each command is a process, and a busy machine may take seconds to start one. */
const PATIENCE_MS = 120_000;

/** The built program on a data folder of its own, with no setting but that folder. */
export function useCommandLine(): CommandLine {
  vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-cli-'));
  const dataDir = join(folder, 'data');
  const running = new Set<ChildProcess>();
  afterAll(async () => {
    await Promise.all([...running].map(endAtOnce));
    rmSync(folder, { recursive: true, force: true });
  });

  function begin({ env = {} }: Given, ...args: readonly string[]): ChildProcessWithoutNullStreams {
    const { PATH, TMPDIR } = process.env;
    const child = spawn(process.execPath, ['dist/cli.js', ...args], {
      env: { PATH, TMPDIR, DATA_DIR: dataDir, ...env },
    });
    running.add(child);
    child.on('exit', () => running.delete(child));
    return child;
  }

  async function runWith(given: Given, ...args: readonly string[]): Promise<Ran> {
    const child = begin(given, ...args);
    child.stdin.on('error', () => undefined); // it may end without having read
    child.stdin.end(given.stdin ?? '');
    return finish(child);
  }

  return {
    folder,
    dataDir,
    runWith,
    run: (...args) => runWith({}, ...args),
    async ask(...args) {
      const ran = await runWith({}, ...args, '--json');
      return ran.exitCode === 0 ? (JSON.parse(ran.stdout) as unknown) : ran;
    },
    begin,
    serve: async (...args) => awaitAddress(begin({}, ...args, '--port', '0')),
  };
}

/** Everything a command wrote, and how it ended. */
export async function finish(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exitOf(child),
  ]);
  return { exitCode, stdout, stderr };
}

/** Resolves once the text of the stream so far matches; rejects with the text when the stream ends without. */
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

async function awaitAddress(child: ChildProcessWithoutNullStreams): Promise<Serving> {
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = exitOf(child);
  const [url] = await untilMatch(child.stdout, /http:\/\/[\d.]+:\d+(?=\s|")/);
  return { url, stderr: () => stderr, kill: (signal) => child.kill(signal), ended };
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

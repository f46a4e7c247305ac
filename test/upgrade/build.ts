import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A build of the product, on one database. */
export type Build = {
  /** Runs a command to its end: what it printed, and how long it took. Rejects if it fails. */
  run(...args: readonly string[]): Promise<{ readonly stdout: string; readonly tookMs: number }>;
  /** Starts a server on any free port. */
  serve(): Promise<Server>;
};

export type Server = {
  readonly url: string;
  /** Stops it gracefully. Rejects if it does not end as it should. */
  stop(): Promise<void>;
};

/** Builds a revision of the repository in a folder of its own, with the packages of its own lock file. */
export async function buildRevision(revision: string, folder: string): Promise<string> {
  mkdirSync(folder);
  await shell('git archive "$1" | tar -x -C "$2"', revision, folder);
  await shell('cd "$1" && npm ci --prefer-offline --no-audit --no-fund && npm run build', folder);
  return join(folder, 'dist/cli.js');
}

/** What a program says while it runs goes to stderr, since stdout is for the figures. */
async function shell(script: string, ...args: readonly string[]): Promise<void> {
  const child = spawn('sh', ['-ec', script, 'sh', ...args], { stdio: ['ignore', 2, 2] });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error(`failed: ${script}`);
}

/** The build whose command line is this file. */
export function openBuild(program: string, settings: Readonly<Record<string, string>>): Build {
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...settings };
  return {
    async run(...args) {
      const fromMs = performance.now();
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
      return { stdout, tookMs: performance.now() - fromMs };
    },
    async serve() {
      const child = spawn(process.execPath, [program, 'serve', '--port', '0'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      process.once('exit', () => child.kill('SIGKILL'));
      const ended = once(child, 'exit') as Promise<[number | null]>;
      for await (const line of createInterface(child.stdout)) {
        const [, url] = /^listening on (\S+)$/.exec(line) ?? [];
        if (url === undefined) continue;
        return { url, stop: () => stop(child.pid ?? 0, ended) };
      }
      throw new Error(`${program} does not serve`);
    },
  };
}

async function stop(pid: number, ended: Promise<[number | null]>): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(`a server ended with ${String(exitCode)}`);
}

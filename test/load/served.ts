import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { QUICK_WASM } from '../support/quick-wasm.ts';

/** A process of the built program that serves on a port of its own. */
export type Served = {
  readonly url: string;
  /** Its process id, which another start changes. */
  readonly pid: () => number;
  /** Sends a signal; SIGSTOP stalls it until SIGCONT. */
  readonly signal: (signal: NodeJS.Signals) => boolean;
  /** Ends it without any warning. */
  readonly kill: () => Promise<unknown>;
  /** Starts it again on its port, and waits until it listens. */
  readonly start: () => Promise<void>;
  /** Resident memory, in MB; 0 while it does not run. */
  readonly memoryMb: () => number;
  /** The last lines of its log. */
  readonly log: () => string;
  /** Stops it gracefully; resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
};

export type Environment = Readonly<Record<string, string>>;

/** Enough to find out why it did not start. */
const LOG_LENGTH = 4_000;
const START_WITHIN_MS = 120_000;

/** Starts `serve` and waits until it listens. It is killed when this process ends. */
export async function startServed(port: number, env: Environment): Promise<Served> {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let log = '';

  async function start(): Promise<void> {
    const { PATH, TMPDIR } = process.env;
    const own = spawn(process.execPath, [...QUICK_WASM, 'dist/cli.js', 'serve', '--port', String(port)], {
      env: { PATH, TMPDIR, LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = own;
    own.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-LOG_LENGTH)));
    running.add(own);
    own.once('exit', () => running.delete(own));
    await untilListening(url, () => !isRunning(own)).catch((error: unknown) => {
      throw new Error(`the process did not start: ${log}`, { cause: error });
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!isRunning(child)) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  await start();
  return {
    url,
    start,
    pid: () => child.pid ?? 0,
    signal: (signal) => child.kill(signal),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    memoryMb: () => (isRunning(child) ? memoryMb(child.pid ?? 0) : 0),
    log: () => log,
  };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function untilListening(url: string, hasEnded: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + START_WITHIN_MS;
  for (;;) {
    if (hasEnded()) throw new Error('it ended');
    if (performance.now() > deadlineMs) throw new Error(`it does not listen after ${START_WITHIN_MS} ms`);
    const isLive = await fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isLive) return;
    await delay(10);
  }
}

function memoryMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostSettings, RunningHost } from '../host.ts';

type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Ends it gracefully; SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
  /** Whether that signal goes to all of its processes, because the first only starts the others. */
  readonly endsAll?: boolean;
};

const START_WITHIN_MS = 120_000;
const PAUSE_MS = 20;

/** What tells the site of a test how to report its requests. */
export function environmentOf({ collector, isPlain, trustsProxy }: HostSettings): Record<string, string> {
  return {
    ...(collector && {
      SITE_TRAFFIC_URL: collector.url,
      SITE_TRAFFIC_SITE: collector.site,
      SITE_TRAFFIC_KEY: collector.key,
    }),
    ...(isPlain && { WITHOUT_SENDER: '1' }),
    ...(trustsProxy && { TRUST_PROXY: '1' }),
  };
}

/** Starts a server and waits until it answers. */
export async function startProgram({
  url,
  ...program
}: Program & { readonly url: string }): Promise<RunningHost> {
  const { child, failed, ...running } = beginProgram(program);
  await Promise.race([failed, untilAnswering(url, child, running.output)]);
  return { url, ...running };
}

/** Starts a program. It is killed with all its processes when this process ends. */
export function beginProgram(program: Program) {
  const { command, args, env = {}, cwd, stopSignal = 'SIGTERM', endsAll = false } = program;
  const { PATH, TMPDIR, HOME } = process.env;
  let output = '';
  const child = spawn(command, args, {
    cwd,
    env: { PATH, TMPDIR, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const first = child.pid ?? 0;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  alive.add(first);
  child.once('exit', () => alive.delete(first));
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  // whoever does not wait for it to start finds out in another way
  failed.catch(() => undefined);

  async function end(signal: NodeJS.Signals, pids: readonly number[]): Promise<void> {
    if (!isRunning(child)) return;
    const closed = once(child, 'close');
    for (const pid of pids) signalTo(pid, signal);
    await closed;
  }

  return {
    child,
    /** Rejects if it cannot be started. */
    failed,
    output: () => output,
    memoryMb: () => treeOf(first).reduce((sum, pid) => sum + memoryMbOf(pid), 0),
    stop: () => end(stopSignal, endsAll ? treeOf(first) : [first]),
    kill: () => end('SIGKILL', treeOf(first)),
  };
}

const alive = new Set<number>();
process.once('exit', () => {
  for (const first of alive) for (const pid of treeOf(first)) signalTo(pid, 'SIGKILL');
});

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

async function untilAnswering(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadlineMs = performance.now() + START_WITHIN_MS;
  while (isRunning(child) && performance.now() < deadlineMs) {
    const answers = await fetch(url, { method: 'HEAD', redirect: 'manual' }).then(
      // a proxy may answer before what is behind it
      ({ status }) => status < 502,
      () => false,
    );
    if (answers) return;
    await delay(PAUSE_MS);
  }
  throw new Error(`${child.spawnargs.join(' ')} does not answer at ${url}: ${output()}`);
}

/** A process and its descendants; a process group would lack those that made one of their own. On Linux only. */
function treeOf(pid: number): readonly number[] {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => treeOf(Number(child))))];
}

function memoryMbOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/** Nothing of a process that has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

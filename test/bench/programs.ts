import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { PRODUCT } from './paths.ts';
import { memoryMb } from './processes.ts';

/** The result of a program that has ended. */
export type Ran = {
  readonly stdout: string;
  /** From the start of the process until its end. */
  readonly tookMs: number;
  readonly highestMb: number;
};

/** Rejects unless all of these programs are installed. Debian's packages have the same names. */
export async function requirePrograms(names: readonly string[]): Promise<void> {
  const found = await Promise.all(names.map(isInstalled));
  const missing = names.filter((_, index) => found[index] === false).join(' ');
  if (missing !== '') throw new Error(`the bench needs ${missing}: apt-get install ${missing}`);
}

/** Runs one of the product's commands. */
export function runProduct(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  limitMs?: number,
): Promise<Ran> {
  return runProgram(process.execPath, [PRODUCT, ...args], settings, limitMs);
}

/** Runs a program with only PATH and these settings in its environment. Rejects if it fails, or is stopped at the limit. */
export async function runProgram(
  program: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  limitMs?: number,
): Promise<Ran> {
  const env = { PATH: process.env['PATH'], ...settings };
  const fromMs = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'], timeout: limitMs });
  const ended = once(child, 'exit').then(() => performance.now());
  const memory = watchMemory(child.pid ?? 0);
  try {
    const [stdout, endedMs] = await Promise.all([text(child.stdout), ended]);
    if (child.exitCode === 0) return { stdout, tookMs: endedMs - fromMs, highestMb: memory.highestMb() };
    throw new Error(`${program} ${args.join(' ')} ended with ${String(child.exitCode ?? child.signalCode)}`);
  } finally {
    memory.stop();
  }
}

async function isInstalled(name: string): Promise<boolean> {
  // wrk prints its version and then fails, because no address is given.
  const said = await promisify(execFile)(name, ['--version']).catch((error: unknown) => error as object);
  return !('code' in said && said.code === 'ENOENT');
}

const SAMPLE_EVERY_MS = 20;

/** The kernel keeps the peak for as long as the process lives. */
function watchMemory(pid: number): { readonly highestMb: () => number; readonly stop: () => void } {
  let highestMb = 0;
  const sampling = setInterval(() => {
    try {
      // a process that has ended but was not yet waited for has no memory
      highestMb = Math.max(highestMb, memoryMb(pid).highest || 0);
    } catch {
      clearInterval(sampling);
    }
  }, SAMPLE_EVERY_MS);
  return { highestMb: () => highestMb, stop: () => clearInterval(sampling) };
}

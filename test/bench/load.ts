import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BENCH_FOLDER } from './paths.ts';

export type LoadResult = {
  readonly requests: number;
  readonly durationUs: number;
  /** Responses with a status of 400 or above. */
  readonly refused: number;
  /** Failed connections, reads and writes, and responses that took too long. */
  readonly broken: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
};

export type Load = {
  readonly url: string;
  /** A file that `writeRequests` wrote. */
  readonly file: string;
  readonly connections: number;
  readonly seconds: number;
};

const run = promisify(execFile);
const LOOK_EVERY_MS = 20;

/**
 * Keeps the connections busy for a while: for `seconds`, or until `isEnough` says so. Rejects unless every response has a
 * status below 400.
 */
export async function applyLoad(
  { url, file, connections, seconds }: Load,
  isEnough?: () => boolean,
): Promise<LoadResult> {
  const script = join(BENCH_FOLDER, 'load.lua');
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script];
  const running = run('wrk', [...options, url, '--', file]);
  const looking = setInterval(() => {
    // wrk then ends as if its time were over
    if (isEnough?.() === true) running.child.kill('SIGINT');
  }, LOOK_EVERY_MS);
  const { stdout } = await running.finally(() => clearInterval(looking));
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as LoadResult;
  if (result.refused + result.broken > 0 || result.requests === 0) {
    throw new Error(`the load on ${url} did not go through: ${JSON.stringify(result)}`);
  }
  return result;
}

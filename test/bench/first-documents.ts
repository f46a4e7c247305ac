import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { BenchSite } from './dataset.ts';
import { BENCH_FOLDER } from './paths.ts';
import { writeRequests } from './request.ts';
import { daysOf, graphqlOverview } from './requests.ts';
import type { BenchServer } from './servers.ts';
import type { Pair } from './versus.ts';

export const FIRST_DOCUMENTS = 500;
const WARM_UP_DOCUMENTS = 8_000;
const STEADY_DOCUMENTS = 2_000;
const CONNECTIONS = 16;

/** Documents per second: `ours` of the first ones that a new server answers, `theirs` after many more. */
export async function measureFirstDocuments(
  server: BenchServer,
  crowd: readonly BenchSite[],
  folder: string,
): Promise<Pair> {
  const file = join(folder, 'requests-documents');
  writeRequests(
    file,
    crowd.map((site, index) => graphqlOverview(site, daysOf(7, index))),
  );
  const rateOf = async (documents: number) =>
    (documents / (await timeDocuments(server.url, file, documents))) * 1000;
  const ours = await rateOf(FIRST_DOCUMENTS);
  await rateOf(WARM_UP_DOCUMENTS);
  return { ours, theirs: await rateOf(STEADY_DOCUMENTS) };
}

/** Milliseconds from the first request until so many are answered, while all connections are kept busy. */
async function timeDocuments(url: string, file: string, documents: number): Promise<number> {
  const script = join(BENCH_FOLDER, 'count.lua');
  const options = ['-t1', `-c${CONNECTIONS}`, '-d60s', '-s', script, url, '--', file, String(documents)];
  const generator = spawn('wrk', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(generator, 'exit');
  try {
    return await timeBetween(generator.stdout, 'begin', 'end');
  } finally {
    generator.kill('SIGINT');
    await ended;
  }
}

async function timeBetween(output: Readable, begin: string, end: string): Promise<number> {
  let fromMs = NaN;
  for await (const line of createInterface(output)) {
    if (line === begin) fromMs = performance.now();
    if (line === end) return performance.now() - fromMs;
  }
  throw new Error(`the load generator ended without "${end}"`);
}

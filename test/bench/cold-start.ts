import { measureFirstDocuments } from './first-documents.ts';
import { type BenchServer, startServer } from './servers.ts';
import type { Stage } from './stage.ts';
import { median, spread } from './statistics.ts';
import { type Pair, type Versus, versusOf } from './versus.ts';

export type ColdStartResult = {
  readonly readyMs: number;
  readonly spread: readonly [least: number, most: number];
  /** Documents per second: `ours` of the first ones that a new process answers, `theirs` of later ones. */
  readonly firstDocuments: Versus;
};

export type ColdStartScale = {
  readonly starts: number;
  /** How many of the starts go on to answer documents. */
  readonly answering: number;
};

/** The time from starting the product until it reports that it is ready, and how fast it answers at first. */
export async function measureColdStart(
  { databaseUrl, dataset, folder }: Stage,
  { starts, answering }: ColdStartScale,
): Promise<ColdStartResult> {
  const times: number[] = [];
  const documents: Pair[] = [];
  for (let start = 0; start < starts; start += 1) {
    const { server, readyMs } = await startToReady(databaseUrl);
    times.push(readyMs);
    try {
      if (start < answering) documents.push(await measureFirstDocuments(server, dataset.crowd, folder));
    } finally {
      await server.stop();
    }
  }
  return { readyMs: median(times), spread: spread(times), firstDocuments: versusOf(documents) };
}

async function startToReady(databaseUrl: string): Promise<{ server: BenchServer; readyMs: number }> {
  const fromMs = performance.now();
  const server = await startServer('product', databaseUrl, { path: '/health/ready' });
  const { status } = await fetch(`${server.url}/health/ready`);
  const readyMs = performance.now() - fromMs;
  if (status === 200) return { server, readyMs };
  await server.stop();
  throw new Error(`the product answers ${status} to /health/ready`);
}

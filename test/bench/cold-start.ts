import { startServer } from './servers.ts';
import { median, spread } from './statistics.ts';

export type ColdStartResult = { readonly readyMs: number; readonly spread: readonly [number, number] };

const STARTS = 5;

/** The time from starting the product until it reports that it is ready. */
export async function measureColdStart(databaseUrl: string): Promise<ColdStartResult> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const fromMs = performance.now();
    const server = await startServer('product', databaseUrl, { path: '/health/ready' });
    const { status } = await fetch(`${server.url}/health/ready`);
    times.push(performance.now() - fromMs);
    if (status !== 200) throw new Error(`the product answers ${status} to /health/ready`);
    await server.stop();
  }
  return { readyMs: median(times), spread: spread(times) };
}

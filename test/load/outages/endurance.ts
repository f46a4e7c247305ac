import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { createCaller } from '../caller.ts';
import { type Memory, medianOf, memoryOf } from './memory.ts';
import { startMixedLoad } from './mixed-load.ts';
import type { Outage, OutageResult } from './outage.ts';
import type { OutageServer } from './server.ts';

const METRICS_PORT = String(await freePort());

/** One worker, since metrics are sums. */
const env = {
  ...{ WORKERS: '1', METRICS_PORT },
  ...{ PRO_REQUESTS_PER_MINUTE: '1000000', PRO_EVENTS_PER_MONTH: 'unlimited' },
};

const MINUTES = Number(process.env['ENDURANCE_MINUTES'] ?? 60);
/** A worker is busy with it for less than a tenth of the time. */
const PER_SECOND = 14;
const SAMPLE_MS = 5_000;
const PARTS = 12;
const MOST_GROWTH_MB = 5;
const CALL_WITHIN_MS = 30_000;

/** What a worker takes under a mixed load, twelfth by twelfth. It may not grow in the second half. */
export const endurance: Outage = { env, run };

async function run(server: OutageServer): Promise<OutageResult> {
  const account = await server.makeAccount();
  const caller = createCaller(CALL_WITHIN_MS);
  const [pid = 0] = server.workers();
  const load = startMixedLoad(server.url, account, caller, PER_SECOND);
  const parts: Part[] = [];
  for (let part = 0; part < PARTS; part++) {
    const seen = await sampleFor((MINUTES * 60_000) / PARTS, () => memoryOf(pid, METRICS_PORT));
    parts.push(seen);
    console.error(`${((part + 1) * MINUTES) / PARTS} minutes: ${lineOf(seen)}`);
  }
  await load.stop();
  caller.close();

  const growth = growthOf(parts.slice(PARTS / 2));
  const wrong = Object.entries(load.wrong()).map(
    ([what, count]) => `not answered as it should be: ${what}, ${count} times`,
  );
  const isSame = server.workers().includes(pid);
  return {
    figures: [
      ...parts.map((part, index) => [`minute ${((index + 1) * MINUTES) / PARTS}`, lineOf(part)] as const),
      ['requests', load.acted()],
      ['growth of the second half', `${growth.toFixed(1)} MB`],
    ],
    broken: [
      ...(growth > MOST_GROWTH_MB ? [`grew by more than ${MOST_GROWTH_MB} MB in the second half`] : []),
      ...(isSame ? [] : ['the worker was replaced']),
      ...wrong,
    ],
  };
}

/** The resident memory of most of the time, and the least that was in use of the heap: what could not be collected. */
type Part = { readonly residentMb: number; readonly keptMb: number };

async function sampleFor(ms: number, look: () => Promise<Memory>): Promise<Part> {
  const seen: Memory[] = [];
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) {
    seen.push(await look());
    await delay(SAMPLE_MS);
  }
  return {
    residentMb: medianOf(seen.map(({ resident }) => resident)),
    keptMb: Math.min(...seen.map(({ heap }) => heap)),
  };
}

function lineOf({ residentMb, keptMb }: Part): string {
  return `${residentMb.toFixed(1)} MB resident, ${keptMb.toFixed(1)} MB of the heap kept`;
}

function growthOf(parts: readonly Part[]): number {
  return (parts.at(-1)?.residentMb ?? 0) - (parts[0]?.residentMb ?? 0);
}

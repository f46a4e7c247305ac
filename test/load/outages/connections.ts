import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outage, OutageResult } from './outage.ts';
import { type Probe, type Seen, lineOf, probeFor } from './probe.ts';
import type { OutageServer } from './server.ts';

/** More than a reader asks in a minute. */
const env = { PRO_REQUESTS_PER_MINUTE: '1000000' };

const CONNECTIONS = 1_500;
const QUIET_MS = 5_000;
const STORM_MS = 15_000;

const STORM_ADDRESS = '127.0.0.2';

/** One address opens 1,500 connections at once, and asks on each of them without a pause, while another reads. */
export const connections: Outage = { env, run };

async function run(server: OutageServer): Promise<OutageResult> {
  const { key, siteId } = await server.makeAccount();
  const headers = { authorization: `Bearer ${key}` };
  const probes: Readonly<Record<string, Probe>> = {
    live: { path: '/health/live' },
    stats: { path: `/api/v1/sites/${siteId}/stats`, headers },
  };
  const quiet = await probeAll(server.url, probes, QUIET_MS);
  const endStorm = startStorm(server.url, key);
  const stormy = await probeAll(server.url, probes, STORM_MS);
  const { opened, answered } = await endStorm();
  return {
    figures: [
      ...Object.entries(quiet).map(([name, seen]) => [`${name}, quiet`, lineOf(seen)] as const),
      ...Object.entries(stormy).map(([name, seen]) => [`${name}, in the storm`, lineOf(seen)] as const),
      ['connections opened', opened],
      ['answers to the storm', answered],
    ],
    broken: [...Object.entries(quiet), ...Object.entries(stormy)]
      .filter(([, { asked, right }]) => right < asked)
      .map(([name, { asked, right }]) => `${name}: ${asked - right} of ${asked} requests failed`),
  };
}

async function probeAll(url: string, probes: Readonly<Record<string, Probe>>, forMs: number) {
  const seen = Object.entries(probes).map(async ([name, probe]): Promise<readonly [string, Seen]> => [
    name,
    await probeFor(url, probe, forMs),
  ]);
  return Object.fromEntries(await Promise.all(seen));
}

type Storm = { readonly opened: number; readonly answered: number };

/** The returned function ends the storm, and resolves with what it was. */
function startStorm(url: string, key: string): () => Promise<Storm> {
  const { port, hostname: host } = new URL(url);
  const request = `GET /api/v1/sites HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const workerData = { connections: CONNECTIONS, address: STORM_ADDRESS, host, port: Number(port), request };
  const thread = new Worker('./test/load/outages/storm.mjs', { workerData });
  return async () => {
    thread.postMessage('end');
    const [storm] = (await once(thread, 'message')) as [Storm];
    return storm;
  };
}

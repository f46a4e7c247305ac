import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from './client.ts';
import { type BenchSite, DECADE } from './dataset.ts';
import { applyLoad } from './load.ts';
import { memoryMb } from './processes.ts';
import { type PreparedRequest, writeRequests } from './request.ts';
import { formatDate, DAY_MS } from '../../src/domain/time.ts';
import { restTimeseries } from './requests.ts';
import type { BenchServer } from './servers.ts';
import { median, spread } from './statistics.ts';

export type StreamingResult = {
  readonly reader: 'fast' | 'slow';
  readonly megabytes: number;
  /** How long the response took. */
  readonly tookMs: number;
  /** The longest wait of another connection meanwhile, as the median of the runs. */
  readonly worstGapMs: number;
  readonly gapSpread: readonly [least: number, most: number];
  /** Its longest wait without a reader, which the machine itself causes. */
  readonly idleGapMs: number;
  /** Peak memory of the process, above its memory before. */
  readonly memoryMb: number;
};

/** As long as a reader takes, plus a little. */
const PROBED_SECONDS = { slow: 4, fast: 2 } as const;
const SLOW_READ_BYTES = 64 * 1024;
const SLOW_READ_EVERY_MS = 15;

type Read = { readonly bytes: number; readonly tookMs: number };

/** Streams ten years of hours to a fast and to a slow reader. The server is new and has warmed up. */
export async function measureStreaming(
  server: BenchServer,
  { decade, crowd }: { readonly decade: BenchSite; readonly crowd: readonly BenchSite[] },
  { runs, folder }: { readonly runs: number; readonly folder: string },
): Promise<readonly StreamingResult[]> {
  const days = { start: formatDate(DECADE.fromMs), end: formatDate(DECADE.untilMs - DAY_MS) };
  const series = restTimeseries(decade, days, 'hour');
  const warmUp = join(folder, 'requests-warm-up');
  writeRequests(
    warmUp,
    crowd.map((site) => restTimeseries(site, { start: '2026-06-01', end: '2026-06-30' })),
  );
  await applyLoad({ url: server.url, file: warmUp, connections: 16, seconds: 2 });

  const probe = createProbe(server, folder);
  const results: StreamingResult[] = [];
  for (const reader of ['slow', 'fast'] as const) {
    const beforeMb = memoryMb(server.pid).now;
    forgetHighest(server.pid);
    const gapsMs: number[] = [];
    const idleGapsMs: number[] = [];
    const reads: Read[] = [];
    for (let run = 0; run < runs; run += 1) {
      idleGapsMs.push(await probe(1));
      const probing = probe(PROBED_SECONDS[reader]);
      reads.push(await readSeries(server, series, reader));
      gapsMs.push(await probing);
    }
    results.push({
      reader,
      megabytes: median(reads.map(({ bytes }) => bytes)) / 1e6,
      tookMs: median(reads.map(({ tookMs }) => tookMs)),
      worstGapMs: median(gapsMs),
      gapSpread: spread(gapsMs),
      idleGapMs: median(idleGapsMs),
      memoryMb: memoryMb(server.pid).highest - beforeMb,
    });
  }
  return results;
}

/** Repeats a trivial request in a separate process, and returns the longest wait in ms. */
function createProbe(server: BenchServer, folder: string): (seconds: number) => Promise<number> {
  const file = join(folder, 'requests-probe');
  writeRequests(file, [{ path: '/health/live', key: '' }]);
  return async (seconds) =>
    (await applyLoad({ url: server.url, file, connections: 1, seconds })).maxUs / 1000;
}

async function readSeries(
  server: BenchServer,
  series: PreparedRequest,
  reader: StreamingResult['reader'],
): Promise<Read> {
  const client = createClient(server.url);
  const fromMs = performance.now();
  const response = await client.open(series);
  const bytes = reader === 'fast' ? await readAll(response) : await readSlowly(response);
  const tookMs = performance.now() - fromMs;
  client.close();
  if (response.statusCode !== 200) throw new Error(`the series answered ${String(response.statusCode)}`);
  return { bytes, tookMs };
}

async function readAll(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

/** About 4 MB a second: the socket's buffers fill up and the server has to wait. */
async function readSlowly(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  let taken = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes - taken < SLOW_READ_BYTES) continue;
    taken = bytes;
    await delay(SLOW_READ_EVERY_MS);
  }
  return bytes;
}

/** Resets the kernel's peak memory. */
function forgetHighest(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Host, RunningHost } from '../host.ts';
import { askPages, askSteadily, quantile } from './ask-pages.ts';

const PAIRS = 8;
const REQUESTS = 320;
/** 40 requests a second, or a tenth of what a slower site can do: else a run measures the queue before the processors. */
const EVERY_MS = 25;
const IDLENESS = 10;
const AT_FULL_SPEED = 500;

export type DelayFound = {
  /** Of a page that waits 10 ms, as for its database: with the sender, divided by without; the median of the pairs. */
  readonly p50: number;
  readonly p99: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What the sender adds to a page that does nothing, asked one after the other: the processor's time. */
  readonly addedUs: number;
};

type Headers = { readonly headers?: () => Readonly<Record<string, string>> };
type Sites = { readonly reporting: RunningHost; readonly plain: RunningHost; readonly headers: Headers };
type Pair = { readonly reporting: readonly number[]; readonly plain: readonly number[] };

/** Compares how fast a site answers with the sender and without it, in pairs of runs. */
export async function measureDelay(host: Host): Promise<DelayFound> {
  const collector = await startQuickCollector();
  const reporting = await host.start({
    collector: { url: collector.url, site: 'site_0123456789abcdef', key: 'k' },
  });
  const plain = await host.start({ isPlain: true });
  const sites = { reporting, plain, headers: host.front ? { headers: host.front.headers } : {} };
  try {
    const { plain: emptyMs } = await runQuickly(sites, 0);
    const everyMs = Math.max(EVERY_MS, median(emptyMs) * IDLENESS);
    const waiting = await inPairs(() => runSteadily(sites, everyMs));
    const empty = await inPairs((pair) => runQuickly(sites, pair));
    const at = (share: number) => ({
      ratio: median(waiting.map((pair) => quantile(pair.reporting, share) / quantile(pair.plain, share))),
      ms: median(waiting.map((pair) => quantile(pair.plain, share))),
    });
    const [half, most] = [at(0.5), at(0.99)];
    const addedMs = median(empty.map((pair) => median(pair.reporting) - median(pair.plain)));
    return { p50: half.ratio, p99: most.ratio, p50Ms: half.ms, p99Ms: most.ms, addedUs: addedMs * 1_000 };
  } finally {
    for (const running of [reporting, plain]) await running.kill();
    await collector.close();
  }
}

const median = (values: readonly number[]) => quantile(values, 0.5);

async function inPairs(run: (pair: number) => Promise<Pair>): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < PAIRS; pair++) pairs.push(await run(pair));
  return pairs;
}

/** A request to one site and to the other in turn, so that whatever else the machine does meets both. */
async function runSteadily({ reporting, plain, headers }: Sites, everyMs: number): Promise<Pair> {
  const ask = ({ url }: RunningHost) => askSteadily(`${url}/wait`, { count: REQUESTS, everyMs, ...headers });
  const between = delay(everyMs / 2);
  const [ours, others] = await Promise.all([ask(reporting), between.then(() => ask(plain))]);
  return { reporting: ours, plain: others };
}

/** One site after the other; the first in a pair is the second in the next. */
async function runQuickly({ reporting, plain, headers }: Sites, pair: number): Promise<Pair> {
  const ask = async ({ url }: RunningHost) => {
    const tookMs = await askPages(url, { from: 0, count: AT_FULL_SPEED, atOnce: 1, ...headers });
    // what the run leaves to be sent is not the next one's
    await delay(1_500);
    return tookMs;
  };
  if (pair % 2 === 0) return { reporting: await ask(reporting), plain: await ask(plain) };
  return { plain: await ask(plain), reporting: await ask(reporting) };
}

/** Answers at once that all was recorded. */
async function startQuickCollector() {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{"recorded":1,"passed_over":0}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What one probe saw: how many of its requests were answered as they should be, and in what time. */
export type Seen = {
  readonly asked: number;
  readonly right: number;
  readonly tookMs: readonly number[];
  /** How often each other answer came: a status, or the code of an error. */
  readonly others: Readonly<Record<string, number>>;
};

export type Probe = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The right status; 200 by default. */
  readonly status?: number;
  readonly pauseMs?: number;
};

/** The address from which probes come; whoever disturbs the service has another. */
export const PROBE_ADDRESS = '127.0.0.1';

const WITHIN_MS = 30_000;
const PAUSE_MS = 100;

/** Asks again and again, one request after the other on connections of their own, for a time. */
export async function probeFor(url: string, probe: Probe, forMs: number): Promise<Seen> {
  const untilMs = performance.now() + forMs;
  const tookMs: number[] = [];
  const others: Record<string, number> = {};
  let [asked, right] = [0, 0];
  while (performance.now() < untilMs) {
    const fromMs = performance.now();
    const came = await ask(url, probe);
    asked++;
    tookMs.push(performance.now() - fromMs);
    if (came === (probe.status ?? 200)) right++;
    else others[came] = (others[came] ?? 0) + 1;
    await delay(probe.pauseMs ?? PAUSE_MS);
  }
  return { asked, right, tookMs, others };
}

async function ask(url: string, { method = 'GET', path, headers, body }: Probe): Promise<number | string> {
  return new Promise((resolve) => {
    const options = { agent: false, localAddress: PROBE_ADDRESS, method, headers };
    const asking = request(url + path, options, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    asking.setTimeout(WITHIN_MS, () => asking.destroy(new Error('no answer')));
    asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asking.end(body);
  });
}

/** The share of right answers, the median and the longest time, in one line. */
export function lineOf({ asked, right, tookMs, others }: Seen): string {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  const rest = Object.entries(others).map(([what, count]) => `, ${what} ${count}`);
  return `${right} of ${asked} right${rest.join('')}; median ${at(0.5)} ms, longest ${at(1)} ms`;
}

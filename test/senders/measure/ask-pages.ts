import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

type Headers = () => Readonly<Record<string, string>>;

export type Asking = {
  /** Numbers of the pages /p/N, each asked once. */
  readonly from: number;
  readonly count: number;
  /** How many requests are under way at once. */
  readonly atOnce: number;
  readonly headers?: Headers;
};

/** Asks pages of a site as GPTBot does, and resolves with how long each answer took in milliseconds. Throws if one is not 200. */
export async function askPages(
  url: string,
  { from, count, atOnce, headers = () => ({}) }: Asking,
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const tookMs: number[] = [];
  let next = from;
  async function work(): Promise<void> {
    for (let page = next++; page < from + count; page = next++)
      tookMs.push(await timeOf(`${url}/p/${page}`, agent, headers()));
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  agent.destroy();
  return tookMs;
}

export type SteadyAsking = {
  readonly count: number;
  readonly everyMs: number;
  readonly headers?: Headers;
};

/** Asks one page at a steady rate, whether or not those before are answered; resolves and throws as `askPages` does. */
export async function askSteadily(
  url: string,
  { count, everyMs, headers = () => ({}) }: SteadyAsking,
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const asking = Array.from({ length: count }, async (_, number) => {
    await delay(number * everyMs);
    return timeOf(url, agent, headers());
  });
  const tookMs = await Promise.all(asking);
  agent.destroy();
  return tookMs;
}

async function timeOf(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<number> {
  const startedMs = performance.now();
  const status = await statusOf(url, agent, headers);
  if (status !== 200) throw new Error(`the site answered ${url} with ${status}`);
  return performance.now() - startedMs;
}

function statusOf(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { agent, headers: { host: 'example.org', 'user-agent': 'GPTBot/1.2', ...headers } },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    asking.once('error', reject);
    asking.end();
  });
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

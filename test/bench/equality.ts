import { inspect, isDeepStrictEqual } from 'node:util';
import { type ClientAnswer, type Client, createClient } from './client.ts';
import type { BenchServer, ServerName } from './servers.ts';
import type { Contestant, Workload } from './workloads.ts';

const SAMPLES = 60;

type Answered = { readonly answer: unknown; readonly limitHeaders: readonly string[] };

/**
 * Sends the same requests to all contestants of a workload. Rejects with the first difference in status, answer or
 * names of the rate-limit headers.
 */
export async function requireEqualAnswers(
  { name, product, rivals }: Workload,
  servers: ReadonlyMap<ServerName, BenchServer>,
): Promise<number> {
  const contestants = [product, ...rivals].map((contestant) => ({
    contestant,
    client: createClient(servers.get(contestant.server)?.url ?? ''),
  }));
  try {
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const [expected, ...others] = await Promise.all(
        contestants.map(({ contestant, client }) => answer(contestant, client, sample)),
      );
      others.forEach((given, index) => {
        if (isDeepStrictEqual(given, expected)) return;
        throw new Error(
          `${name}: ${rivals[index]?.name ?? ''} differs.\n${firstDifference(expected, given)}`,
        );
      });
    }
  } finally {
    for (const { client } of contestants) client.close();
  }
  return SAMPLES;
}

/** Spread over the requests, so that sites and ranges differ. */
async function answer(contestant: Contestant, client: Client, sample: number): Promise<Answered> {
  const { requests, requestsPerAnswer, read } = contestant;
  const answers = requests.length / requestsPerAnswer;
  const from = Math.floor((sample * answers) / SAMPLES) * requestsPerAnswer;
  const bodies: unknown[] = [];
  let limitHeaders: readonly string[] = [];
  for (const request of requests.slice(from, from + requestsPerAnswer)) {
    const given = await client.ask(request);
    if (given.status !== 200) throw new Error(`${contestant.name} answered ${given.status}: ${given.body}`);
    bodies.push(JSON.parse(given.body));
    limitHeaders = limitHeadersOf(given);
  }
  return { answer: read(bodies), limitHeaders };
}

function limitHeadersOf({ headers }: ClientAnswer): readonly string[] {
  return Object.keys(headers)
    .filter((name) => name.includes('ratelimit'))
    .sort();
}

function firstDifference(expected: unknown, given: unknown): string {
  const [left, right] = [expected, given].map((value) => lines(value));
  const at = left?.findIndex((line, index) => line !== right?.[index]) ?? 0;
  const excerpt = (texts?: readonly string[]) => texts?.slice(Math.max(0, at - 3), at + 5).join('\n');
  return `product:\n${String(excerpt(left))}\nrival:\n${String(excerpt(right))}`;
}

function lines(value: unknown): readonly string[] {
  return inspect(value, { depth: null, maxArrayLength: null, sorted: true, breakLength: 1 }).split('\n');
}

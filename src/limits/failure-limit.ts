import { LRUCache } from 'lru-cache';
import { forwardOnly } from './forward-clock.ts';
import { Hits } from './hits.ts';

/** The result of an attempt, or the whole seconds after which the client may make another. */
export type Attempted<Result> = { readonly result: Result } | { readonly retryAfterSeconds: number };

/**
 * Limits how many attempts of a client may fail in a sliding window. No window ever holds more failures, under any
 * concurrency: attempts that could be too many wait for the outcome of those under way.
 */
export type FailureLimit = {
  attempt<Result>(
    client: string,
    make: () => Promise<Result>,
    hasFailed: (result: Result) => boolean,
  ): Promise<Attempted<Result>>;
};

export type FailureLimitOptions = {
  /** Any clock in milliseconds; setting it back can lengthen a window but never shorten it. */
  readonly now: () => number;
  /** Failures of a client in a window. */
  readonly limit: number;
  /** Clients in memory, by default as many as MAX_BYTES hold. Beyond that, the one whose last attempt is the oldest starts afresh. */
  readonly maxClients?: number;
};

const WINDOW_MS = 60_000;

/** What the clients of one limit take at most, each with its name and twice as many places as it may have failures. */
const MAX_BYTES = 8_388_608;
const bytesOfClient = (limit: number) => 256 + 2 * 8 * limit;

type Client = {
  readonly failures: Hits;
  /** Attempts under way, each of which may fail. */
  underway: number;
  /** Resumes the attempts that wait, in their order. */
  readonly waiting: (() => void)[];
};

export function createFailureLimit(options: FailureLimitOptions): FailureLimit {
  const { now, limit, maxClients = Math.floor(MAX_BYTES / bytesOfClient(options.limit)) } = options;
  const clock = forwardOnly(now);
  const clients = new LRUCache<string, Client>({ max: maxClients });

  function find(name: string): Client {
    const client = clients.get(name) ?? { failures: new Hits(), underway: 0, waiting: [] };
    clients.set(name, client);
    return client;
  }

  /** Resolves with 0 once an attempt has started, or with the milliseconds to wait after too many failures. */
  async function enter(client: Client): Promise<number> {
    for (;;) {
      const nowMs = clock();
      client.failures.forgetUntil(nowMs);
      const { count } = client.failures;
      if (count >= limit) return (client.failures.oldest() ?? nowMs) - nowMs;
      if (count + client.underway < limit) {
        client.underway += 1;
        return 0;
      }
      await new Promise<void>((resume) => client.waiting.push(resume));
    }
  }

  function leave(client: Client, failed: boolean): void {
    const nowMs = clock();
    client.underway -= 1;
    if (failed) client.failures.add(nowMs + WINDOW_MS);
    client.failures.forgetUntil(nowMs);
    const { count } = client.failures;
    const resumed = count < limit ? limit - count - client.underway : client.waiting.length;
    for (const resume of client.waiting.splice(0, resumed)) resume();
  }

  return {
    async attempt(name, make, hasFailed) {
      const client = find(name);
      const waitMs = await enter(client);
      if (waitMs > 0) return { retryAfterSeconds: Math.ceil(waitMs / 1000) };
      let failed = false;
      try {
        const result = await make();
        failed = hasFailed(result);
        return { result };
      } finally {
        leave(client, failed);
      }
    },
  };
}

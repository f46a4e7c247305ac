import type { GraphQLResolveInfo } from 'graphql';
import { type Identity, Store, getGraphQLRateLimiter } from 'graphql-rate-limit';

export type Decision = {
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole milliseconds until the oldest counted request leaves the window; 0 when none is counted. */
  readonly resetMs: number;
  /** Whole seconds, at least 1, after which a request would be granted; 0 when granted. */
  readonly retryAfterSeconds: number;
};

/**
 * Budgets of requests in a sliding window, one for each account and operation: no window ever holds more than `limit`
 * granted requests, under any concurrency. Refused requests are not counted. A limit that is no whole number of at
 * least 1 rejects with a RangeError.
 */
export type RateLimiter = {
  /** Takes one request from the account's budget of the operation. */
  spend(accountId: number, operation: string, limit: number): Promise<Decision>;
  /** The budget as it stands, taking nothing; granted says whether a request would be. */
  peek(accountId: number, operation: string, limit: number): Promise<Decision>;
};

/** How a budget stands after a step of its backend. */
export type Tally = {
  /** Whether the request was counted (take), or would be (look). */
  readonly granted: boolean;
  /** Requests in the window now, this one too when it was counted; above the limit after a plan shrank. */
  readonly used: number;
  /** Milliseconds until the oldest of them leaves the window; 0 when there is none. */
  readonly resetMs: number;
  /** Milliseconds until a request would be granted; 0 when granted. */
  readonly waitMs: number;
};

/** Where granted requests are counted. Each step is atomic: no other step on the same budget falls inside it. */
export type Backend = {
  /** Counts one request if fewer than `limit` are in the window. */
  take(budget: string, limit: number): Tally | Promise<Tally>;
  /** Counts nothing. */
  look(budget: string, limit: number): Tally | Promise<Tally>;
};

export function createRateLimiter(backend: Backend): RateLimiter {
  return {
    async spend(accountId, operation, limit) {
      requireLimit(limit);
      const store = new TakingStore(backend, limit);
      const judge = getGraphQLRateLimiter({ store, identifyContext: () => String(accountId) });
      // The judge reads nothing of the resolver's info but the name.
      const info = { fieldName: operation } as GraphQLResolveInfo;
      const refusal = await judge({ parent: undefined, args: {}, context: undefined, info }, { max: 1 });
      return decide(limit, refusal === undefined, store.tally);
    },
    async peek(accountId, operation, limit) {
      requireLimit(limit);
      const tally = await backend.look(budgetOf(String(accountId), operation), limit);
      return decide(limit, tally.granted, tally);
    },
  };
}

function requireLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new RangeError(`a rate limit must be a whole number of at least 1; got ${limit}`);
}

/** A timestamp that the judge's own clock never drops. */
const FULL = [Infinity];
const FREE: readonly number[] = [];

/**
 * Makes graphql-rate-limit exact for one request. By itself it reads the hits, waits, then writes them, so parallel
 * requests all see room. Here its read is the backend's one atomic step, and its write does nothing. What it is shown
 * is the single place that this request asks for (`max: 1`), free or full, rather than a timestamp for every hit: it
 * filters the whole list each time, which would make refusals dearer the larger the limit.
 */
class TakingStore extends Store {
  tally: Tally | undefined;
  readonly #backend: Backend;
  readonly #limit: number;

  constructor(backend: Backend, limit: number) {
    super();
    this.#backend = backend;
    this.#limit = limit;
  }

  async getForIdentity({ contextIdentity, fieldIdentity }: Identity): Promise<readonly number[]> {
    this.tally = await this.#backend.take(budgetOf(contextIdentity, fieldIdentity), this.#limit);
    return this.tally.granted ? FREE : FULL;
  }

  setForIdentity(): void {
    // already counted by the step that read
  }
}

function budgetOf(account: string, operation: string): string {
  return `${account}:${operation}`;
}

function decide(limit: number, granted: boolean, tally: Tally | undefined): Decision {
  if (tally === undefined) throw new Error('the rate limiter did not ask its store');
  return {
    granted,
    limit,
    remaining: Math.max(0, limit - tally.used),
    resetMs: Math.ceil(tally.resetMs),
    retryAfterSeconds: granted ? 0 : Math.max(1, Math.ceil(tally.waitMs / 1000)),
  };
}

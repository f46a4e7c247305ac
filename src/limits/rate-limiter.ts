import type { GraphQLResolveInfo } from 'graphql';
import { type Identity, Store, getGraphQLRateLimiter } from 'graphql-rate-limit';

export type Decision = {
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole milliseconds until the oldest counted request leaves the window; 0 if none is counted. */
  readonly resetMs: number;
  /** Whole seconds, at least 1, until a request would be granted; 0 if this one was. */
  readonly retryAfterSeconds: number;
};

/**
 * Budgets of requests in a sliding window, one per holder and operation. No window ever holds more than `limit` granted
 * requests, under any concurrency. Refused requests are not counted. Rejects with a RangeError if the limit is not a
 * whole number of at least 1.
 */
export type RateLimiter = {
  /** Spends units of the holder's budget for the operation, by default one: all of them or, if refused, none. */
  spend(holder: string, operation: string, limit: number, units?: number): Promise<Decision>;
  /** The state of the budget, without spending; `granted` says whether a request would be granted. */
  peek(holder: string, operation: string, limit: number): Promise<Decision>;
};

/** The state of a budget after a step of its backend. */
export type BudgetState = {
  /** Whether the request was counted (take), or would be (look). */
  readonly granted: boolean;
  /** Requests in the window, including this one if it was counted; may exceed the limit after a change to a smaller plan. */
  readonly used: number;
  /** Milliseconds until the oldest of them leaves the window; 0 if there is none. */
  readonly resetMs: number;
  /** Milliseconds until a request would be granted; 0 if this one was. */
  readonly waitMs: number;
};

/** Counts granted requests. Each step is atomic: no other step on the same budget runs within it. */
export type Backend = {
  /** Counts as many requests as there are units, by default one, if the window then has no more than `limit`. */
  take(budget: string, limit: number, units?: number): BudgetState | Promise<BudgetState>;
  /** Counts nothing. */
  look(budget: string, limit: number): BudgetState | Promise<BudgetState>;
};

export function createRateLimiter(backend: Backend): RateLimiter {
  return {
    async spend(holder, operation, limit, units = 1) {
      requireLimit(limit);
      const store = new TakingStore(backend, limit, units);
      const findRefusal = getGraphQLRateLimiter({ store, identifyContext: () => holder });
      // it reads only the name from the resolver's info
      const info = { fieldName: operation } as GraphQLResolveInfo;
      const refusal = await findRefusal(
        { parent: undefined, args: {}, context: undefined, info },
        { max: 1 },
      );
      return decide(limit, refusal === undefined, store.tally);
    },
    async peek(holder, operation, limit) {
      requireLimit(limit);
      const tally = await backend.look(budgetOf(holder, operation), limit);
      return decide(limit, tally.granted, tally);
    },
  };
}

function requireLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new RangeError(`a rate limit must be a whole number of at least 1; got ${limit}`);
}

/** A timestamp that graphql-rate-limit never drops by its own clock. */
const FULL = [Infinity];
const FREE: readonly number[] = [];

/**
 * Makes graphql-rate-limit exact for one request. By itself it reads the hits, waits, then writes them, so parallel
 * requests all see room. Here its read is the single atomic step of the backend, and its write does nothing. It sees one
 * place (`max: 1`), free or taken, instead of a timestamp for every hit: it filters the whole list each time, so that
 * refusals would cost more the larger the limit.
 */
class TakingStore extends Store {
  tally: BudgetState | undefined;
  readonly #backend: Backend;
  readonly #limit: number;
  readonly #units: number;

  constructor(backend: Backend, limit: number, units: number) {
    super();
    this.#backend = backend;
    this.#limit = limit;
    this.#units = units;
  }

  async getForIdentity({ contextIdentity, fieldIdentity }: Identity): Promise<readonly number[]> {
    const budget = budgetOf(contextIdentity, fieldIdentity);
    this.tally = await this.#backend.take(budget, this.#limit, this.#units);
    return this.tally.granted ? FREE : FULL;
  }

  setForIdentity(): void {
    // the read has counted it already
  }
}

function budgetOf(holder: string, operation: string): string {
  return `${holder}:${operation}`;
}

function decide(limit: number, granted: boolean, tally: BudgetState | undefined): Decision {
  if (tally === undefined) throw new Error('graphql-rate-limit did not read its store');
  return {
    granted,
    limit,
    remaining: Math.max(0, limit - tally.used),
    resetMs: Math.ceil(tally.resetMs),
    retryAfterSeconds: granted ? 0 : Math.max(1, Math.ceil(tally.waitMs / 1000)),
  };
}

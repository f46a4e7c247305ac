export type Decision = {
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the oldest counted request leaves the window. */
  readonly resetMs: number;
  /** Whole seconds, at least 1, after which a request would be granted; 0 when granted. */
  readonly retryAfterSeconds: number;
};

/** Takes one request from the account's budget of the operation. */
export type Limiter = (accountId: number, operation: string, limit: number) => Decision;

const WINDOW_MS = 60_000;

/** An exact sliding window in memory: no 60 seconds ever hold more than `limit` granted requests. */
export function createLimiter(): Limiter {
  const budgets = new Map<string, Budget>();
  setInterval(() => {
    forgetIdle(budgets);
  }, WINDOW_MS).unref();
  return (accountId, operation, limit) => {
    const name = `${accountId}:${operation}`;
    let budget = budgets.get(name);
    if (budget === undefined) {
      budget = { grantedMs: [], head: 0 };
      budgets.set(name, budget);
    }
    return take(budget, limit, performance.now());
  };
}

/** When each request was granted, oldest first. Those before `head` have left the window. */
type Budget = { readonly grantedMs: number[]; head: number };

function take(budget: Budget, limit: number, nowMs: number): Decision {
  forgetLeft(budget, nowMs);
  const { grantedMs, head } = budget;
  const granted = grantedMs.length - head < limit;
  if (granted) grantedMs.push(nowMs);
  const used = grantedMs.length - head;
  const waitMs = granted ? 0 : leavesIn(grantedMs[grantedMs.length - limit], nowMs);
  return {
    granted,
    limit,
    remaining: Math.max(0, limit - used),
    resetMs: leavesIn(grantedMs[head], nowMs),
    retryAfterSeconds: granted ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
  };
}

function leavesIn(grantedMs: number | undefined, nowMs: number): number {
  return Math.ceil((grantedMs ?? nowMs) + WINDOW_MS - nowMs);
}

function forgetLeft(budget: Budget, nowMs: number): void {
  const { grantedMs } = budget;
  while ((grantedMs[budget.head] ?? Infinity) <= nowMs - WINDOW_MS) budget.head += 1;
  if (budget.head * 2 > grantedMs.length) {
    grantedMs.splice(0, budget.head);
    budget.head = 0;
  }
}

function forgetIdle(budgets: Map<string, Budget>): void {
  const nowMs = performance.now();
  for (const [name, budget] of budgets) {
    forgetLeft(budget, nowMs);
    if (budget.grantedMs.length === 0) budgets.delete(name);
  }
}

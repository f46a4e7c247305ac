import { forwardOnly } from './forward-clock.ts';
import { Hits } from './hits.ts';
import type { BudgetState } from './rate-limiter.ts';

export type MemoryBackendOptions = {
  /** Any clock in milliseconds; setting it back can lengthen a window but never shorten it. */
  readonly now: () => number;
  /** The length of the sliding window; a request leaves it exactly this long after it was granted. */
  readonly windowMs?: number;
};

/** A synchronous Backend. */
export type MemoryBackend = {
  take(budget: string, limit: number, units?: number): BudgetState;
  look(budget: string, limit: number): BudgetState;
  /** Counts what was granted elsewhere, whatever the limit. */
  add(budget: string, units: number): void;
  /** Budgets in memory. A budget is removed by the first step two windows after its last request left, or sooner. */
  readonly size: number;
};

const WINDOW_MS = 60_000;

/**
 * Counts in the memory of this process. A step never waits, so it is atomic. It takes constant time on average, and needs
 * no timer: it removes what has left the window.
 */
export function createMemoryBackend({ now, windowMs = WINDOW_MS }: MemoryBackendOptions): MemoryBackend {
  const clock = forwardOnly(now);
  // A granted request makes its budget recent. One window after the turn, the earlier budgets have had no request for a
  // whole window: they are empty, and are dropped together.
  let recent = new Map<string, Hits>();
  let earlier = new Map<string, Hits>();
  let turnedMs = clock();

  function turn(nowMs: number): void {
    if (nowMs < turnedMs + windowMs) return;
    earlier = nowMs < turnedMs + 2 * windowMs ? recent : new Map<string, Hits>();
    recent = new Map<string, Hits>();
    turnedMs = nowMs;
  }

  function find(budget: string, nowMs: number): Hits {
    turn(nowMs);
    const hits = recent.get(budget) ?? earlier.get(budget) ?? new Hits();
    hits.forgetUntil(nowMs);
    return hits;
  }

  function count(budget: string, hits: Hits, units: number, nowMs: number): void {
    for (let unit = 0; unit < units; unit++) hits.add(nowMs + windowMs);
    earlier.delete(budget);
    recent.set(budget, hits);
  }

  return {
    take(budget, limit, units = 1) {
      const nowMs = clock();
      const hits = find(budget, nowMs);
      const granted = hits.count + units <= limit;
      if (granted) count(budget, hits, units, nowMs);
      return tally(hits, limit - units + 1, granted, nowMs);
    },
    look(budget, limit) {
      const nowMs = clock();
      const hits = find(budget, nowMs);
      return tally(hits, limit, hits.count < limit, nowMs);
    },
    add(budget, units) {
      const nowMs = clock();
      count(budget, find(budget, nowMs), units, nowMs);
    },
    get size() {
      return recent.size + earlier.size;
    },
  };
}

/** A request is granted while there are fewer than `places` hits. */
function tally(hits: Hits, places: number, granted: boolean, nowMs: number): BudgetState {
  return {
    granted,
    used: hits.count,
    resetMs: (hits.oldest() ?? nowMs) - nowMs,
    // not the oldest: after a change to a smaller plan, several must leave before there is room
    waitMs: granted ? 0 : (hits.newest(places) ?? nowMs) - nowMs,
  };
}

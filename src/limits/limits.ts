import { type FailureLimit, createFailureLimit } from './failure-limit.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { type RateLimiter, createRateLimiter } from './rate-limiter.ts';
import { type Slots, createSlots } from './slots.ts';

/** Everything that a service limits. */
export type Limits = {
  readonly limiter: RateLimiter;
  /** Limits the failures of each client in any 60 seconds. Limits of different names count apart. */
  readonly failureLimit: (name: string, limit: number) => FailureLimit;
  /** The accounts that have an export under way. */
  readonly exports: Slots;
  /** What the limits count now. */
  readonly scope: () => Promise<LimitScope>;
};

/** Whether the limits count for all processes or for each; and why, if they should be shared. */
export type LimitScope =
  { readonly scope: 'shared' } | { readonly scope: 'process'; readonly reason?: 'redis unavailable' };

/** The limits of this process, on any clock in milliseconds. */
export function createLimits(now: () => number): Limits {
  return {
    limiter: createRateLimiter(createMemoryBackend({ now })),
    failureLimit: (_, limit) => createFailureLimit({ now, limit }),
    exports: createSlots(),
    scope: () => Promise.resolve({ scope: 'process' }),
  };
}

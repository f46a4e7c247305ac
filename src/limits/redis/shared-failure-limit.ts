import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attempted, FailureLimit } from '../failure-limit.ts';
import type { HeldPlace, Leases } from './leases.ts';

export type SharedFailureLimitOptions = {
  /** The limit of this process. */
  readonly own: FailureLimit;
  readonly leases: Pick<Leases, 'enter'>;
  /** What the attempts are, unlike other limits. */
  readonly name: string;
  /** Failures of a client in a window, in all processes together. */
  readonly limit: number;
};

/** How often an attempt looks whether those of other processes have ended. */
const LOOK_EVERY_MS = 25;

/**
 * Limits the failures of a client in all processes. An attempt holds a place in Redis while it is under way, and a failure
 * keeps it for a window, so no window holds more failures than places. Attempts that find none wait for those under way.
 *
 * Each attempt passes the limit of its own process first. That one queues the attempts of a process, and is the limit that
 * remains while Redis is away. Failures of that time stay in their process. A process that pauses for longer than a lease
 * in the midst of an attempt may add one failure too many.
 */
export function createSharedFailureLimit(options: SharedFailureLimitOptions): FailureLimit {
  const { own, leases, name, limit } = options;

  async function enter(
    place: string,
  ): Promise<HeldPlace | { readonly retryAfterSeconds: number } | undefined> {
    for (;;) {
      const entry = await leases.enter(place, limit);
      if (entry === undefined) return undefined;
      if (entry.kind === 'entered') return entry.lease;
      if (entry.kind === 'refused') return { retryAfterSeconds: Math.ceil(entry.waitMs / 1000) };
      await delay(LOOK_EVERY_MS);
    }
  }

  async function attemptInPlace<Result>(
    place: string,
    make: () => Promise<Result>,
    hasFailed: (result: Result) => boolean,
  ): Promise<Attempted<Result>> {
    const lease = await enter(place);
    if (lease && 'retryAfterSeconds' in lease) return lease;
    let failed = false;
    try {
      const result = await make();
      failed = hasFailed(result);
      return { result };
    } finally {
      await lease?.leave(failed);
    }
  }

  return {
    async attempt(client, make, hasFailed) {
      const place = `${name}:${digest(client)}`;
      const attempted = await own.attempt(
        client,
        () => attemptInPlace(place, make, hasFailed),
        (made) => 'result' in made && hasFailed(made.result),
      );
      return 'result' in attempted ? attempted.result : attempted;
    },
  };
}

/** Addresses of people stay out of Redis, and keys are short. */
function digest(client: string): string {
  return createHash('sha256').update(client).digest('base64url');
}

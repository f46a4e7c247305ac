import { createFailureLimit } from '../failure-limit.ts';
import type { Limits } from '../limits.ts';
import { createMemoryBackend } from '../memory-backend.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import { createSlots } from '../slots.ts';
import { type RedisOptions, openRedis } from './connection.ts';
import { createLeases } from './leases.ts';
import { createRedisBackend } from './redis-backend.ts';
import { createSharedFailureLimit } from './shared-failure-limit.ts';
import { createSharedSlots } from './shared-slots.ts';

export type SharedLimits = Limits & { readonly close: () => Promise<void> };

/**
 * The limits of all processes that use the Redis server. While it is away each process limits for itself, on its own clock
 * in milliseconds. Resolves also if it is away.
 */
export async function openSharedLimits(options: RedisOptions, now: () => number): Promise<SharedLimits> {
  const redis = await openRedis(options);
  const leases = createLeases({ redis });
  const memory = createMemoryBackend({ now });
  return {
    limiter: createRateLimiter(createRedisBackend({ redis, memory })),
    failureLimit: (name, limit) =>
      createSharedFailureLimit({ own: createFailureLimit({ now, limit }), leases, name, limit }),
    exports: createSharedSlots(createSlots(), leases),
    scope: async () =>
      (await redis.check()) ? { scope: 'shared' } : { scope: 'process', reason: 'redis unavailable' },
    close: () => redis.close(),
  };
}

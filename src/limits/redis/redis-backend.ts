import type { MemoryBackend } from '../memory-backend.ts';
import type { Backend, BudgetState } from '../rate-limiter.ts';
import type { RedisConnection } from './connection.ts';
import { TAKE } from './scripts.ts';

export type RedisBackendOptions = {
  readonly redis: Pick<RedisConnection, 'run'>;
  /**
   * Counts while Redis is away, and what Redis granted to this process before: a process never grants more than the limit
   * of what it counts itself. Redis does not learn what was granted meanwhile.
   */
  readonly memory: MemoryBackend;
  readonly windowMs?: number;
  /** A clock in milliseconds instead of the server's. */
  readonly now?: () => number;
};

const WINDOW_MS = 60_000;

/** Counts in Redis, for all processes that use it. */
export function createRedisBackend(options: RedisBackendOptions): Backend {
  const { redis, memory, windowMs = WINDOW_MS, now } = options;

  async function step(
    budget: string,
    limit: number,
    units: number,
    count: 0 | 1,
  ): Promise<BudgetState | undefined> {
    const nowUs = now === undefined ? '' : Math.round(now() * 1000);
    const answer = await redis.run(TAKE, [`budget:${budget}`], [windowMs * 1000, limit, units, count, nowUs]);
    if (answer === undefined) return undefined;
    const [granted, used, resetUs, waitUs] = answer as [number, number, number, number];
    return { granted: granted === 1, used, resetMs: resetUs / 1000, waitMs: waitUs / 1000 };
  }

  return {
    async take(budget, limit, units = 1) {
      const tally = await step(budget, limit, units, 1);
      if (tally === undefined) return memory.take(budget, limit, units);
      if (tally.granted) memory.add(budget, units);
      return tally;
    },
    async look(budget, limit) {
      return (await step(budget, limit, 1, 0)) ?? memory.look(budget, limit);
    },
  };
}

import type { Config } from '../../settings/config.ts';
import type { Check } from './check.ts';

/** Whether the processes can share their limits; nothing without the setting. */
export async function checkRedisUrl({ redis }: Config): Promise<readonly Check[]> {
  if (redis === undefined) return [];
  // Imported late: its client is large.
  const { checkRedis } = await import('../../limits/redis/check-redis.ts');
  const checked = await checkRedis(redis);
  const name = redis.nodes.map(({ host, port }) => `${host}:${port}`).join(',');
  return [{ check: 'REDIS_URL', ...describe(name, checked) }];
}

function describe(
  name: string,
  checked: Awaited<ReturnType<typeof import('../../limits/redis/check-redis.ts').checkRedis>>,
): Pick<Check, 'state' | 'detail'> {
  if ('reason' in checked)
    return {
      state: 'problem',
      detail: `${name} cannot be used: ${checked.reason}; start it, or correct REDIS_URL. Until then each process counts limits for itself`,
    };
  const answers = `${name} accepts scripts that write, in ${checked.answeredMs} ms`;
  if (checked.isInTime) return { state: 'ok', detail: answers };
  return {
    state: 'warning',
    detail: `${answers}; a decision waits for 40 ms at most, and then each process counts limits for itself. Use a server that is nearer`,
  };
}

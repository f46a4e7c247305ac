import type { RedisAddress } from '../../settings/redis-url.ts';
import { ANSWER_WITHIN_MS, PREFIX } from './connection.ts';
import { openMaster, probe } from './open-master.ts';
import { reasonOf } from './outage-log.ts';

/** The server can be used, and whether it answers in the time that a decision has; or why it cannot be used. */
type CheckedRedis = { readonly answeredMs: number; readonly isInTime: boolean } | { readonly reason: string };

/** Longer than a server waits for an answer, so that a slow one is told from one that is away. */
const CHECK_WITHIN_MS = 2_000;

/** Connects, signs in and runs a script that writes, as a server does. The reason has no secret of the address in it. */
export async function checkRedis(address: RedisAddress): Promise<CheckedRedis> {
  try {
    const waiting = { answerWithinMs: CHECK_WITHIN_MS, onLost: () => undefined };
    const client = await openMaster(address, { prefix: PREFIX, ...waiting });
    const startedMs = performance.now();
    await probe(client, PREFIX).finally(() => {
      client.destroy();
    });
    const answeredMs = Math.ceil(performance.now() - startedMs);
    return { answeredMs, isInTime: answeredMs <= ANSWER_WITHIN_MS };
  } catch (cause) {
    return { reason: reasonOf(cause, address) };
  }
}

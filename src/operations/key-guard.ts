import { LRUCache } from 'lru-cache';
import { Refusal } from '../domain/refusal.ts';
import { createFailureLimit } from '../limits/failure-limit.ts';
import type { KeyRecord } from '../queries/api-keys.ts';

/** Invalid keys of one client that are looked up in any 60 seconds. */
const MAX_FAILURES = 60;
/** Good keys whose hashes are remembered. */
const MAX_GOOD = 10_000;

type Found = KeyRecord | undefined;

/** Spares the database most of the invalid keys that somebody tries one after another. */
export type KeyGuard = {
  /**
   * Looks a key up. Throws RATE_LIMITED instead if its client has sent too many invalid keys, unless the key was good
   * when it was last looked up: those who use the service are not locked out by others behind the same address. A
   * client that is undefined is not limited.
   */
  lookUp(keyHash: string, client: () => string | undefined, find: () => Promise<Found>): Promise<Found>;
};

export function createKeyGuard(now: () => number): KeyGuard {
  const good = new LRUCache<string, true>({ max: MAX_GOOD });
  const failures = createFailureLimit({ now, limit: MAX_FAILURES });
  return {
    async lookUp(keyHash, client, find) {
      const look = async () => {
        const found = await find();
        if (isGood(found)) good.set(keyHash, true);
        else good.delete(keyHash);
        return found;
      };
      const name = good.has(keyHash) ? undefined : client();
      if (name === undefined) return look();
      const attempted = await failures.attempt(name, look, (found) => !isGood(found));
      if ('result' in attempted) return attempted.result;
      throw tooManyInvalidKeys(attempted.retryAfterSeconds);
    },
  };
}

function isGood(found: Found): boolean {
  return found !== undefined && !found.revoked && found.plan !== null;
}

function tooManyInvalidKeys(retryAfterSeconds: number): Refusal {
  return new Refusal('RATE_LIMITED', {
    message: `Too many requests with invalid API keys from your address. Check the key, and wait ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}

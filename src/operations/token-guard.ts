import { LRUCache } from 'lru-cache';
import { customerOf } from '../domain/network.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Counted, attemptWithin } from '../limits/attempt-within.ts';
import type { Limits } from '../limits/limits.ts';

/**
 * Invalid tokens that are looked up in any 60 seconds: of one client, and of all the clients that one customer of a
 * provider usually is, which are 256 in IPv6.
 */
const MAX_FAILURES = 60;
const MAX_FAILURES_OF_CUSTOMER = 240;
/** What the hashes of good tokens take at most: each has 64 characters, and its entry as much again. */
const MAX_BYTES = 2_097_152;
const BYTES_OF_HASH = 128;

/** Spares the database most of the invalid keys, or tokens of sessions, share links and mails, that somebody tries one after another. */
export type TokenGuard<Found> = {
  /**
   * Looks a token up. Throws RATE_LIMITED instead if its client has sent too many invalid ones, unless the token was
   * good when it was last looked up: those who use the service are not locked out by others behind the same address. A
   * client that is undefined is not limited.
   */
  lookUp<One extends Found>(
    tokenHash: string,
    client: () => string | undefined,
    find: () => Promise<One>,
  ): Promise<One>;
  /** Remembers a new token, which is good. */
  remember(tokenHash: string): void;
};

const REMEDIES = {
  'API keys': 'Check the key',
  'session cookies': 'Sign in again',
  'share links': 'Open the link again',
  'links of mails': 'Open the link of a newer mail',
};

type Guarded<Found> = {
  /** What the tokens are, in the message of a refusal. */
  readonly what: keyof typeof REMEDIES;
  readonly isGood: (found: Found, nowMs: number) => boolean;
  readonly now: () => number;
  readonly failureLimit: Limits['failureLimit'];
};

export function createTokenGuard<Found>({
  what,
  isGood,
  now,
  failureLimit,
}: Guarded<Found>): TokenGuard<Found> {
  const good = new LRUCache<string, true>({ max: MAX_BYTES / BYTES_OF_HASH });
  const failures = failureLimit(what, MAX_FAILURES);
  const failuresOfCustomer = failureLimit(`${what} of a network`, MAX_FAILURES_OF_CUSTOMER);
  return {
    async lookUp(tokenHash, client, find) {
      const look = async () => {
        const found = await find();
        if (isGood(found, now())) good.set(tokenHash, true);
        else good.delete(tokenHash);
        return found;
      };
      const name = good.has(tokenHash) ? undefined : client();
      if (name === undefined) return look();
      const customer = customerOf(name);
      const counted: Counted[] = customer === name ? [] : [[failuresOfCustomer, customer]];
      counted.push([failures, name]);
      const attempted = await attemptWithin(counted, look, (found) => !isGood(found, now()));
      if ('result' in attempted) return attempted.result;
      throw tooMany(what, attempted.retryAfterSeconds);
    },
    remember(tokenHash) {
      good.set(tokenHash, true);
    },
  };
}

function tooMany(what: Guarded<unknown>['what'], retryAfterSeconds: number): Refusal {
  return new Refusal('RATE_LIMITED', {
    message: `Too many requests with invalid ${what} from your address. ${REMEDIES[what]}, and wait ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}

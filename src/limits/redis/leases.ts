import { randomUUID } from 'node:crypto';
import type { RedisConnection } from './connection.ts';
import { ENTER, LEAVE, RENEW } from './scripts.ts';

/** A place that this process holds. It is renewed until it is left, and ends by itself if the process dies. */
export type HeldPlace = {
  /** Gives the place back, in exchange for a failure if there was one. */
  leave(failed: boolean): Promise<void>;
};

export type Entry =
  | { readonly kind: 'entered'; readonly lease: HeldPlace }
  /** Those under way hold all places. */
  | { readonly kind: 'full' }
  /** Too many have failed in the window. */
  | { readonly kind: 'refused'; readonly waitMs: number };

export type Leases = {
  /** Takes a place under the name, if its failures and those under way leave one. Undefined if Redis is away. */
  enter(name: string, limit: number): Promise<Entry | undefined>;
  /** Whether all places are held; undefined if Redis is away. */
  isFull(name: string, limit: number): Promise<boolean | undefined>;
};

export type LeaseOptions = {
  readonly redis: Pick<RedisConnection, 'run'>;
  /** A clock in milliseconds instead of the server's. */
  readonly now?: () => number;
};

/** How long the places of a process that died stay taken. */
const LEASE_MS = 10_000;
const WINDOW_MS = 60_000;
const RENEWALS_PER_LEASE = 3;
const [LEASE_US, WINDOW_US] = [LEASE_MS * 1000, WINDOW_MS * 1000];

export function createLeases({ redis, now }: LeaseOptions): Leases {
  const clock = () => (now === undefined ? '' : Math.round(now() * 1000));

  async function ask(name: string, limit: number, attempt: string): Promise<Answer | undefined> {
    const answer = await redis.run(ENTER, keysOf(name), [limit, LEASE_US, WINDOW_US, attempt, clock()]);
    return answer as Answer | undefined;
  }

  function hold(name: string, attempt: string): HeldPlace {
    const [underway] = keysOf(name);
    const renewing = setInterval(() => {
      void redis.run(RENEW, [underway], [LEASE_US, attempt, clock()]);
    }, LEASE_MS / RENEWALS_PER_LEASE);
    renewing.unref();
    return {
      async leave(failed) {
        clearInterval(renewing);
        await redis.run(LEAVE, keysOf(name), [WINDOW_US, attempt, failed ? 1 : 0, clock()]);
      },
    };
  }

  return {
    async enter(name, limit) {
      const attempt = randomUUID();
      const answer = await ask(name, limit, attempt);
      if (answer === undefined) return undefined;
      const [kind, waitUs] = answer;
      switch (kind) {
        case 'ENTERED':
          return { kind: 'entered', lease: hold(name, attempt) };
        case 'FULL':
          return { kind: 'full' };
        case 'REFUSED':
          return { kind: 'refused', waitMs: waitUs / 1000 };
      }
    },
    async isFull(name, limit) {
      const answer = await ask(name, limit, '');
      return answer && answer[0] !== 'ENTERED';
    },
  };
}

/** What the script answers, with the microseconds to wait. */
type Answer = readonly [kind: 'ENTERED' | 'FULL' | 'REFUSED', waitUs: number];

/** Of the attempts under way, and of the failures. */
function keysOf(name: string): readonly [underway: string, failures: string] {
  return [`underway:${name}`, `failures:${name}`];
}

import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from '../../domain/password.ts';
import { customerOf } from '../../domain/network.ts';
import { Refusal } from '../../domain/refusal.ts';
import { createShares } from '../../limits/shares.ts';
import { createFairQueue } from '../../limits/fair-queue.ts';

/** About 100 ms and 32 MiB each. */
const COST = { N: 32_768, r: 8, p: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Hashes at a time, so that sign-ins leave room for other requests. */
const AT_ONCE = 2;

/** Hashes that may wait: about a second. Of these, one customer of a provider has at most a quarter. */
const MAX_WAITING = 20;
const MAX_WAITING_OF_ONE = 5;

/** Stands in for a missing hash, so that the comparison takes as long. No known password has it. */
const NO_PASSWORD = write(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** Hashes with scrypt. One of these belongs to a process. */
export function createPasswords(): Passwords {
  const enter = createEntrance();

  async function derive(password: string, salt: Buffer, cost: typeof COST, by: string): Promise<Buffer> {
    const leave = await enter(customerOf(by));
    try {
      return await runScrypt(password.normalize('NFKC'), salt, cost);
    } finally {
      leave();
    }
  }

  return {
    async hash(password, by) {
      const salt = randomBytes(SALT_BYTES);
      return write(COST, salt, await derive(password, salt, COST, by));
    },
    async verify(password, stored, by) {
      const { cost, salt, hash } = read(stored ?? NO_PASSWORD);
      return timingSafeEqual(await derive(password, salt, cost, by), hash);
    },
  };
}

/**
 * Lets a few in at a time, those who wait in turns: one of each customer, then a second one of each. So whoever sends many
 * delays the others by one hash. Resolves with what ends the work; rejects with OVERLOADED.
 */
function createEntrance(): (customer: string) => Promise<() => void> {
  const waiting = createFairQueue<() => boolean>();
  const places = createShares({ total: MAX_WAITING, share: MAX_WAITING_OF_ONE });
  let underway = 0;

  function leave(): void {
    underway--;
    // those that lost their place have been refused
    for (let begin = waiting.next(); begin !== undefined && !begin();) begin = waiting.next();
  }

  return (customer) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        underway++;
        resolve(leave);
      };
      if (underway < AT_ONCE) {
        begin();
        return;
      }
      const refuse = () => reject(new Refusal('OVERLOADED'));
      const giveBack = places.take(customer, () => {
        isLost = true;
        refuse();
      });
      let isLost = false;
      if (giveBack === undefined) {
        refuse();
        return;
      }
      waiting.add(customer, () => {
        if (isLost) return false;
        giveBack();
        begin();
        return true;
      });
    });
}

function runScrypt(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  // Node's own limit is just what the hash needs, and refuses it
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, options, (error, hash) => {
      if (error) reject(error);
      else resolve(hash);
    });
  });
}

/** `scrypt:N:r:p:salt:hash`, so that the cost can change later. */
function write({ N, r, p }: typeof COST, salt: Buffer, hash: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join(':');
}

function read(stored: string) {
  const [, N, r, p, salt = '', hash = ''] = stored.split(':');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

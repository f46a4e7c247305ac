import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';
import type { Passwords } from '../../domain/password.ts';
import { Refusal } from '../../domain/refusal.ts';

/** About 100 ms and 32 MiB each. */
const COST = { N: 32_768, r: 8, p: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Hashes at a time, so that sign-ins leave room for other requests. */
const AT_ONCE = 2;

/** Hashes that may wait: about a second. */
const MAX_WAITING = 20;

/** Stands in for a missing hash, so that the comparison takes as long. No known password has it. */
const NO_PASSWORD = write(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** Hashes with scrypt. One of these belongs to a process. */
export function createPasswords(): Passwords {
  const limit = pLimit(AT_ONCE);

  function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
    if (limit.pendingCount >= MAX_WAITING) throw new Refusal('OVERLOADED');
    return limit(() => runScrypt(password.normalize('NFKC'), salt, cost));
  }

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return write(COST, salt, await derive(password, salt, COST));
    },
    async verify(password, stored) {
      const { cost, salt, hash } = read(stored ?? NO_PASSWORD);
      return timingSafeEqual(await derive(password, salt, cost), hash);
    },
  };
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

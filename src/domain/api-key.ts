import { hash, randomBytes } from 'node:crypto';

/** The beginning of every key, so that people and secret scanners recognise it. */
const PREFIX = 'st_';

/** Matches keys anywhere in a text, even if something has changed the case of their letters. */
export const API_KEY = /st_[\w-]{43}/gi;

/** A new key: 256 random bits, URL-safe. It is shown once; only its hash is stored. */
export function generateApiKey(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** The hash that is stored. A key of 256 random bits needs no salt and no slow hash. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The part of a key that is shown in lists. */
export function lastFour(key: string): string {
  return key.slice(-4);
}

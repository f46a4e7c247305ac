import { hash, randomBytes } from 'node:crypto';

/** Printed in front of every key, so that secret scanners and people recognise one. */
const PREFIX = 'st_';

/** What looks like a key, anywhere in a text. */
export const API_KEY = /st_[\w-]{43}/g;

/** A new key: 256 random bits, URL-safe. It is shown once and stored only as a hash. */
export function generateApiKey(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** What the database keeps of a key. 256 random bits need no salt and no slow hash. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The part of a key that may be shown again, to tell keys apart. */
export function lastFour(key: string): string {
  return key.slice(-4);
}

import { hash, randomBytes } from 'node:crypto';

/** The beginning of every key, so that people and secret scanners recognise it. */
const PREFIX = 'st_';

/** Matches keys anywhere in a text, even if something has changed the case of their letters. */
export const API_KEY = /st_[\w-]{43}/gi;

/** What a key may do: read all sites of its account, or record to one of them, by the collector or by a drain. */
export type KeyReach =
  | { readonly scope: 'read'; readonly siteId: null }
  | { readonly scope: 'collect' | 'drain'; readonly siteId: string };

export type KeyScope = KeyReach['scope'];

export const KEY_SCOPES: readonly KeyScope[] = ['read', 'collect', 'drain'];

/** `read`, or `collect site_abc`: as lists and the audit show it. */
export function shownReach({ scope, siteId }: KeyReach): string {
  return siteId === null ? scope : `${scope} ${siteId}`;
}

/** The place of a key's signature secret in the database, for which it is encrypted. */
export function signatureSecretOf(keyId: number): string {
  return `api_keys.signature_secret ${keyId}`;
}

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

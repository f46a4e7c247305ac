import { randomInt } from 'node:crypto';

/** A site as it is stored. */
export type Site = {
  readonly id: string;
  readonly accountId: number;
  readonly domain: string;
  readonly name: string;
  readonly createdAtMs: number;
};

declare const accessible: unique symbol;

/** A site whose access was checked for the caller of the request; only `accessSite` makes one. */
export type AccessibleSite = Site & { readonly [accessible]: true };

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

const PREFIX = 'site_';

/** `site_` and 16 random letters and digits (82 bits). */
export function generateSiteId(): string {
  return `${PREFIX}${Array.from({ length: 16 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')}`;
}

/** Whether a text is worth asking whether it is a site's id. */
export function looksLikeSiteId(text: string): boolean {
  return text.startsWith(PREFIX) && mayBeSiteId(text);
}

/** False for a text that no stored id holds and PostgreSQL refuses: one with U+0000. */
export function mayBeSiteId(text: string): boolean {
  return !text.includes('\0');
}

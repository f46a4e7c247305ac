import { randomInt } from 'node:crypto';

/** A stored site. */
export type Site = {
  readonly id: string;
  readonly accountId: number;
  readonly domain: string;
  readonly name: string;
  readonly createdAtMs: number;
};

declare const accessible: unique symbol;

/** What a caller wants with a site: view its counts, read all that is known of it, record to it, or drain to it. */
export type Purpose = 'view' | 'read' | 'record' | 'drain';

type Granted = {
  /** Whoever may read a site may view it, too. */
  readonly view: Pick<Site, 'id' | 'accountId' | 'domain' | 'name'> & {
    readonly [accessible]: 'view' | 'read';
  };
  readonly read: Site & { readonly [accessible]: 'read' };
  readonly record: Site & { readonly [accessible]: 'record' };
  /** What arrives in a drain is recorded as from elsewhere. */
  readonly drain: Site & { readonly [accessible]: 'record' };
};

/** A site that the caller of the request may view, read, record or drain to. Only `grantAccess` returns one. */
export type AccessibleSite<For extends Purpose = 'read'> = Granted[For];

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

const PREFIX = 'site_';

/** `site_` and 16 random letters and digits (82 bits). */
export function generateSiteId(): string {
  return `${PREFIX}${Array.from({ length: 16 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')}`;
}

/** Whether a text may be a site id, so that it is worth a query. */
export function looksLikeSiteId(text: string): boolean {
  return text.startsWith(PREFIX) && mayBeSiteId(text);
}

/** False for a text with U+0000: PostgreSQL does not accept it, so no id contains it. */
export function mayBeSiteId(text: string): boolean {
  return !text.includes('\0');
}

/** The site was deleted before something for it could be stored. */
export class SiteGone extends Error {
  override readonly name = 'SiteGone';

  constructor() {
    super('the site was deleted');
  }
}

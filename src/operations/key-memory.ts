import { LRUCache } from 'lru-cache';
import type { Caller } from '../context.ts';
import type { Site } from '../domain/site.ts';

/** Whom a key authenticates, and the site that the request names. */
export type Authenticated = {
  readonly caller: Caller;
  /** The site of that id, whoever owns it; undefined if there is none. */
  readonly site: Site | undefined;
};

/** An entry takes about half a kilobyte. */
const MAX_ENTRIES = 4_096;

/**
 * What keys that read said of their account and of its sites. It grants nothing: it only lets a request begin while its key
 * is read again.
 */
export type KeyMemory = {
  recall(keyHash: string, siteId: string | undefined): Authenticated | undefined;
  /** Returns what is remembered if that is equal, so that callers can compare by identity. */
  remember(keyHash: string, siteId: string | undefined, found: Authenticated): Authenticated;
  forget(keyHash: string, siteId: string | undefined): void;
};

export function createKeyMemory(): KeyMemory {
  const entries = new LRUCache<string, Authenticated>({ max: MAX_ENTRIES });
  return {
    recall: (keyHash, siteId) => entries.get(nameOf(keyHash, siteId)),
    remember(keyHash, siteId, found) {
      const name = nameOf(keyHash, siteId);
      const remembered = entries.get(name);
      if (remembered !== undefined && isSame(remembered, found)) return remembered;
      // other people's sites and unknown ones take the same time as each other
      if (isOwnRead(found)) entries.set(name, found);
      else entries.delete(name);
      return found;
    },
    forget(keyHash, siteId) {
      entries.delete(nameOf(keyHash, siteId));
    },
  };
}

/** All that is remembered of a key that reads, and of its own site. */
function isSame(a: Authenticated, b: Authenticated): boolean {
  return (
    a.caller.kind === b.caller.kind && isEqual(a.caller, b.caller) && isEqual(a.site ?? {}, b.site ?? {})
  );
}

/** Spelled out: `isDeepStrictEqual` takes ten times as long. */
function isEqual(a: object, b: object): boolean {
  for (const name in a) if (a[name as never] !== b[name as never]) return false;
  return Object.keys(a).length === Object.keys(b).length;
}

function nameOf(keyHash: string, siteId = ''): string {
  return `${keyHash}:${siteId}`;
}

function isOwnRead({ caller, site }: Authenticated): boolean {
  return caller.kind === 'reader' && site?.accountId === caller.accountId;
}

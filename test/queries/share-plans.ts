import { ALL_TIME } from '../../src/domain/date-range.ts';
import * as shareLinks from '../../src/queries/share-links.ts';
import type { Question } from './plan-contract.ts';
import { LINKS_OF_ONE } from './skewed-data.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');
const LINK = { siteId: 'busy', name: 'link', range: ALL_TIME, createdAtMs: NOW, expiresAtMs: NOW };

export const SHARE_READS: readonly Question[] = [
  {
    of: shareLinks.findShareLink,
    when: 'by the hash of its token',
    ask: (db) => shareLinks.findShareLink(db, 'hash-busy-77'),
    may: {
      find_share_link: {
        ...{ rows: 1, read: 3 },
        by: ['accounts_pkey', 'share_links_token_hash_key', 'sites_pkey'],
      },
    },
  },
  {
    of: shareLinks.listShareLinks,
    when: 'of a site with many, of which half have expired, and of one with one',
    ask: (db) => shareLinks.listShareLinks(db, ['busy', 'small7'], NOW),
    may: {
      list_share_links: {
        ...{ rows: LINKS_OF_ONE / 2 + 1, read: LINKS_OF_ONE + 1 },
        by: ['share_links_by_site'],
      },
    },
  },
  {
    of: shareLinks.countShareLinks,
    when: 'of a site with many, of which half have expired',
    ask: (db) => shareLinks.countShareLinks(db, 'busy', NOW),
    may: { 'select share_links': { rows: 1, read: LINKS_OF_ONE, by: ['share_links_by_site'] } },
  },
];

export const SHARE_WRITES: readonly Question[] = [
  {
    of: shareLinks.insertShareLink,
    when: 'of a site with many',
    ask: (db) =>
      shareLinks.insertShareLink(db, { ...LINK, accountId: 1, tokenHash: 'new', alerts: false, notes: true }),
    may: { 'insert share_links': { rows: 1, read: 0, by: [] } },
  },
  {
    of: shareLinks.markShareLinkUsed,
    when: 'one link',
    ask: (db) => shareLinks.markShareLinkUsed(db, 777, NOW),
    may: { 'update share_links': { rows: 1, by: ['share_links_pkey'] } },
  },
  {
    of: shareLinks.deleteShareLinkOf,
    when: 'one of many of an account',
    ask: (db) => shareLinks.deleteShareLinkOf(db, 1, 7),
    may: { 'delete share_links': { rows: 1, by: ['share_links_pkey'] } },
  },
  {
    of: shareLinks.deleteExpiredShareLinks,
    when: 'some of those that have expired',
    ask: (db) => shareLinks.deleteExpiredShareLinks(db, NOW, 10),
    may: { 'delete share_links': { rows: 10, read: 20, by: ['share_links_by_expiry', 'share_links_pkey'] } },
  },
];

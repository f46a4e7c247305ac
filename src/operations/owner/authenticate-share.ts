import type { Logger } from 'pino';
import type { Caller, ShareCaller } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hashToken } from '../../domain/session.ts';
import type { Site } from '../../domain/site.ts';
import type { Limits } from '../../limits/limits.ts';
import { type ShareLinkRecord, findShareLink, markShareLinkUsed } from '../../queries/share-links.ts';
import { type LastUse, createLastUse } from '../last-use.ts';
import { type TokenGuard, createTokenGuard } from '../token-guard.ts';

export type ShareUse = LastUse<Pick<ShareLinkRecord, 'id' | 'lastUsedAtMs'>>;

export function createShareUse(db: Database, log: Logger): ShareUse {
  return createLastUse(log, 'link', ({ id }, nowMs) => markShareLinkUsed(db, id, nowMs));
}

export type ShareGuard = TokenGuard<ShareLinkRecord | undefined>;

export function createShareGuard(now: () => number, { failureLimit }: Limits): ShareGuard {
  const isGood = (link: ShareLinkRecord | undefined, nowMs: number) => isValid(link, nowMs);
  return createTokenGuard({ what: 'share links', isGood, now, failureLimit });
}

function isValid(link: ShareLinkRecord | undefined, nowMs: number): link is ShareLinkRecord {
  return link !== undefined && link.expiresAtMs > nowMs;
}

export type ShareParts = { readonly db: Database; readonly shareGuard: ShareGuard };

type Presented = {
  /** The token of the link. */
  readonly token: string;
  /** The client, whose invalid tokens are limited. */
  readonly client?: (() => string | undefined) | undefined;
};

/**
 * The link with a token, read from the database for each request, so that one that is revoked stops at once. Throws
 * SHARE_LINK_INVALID, and RATE_LIMITED after too many invalid tokens.
 */
export async function openShareLink(
  { db, shareGuard }: ShareParts,
  { token, client = () => undefined }: Presented,
  nowMs: number,
): Promise<ShareLinkRecord> {
  const tokenHash = hashToken(token);
  const link = await shareGuard.lookUp(tokenHash, client, () => findShareLink(db, tokenHash));
  if (!isValid(link, nowMs)) throw new Refusal('SHARE_LINK_INVALID');
  return link;
}

/** The caller behind the token of a link, and the link's site. Throws as `openShareLink` does. */
export async function authenticateShare(
  parts: ShareParts & { readonly shareUse: ShareUse },
  presented: Presented,
  nowMs: number,
): Promise<{ readonly caller: Caller & ShareCaller; readonly site: Site }> {
  const link = await openShareLink(parts, presented, nowMs);
  parts.shareUse.note(link, nowMs);
  const { id: linkId, accountId, plan, range, expiresAtMs, alerts, notes, site } = link;
  const shown = { range, expiresAtMs, alerts, notes };
  return { caller: { kind: 'share', accountId, plan, linkId, siteId: site.id, ...shown }, site };
}

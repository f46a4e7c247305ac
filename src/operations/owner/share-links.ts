import type { RequestContext } from '../../context.ts';
import { ALL_TIME, type TimeRange, datesOf, parseGivenDates } from '../../domain/date-range.ts';
import { Refusal } from '../../domain/refusal.ts';
import { generateToken, hashToken } from '../../domain/session.ts';
import type { ShareLink } from '../../domain/share-link.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { DAY_MS, formatDate, startOfDay } from '../../domain/time.ts';
import { inTransaction } from '../../database/transaction.ts';
import { countShareLinks, deleteShareLinkOf, insertShareLink } from '../../queries/share-links.ts';
import { accessSite, requireOwner, wholeSite } from '../access.ts';
import { audit } from './audit.ts';
import { parseName } from './names.ts';
import { byOwner } from './own-account.ts';
import { ManagementRefusal } from './refusal.ts';

/** A new link. Its token is known only now: what is stored is a hash. */
export type NewShareLink = { readonly token: string; readonly link: ShareLink };

type GivenLink = {
  readonly siteId: string;
  readonly name: string;
  /** The days that it shows, both included; an end that is left out stays open. */
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly expiresInDays: number | undefined;
};

const MOST_LINKS = 50;
const USUAL_DAYS = 30;
const MOST_DAYS = 365;

/**
 * Makes a link with which anybody may view a site. Throws OWNER_REQUIRED, SITE_NOT_FOUND, INVALID_NAME,
 * INVALID_DATE_RANGE, INVALID_EXPIRY, and TOO_MANY_SHARE_LINKS if the site has 50 that have not expired.
 */
export async function createOwnShareLink(ctx: RequestContext, given: GivenLink): Promise<NewShareLink> {
  const change = byOwner(ctx);
  const site = await accessSite(ctx, given.siteId, 'read');
  const made = {
    siteId: site.id,
    name: parseName(given.name),
    range: parseShownDays(given, ctx.nowMs),
    createdAtMs: ctx.nowMs,
    expiresAtMs: ctx.nowMs + parseExpiry(given.expiresInDays) * DAY_MS,
  };
  const token = generateToken();
  const stored = { ...made, accountId: site.accountId, tokenHash: hashToken(token) };
  return inTransaction(ctx.db, async (tx) => {
    requireRoom(await countShareLinks(tx, site.id, ctx.nowMs), site);
    const id = await insertShareLink(tx, stored);
    const what = `${made.name} (link ${id} of ${site.domain}, ${site.id})`;
    await audit({ ...change, db: tx }, site.accountId, 'share.create', what);
    return { token, link: { ...made, id, lastUsedAtMs: null } };
  });
}

/** Revokes a link, from its next request on. Throws OWNER_REQUIRED, and SHARE_LINK_NOT_FOUND if the account has no such link. */
export async function revokeOwnShareLink(ctx: RequestContext, linkId: number): Promise<void> {
  const { accountId } = requireOwner(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const link = await deleteShareLinkOf(tx, accountId, linkId);
    if (link === undefined)
      throw new ManagementRefusal('SHARE_LINK_NOT_FOUND', `there is no share link ${linkId}`);
    const what = `${link.name} (link ${linkId} of ${link.siteId})`;
    await audit({ ...byOwner(ctx), db: tx }, accountId, 'share.revoke', what);
  });
}

/** The links of a site that have not expired, newest first. Throws OWNER_REQUIRED. */
export async function ownShareLinks(
  ctx: RequestContext,
  site: AccessibleSite<'view'>,
): Promise<readonly ShareLink[]> {
  requireOwner(ctx);
  return ctx.loaders.shareLinks.load(wholeSite(ctx, site).id);
}

/** A link that shows no day yet would look broken. */
function parseShownDays(given: Pick<GivenLink, 'start' | 'end'>, nowMs: number): TimeRange {
  const { startMs = ALL_TIME.fromMs, endMs = ALL_TIME.untilMs - DAY_MS } = parseGivenDates(given);
  const range = { fromMs: startMs, untilMs: endMs + DAY_MS };
  const { start, end } = datesOf(range);
  if (startMs > endMs)
    throw new Refusal('INVALID_DATE_RANGE', { message: `start ${start} lies after end ${end}.` });
  if (startMs > startOfDay(nowMs))
    throw new Refusal('INVALID_DATE_RANGE', {
      message: `start ${start} lies after today, ${formatDate(nowMs)}; use an earlier one.`,
    });
  return range;
}

function parseExpiry(days = USUAL_DAYS): number {
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw new ManagementRefusal(
    'INVALID_EXPIRY',
    `a share link must expire in 1 to ${MOST_DAYS} days; got ${days}`,
  );
}

/** The site may have been deleted since it was looked up. */
function requireRoom(links: number | undefined, { id, domain }: AccessibleSite): void {
  if (links === undefined) throw new ManagementRefusal('SITE_NOT_FOUND', `there is no site ${id}`);
  if (links < MOST_LINKS) return;
  throw new ManagementRefusal(
    'TOO_MANY_SHARE_LINKS',
    `${domain} has ${MOST_LINKS} share links, which is the most a site may have; revoke one first`,
  );
}

import type { RequestContext } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { ALL_TIME, type TimeRange, datesOf, parseGivenDates } from '../../domain/date-range.ts';
import { Refusal } from '../../domain/refusal.ts';
import { generateToken, hashToken } from '../../domain/session.ts';
import type { ShareLink } from '../../domain/share-link.ts';
import type { AccessibleSite, Site } from '../../domain/site.ts';
import { DAY_MS, formatDate, startOfDay } from '../../domain/time.ts';
import {
  countShareLinks,
  deleteShareLinkOf,
  insertShareLink,
  listShareLinks,
} from '../../queries/share-links.ts';
import { requireOwner, wholeSite } from '../access.ts';
import { requireSite } from '../require-site.ts';
import { type Asker, inEvenDeleted } from './in-account.ts';
import { inSite } from './in-site.ts';
import { parseName } from './names.ts';

/** A new link. Its token is known only now: what is stored is a hash. */
export type NewShareLink = { readonly token: string; readonly link: ShareLink };

type GivenLink = {
  readonly siteId: string;
  readonly name: string;
  /** The days that it shows, both included; an end that is left out stays open. */
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly expiresInDays: number | undefined;
  readonly alerts?: boolean | undefined;
  readonly notes?: boolean | undefined;
};

const MOST_LINKS = 50;
const USUAL_DAYS = 30;
const MOST_DAYS = 365;

/**
 * Makes a link with which anybody may view a site. Throws SITE_NOT_FOUND, INVALID_NAME, INVALID_DATE_RANGE,
 * INVALID_EXPIRY, and TOO_MANY_SHARE_LINKS if the site has 50 that have not expired.
 */
export async function createShareLink(asker: Asker, given: GivenLink): Promise<NewShareLink> {
  const { nowMs } = asker;
  const token = generateToken();
  return inSite(asker, given.siteId, async (tx, site) => {
    const made = {
      siteId: site.id,
      name: parseName(given.name),
      range: parseShownDays(given, nowMs),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + parseExpiry(given.expiresInDays) * DAY_MS,
      ...{ alerts: given.alerts ?? false, notes: given.notes ?? false },
    };
    requireRoom(await countShareLinks(tx, site.id, nowMs), site);
    const stored = { ...made, accountId: site.accountId, tokenHash: hashToken(token) };
    const id = await insertShareLink(tx, stored);
    const detail = `${made.name} (link ${id} of ${site.domain}, ${site.id})`;
    return {
      result: { token, link: { ...made, id, lastUsedAtMs: null } },
      lines: [{ action: 'share.create', detail }],
    };
  });
}

/** Revokes a link of an account, from its next request on. Throws SHARE_LINK_NOT_FOUND if the account has no such link. */
export async function revokeShareLink(
  asker: Asker,
  { accountId, linkId }: { readonly accountId: number; readonly linkId: number },
): Promise<void> {
  await inEvenDeleted(asker, accountId, async (tx) => {
    const link = await deleteShareLinkOf(tx, accountId, linkId);
    if (link === undefined)
      throw new Refusal('SHARE_LINK_NOT_FOUND', { clause: `there is no share link ${linkId}` });
    const detail = `${link.name} (link ${linkId} of ${link.siteId})`;
    return { result: undefined, lines: [{ action: 'share.revoke', detail }] };
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

/** The links of any site that have not expired, newest first, for an operator. Throws SITE_NOT_FOUND. */
export async function shareLinksOf(
  db: Database,
  siteId: string,
  nowMs: number,
): Promise<readonly ShareLink[]> {
  const { id } = await requireSite(db, siteId);
  return listShareLinks(db, [id], nowMs);
}

/** The link for a browser. The token is in the fragment, which browsers send to no server. */
export function shareAddress(base: string, { token }: Pick<NewShareLink, 'token'>): string {
  return `${base}/share#${token}`;
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
  throw new Refusal('INVALID_EXPIRY', {
    clause: `a share link must expire in 1 to ${MOST_DAYS} days; got ${days}`,
  });
}

function requireRoom(links: number, { domain }: Site): void {
  if (links < MOST_LINKS) return;
  throw new Refusal('TOO_MANY_SHARE_LINKS', {
    clause: `${domain} has ${MOST_LINKS} share links, which is the most a site may have; revoke one first`,
  });
}

import type { Caller, RequestContext } from '../context.ts';
import { Refusal } from '../domain/refusal.ts';
import type { AccessibleSite, Purpose, Site } from '../domain/site.ts';
import { isWholeSite } from '../queries/site-deletions.ts';

const ONLY_RECORDS =
  'This API key only records. Reading needs a key of the account with the scope read: ' +
  'site-traffic key create --account EMAIL --scope read.';

/** What callers with a key of another scope are told, by what they wanted to do and what their key does. */
const WRONG_SCOPE: Readonly<Record<Purpose, (does: string) => string>> = {
  view: () => ONLY_RECORDS,
  read: () => ONLY_RECORDS,
  record: (does) =>
    `This API key only ${does}. Recording needs a key of the site with the scope collect: ` +
    'site-traffic key create --account EMAIL --scope collect --site ID.',
  drain: (does) =>
    `This API key only ${does}. A drain needs a key of the site with the scope drain: ` +
    'site-traffic key create --account EMAIL --scope drain --site ID.',
};

/**
 * The site with this id. Throws SITE_NOT_FOUND if there is none or the caller may not use it for this purpose; NOT_SHARED
 * instead of that for callers with a share link who want more than to view it.
 */
export async function accessSite<For extends Purpose>(
  ctx: RequestContext,
  siteId: string,
  purpose: For,
): Promise<AccessibleSite<For>> {
  return grantAccess(ctx.caller, await ctx.loaders.site.load(siteId), purpose);
}

/**
 * Decides whether the caller may view the site, read it, record or drain to it; nothing else makes an AccessibleSite. Throws
 * SITE_NOT_FOUND for unknown sites and for other people's alike, so that ids cannot be probed. A key of the wrong scope
 * gets an explanation, whatever the site.
 */
export function grantAccess<For extends Purpose>(
  caller: Caller,
  site: Site | undefined,
  purpose: For,
): AccessibleSite<For> {
  requireScope(caller, purpose);
  if (site === undefined || !mayAccess(caller, site)) throw new Refusal('SITE_NOT_FOUND');
  return site as AccessibleSite<For>;
}

/**
 * Checks again, in a response that takes long, that the caller may read the site: that the key was not revoked, the session
 * has not ended, and neither the account nor the site was deleted since. What was read before may then be sent as a part of
 * the whole. Throws otherwise, also if the deletion of the site has only begun.
 */
export async function accessAgain(ctx: RequestContext, { id }: AccessibleSite<'view'>): Promise<void> {
  const [isWhole] = await Promise.all([isWholeSite(ctx.db, id), ctx.readmit()]);
  if (!isWhole) throw new Refusal('SITE_NOT_FOUND', { message: 'The site was deleted.' });
}

/** All of a site whose counts the caller may view. Throws NOT_SHARED for callers with a share link. */
export function wholeSite({ caller }: RequestContext, site: AccessibleSite<'view'>): AccessibleSite {
  requireScope(caller, 'read');
  return site as AccessibleSite;
}

/**
 * Throws unless the caller may read: SITE_NOT_FOUND for a key that collects, which sees neither account nor sites, and
 * NOT_SHARED for a share link.
 */
export function requireReader({ caller }: RequestContext): void {
  requireScope(caller, 'read');
}

/** The signed-in owner. Throws OWNER_REQUIRED for everybody else, who may read at most. */
export function requireOwner({ caller }: RequestContext): Extract<Caller, { readonly kind: 'owner' }> {
  if (caller.kind === 'owner') return caller;
  throw new Refusal('OWNER_REQUIRED');
}

function requireScope({ kind }: Caller, purpose: Purpose): void {
  if (PURPOSES[kind].includes(purpose)) return;
  if (kind === 'share') throw new Refusal('NOT_SHARED');
  throw new Refusal('SITE_NOT_FOUND', { message: WRONG_SCOPE[purpose](DOES[kind]) });
}

/** What each kind of caller may do. An operation for those with a share link accesses its site to view it. */
const PURPOSES: Readonly<Record<Caller['kind'], readonly Purpose[]>> = {
  reader: ['view', 'read'],
  owner: ['view', 'read'],
  operator: ['view', 'read'],
  collector: ['record'],
  drainer: ['drain'],
  share: ['view'],
};

/** What a key does that may not do what its caller wants. */
const DOES: Readonly<Record<Caller['kind'], string>> = {
  reader: 'reads',
  owner: 'reads',
  operator: 'reads',
  collector: 'collects',
  drainer: 'drains',
  share: 'reads',
};

function mayAccess(caller: Caller, site: Site): boolean {
  if (site.accountId !== caller.accountId) return false;
  return !('siteId' in caller) || caller.siteId === site.id;
}

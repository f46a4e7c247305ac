import type { Caller, RequestContext } from '../context.ts';
import { Refusal } from '../domain/refusal.ts';
import type { AccessibleSite, Purpose, Site } from '../domain/site.ts';

/** What callers with a key of the other scope are told, by what they wanted to do. */
const WRONG_SCOPE: Readonly<Record<Purpose, string>> = {
  read:
    'This API key only records. Reading needs a key of the account with the scope read: ' +
    'site-traffic key create --account EMAIL --scope read.',
  record:
    'This API key only reads. Recording needs a key of the site with the scope collect: ' +
    'site-traffic key create --account EMAIL --scope collect --site ID.',
};

/** The site with this id. Throws SITE_NOT_FOUND if there is none or the caller may not use it for this purpose. */
export async function accessSite<For extends Purpose>(
  ctx: RequestContext,
  siteId: string,
  purpose: For,
): Promise<AccessibleSite<For>> {
  return grantAccess(ctx.caller, await ctx.loaders.site.load(siteId), purpose);
}

/**
 * Decides whether the caller may read the site or record to it; nothing else makes an AccessibleSite. Throws
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

/** Throws SITE_NOT_FOUND unless the caller may read: a key that collects sees neither account nor sites. */
export function requireReader({ caller }: RequestContext): void {
  requireScope(caller, 'read');
}

/** The signed-in owner. Throws OWNER_REQUIRED for everybody else, who may read at most. */
export function requireOwner({ caller }: RequestContext): Extract<Caller, { readonly kind: 'owner' }> {
  if (caller.kind === 'owner') return caller;
  throw new Refusal('OWNER_REQUIRED');
}

function requireScope({ kind }: Caller, purpose: Purpose): void {
  if (PURPOSES[kind] !== purpose) throw new Refusal('SITE_NOT_FOUND', { message: WRONG_SCOPE[purpose] });
}

const PURPOSES: Readonly<Record<Caller['kind'], Purpose>> = {
  reader: 'read',
  owner: 'read',
  operator: 'read',
  collector: 'record',
};

function mayAccess(caller: Caller, site: Site): boolean {
  if (site.accountId !== caller.accountId) return false;
  return caller.kind !== 'collector' || caller.siteId === site.id;
}

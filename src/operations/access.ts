import type { Caller, RequestContext } from '../context.ts';
import { Refusal } from '../domain/refusal.ts';
import type { AccessibleSite, Purpose, Site } from '../domain/site.ts';

const ONLY_READS =
  'This API key only reads. Recording needs a key of the site with the scope collect: ' +
  'site-traffic key create --account EMAIL --scope collect --site ID.';

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
 * SITE_NOT_FOUND for unknown sites and for other people's alike, so that ids cannot be probed. A key that only reads
 * gets an explanation, whatever the site.
 */
export function grantAccess<For extends Purpose>(
  caller: Caller,
  site: Site | undefined,
  purpose: For,
): AccessibleSite<For> {
  if (purpose === 'record' && mayRead(caller)) throw new Refusal('SITE_NOT_FOUND', { message: ONLY_READS });
  if (site === undefined || !mayAccess(caller, site, purpose)) throw new Refusal('SITE_NOT_FOUND');
  return site as AccessibleSite<For>;
}

/** Throws SITE_NOT_FOUND unless the caller may read: a key that collects sees neither account nor sites. */
export function requireReader({ caller }: RequestContext): void {
  if (!mayRead(caller)) throw new Refusal('SITE_NOT_FOUND');
}

function mayAccess(caller: Caller, site: Site, purpose: Purpose): boolean {
  if (site.accountId !== caller.accountId) return false;
  switch (purpose) {
    case 'read':
      return mayRead(caller);
    case 'record':
      return caller.kind === 'collector' && caller.siteId === site.id;
  }
}

function mayRead({ kind }: Caller): boolean {
  return kind === 'reader';
}

import type { RequestContext } from '../../context.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { ApiKey } from '../../queries/api-keys.ts';
import { accessSite, grantAccess, requireOwner } from '../access.ts';
import {
  addKey,
  addSite,
  changeKeyName,
  changeRetention,
  changeSiteName,
  dropSite,
  endKey,
  requireKey,
} from './changes.ts';
import type { NewKey } from './keys.ts';
import { parseDomain } from './names.ts';
import { byOwner } from './own-account.ts';
import { ManagementRefusal } from './refusal.ts';

const MOST_DAYS = 99_999;

// All throw OWNER_REQUIRED for callers with a key, and SITE_NOT_FOUND or KEY_NOT_FOUND for what is not their own.

export async function createOwnKey(
  ctx: RequestContext,
  {
    name,
    scope,
    siteId,
  }: { readonly name: string; readonly scope: 'read' | 'collect'; readonly siteId: string | undefined },
): Promise<NewKey> {
  const { accountId: id, email } = requireOwner(ctx);
  if ((scope === 'collect') !== (siteId !== undefined))
    throw invalidParameter(
      'siteId',
      siteId,
      'the id of a site with the scope COLLECT, and left out with READ',
    );
  if (siteId !== undefined) await accessSite(ctx, siteId, 'read');
  const most = ctx.accountCaps.keys;
  return addKey(byOwner(ctx), { id, email }, { name, collectSiteId: siteId, most });
}

export async function renameOwnKey(ctx: RequestContext, keyId: number, name: string): Promise<ApiKey> {
  const change = byOwner(ctx);
  return changeKeyName(change, await requireKey(change, keyId, ctx.caller.accountId), name);
}

export async function revokeOwnKey(ctx: RequestContext, keyId: number): Promise<ApiKey> {
  const change = byOwner(ctx);
  return endKey(change, await requireKey(change, keyId, ctx.caller.accountId));
}

export async function createOwnSite(
  ctx: RequestContext,
  given: { readonly domain: string; readonly name: string | undefined },
): Promise<AccessibleSite> {
  const { accountId: id } = requireOwner(ctx);
  const most = ctx.accountCaps.sites;
  return changed(ctx, (await addSite(byOwner(ctx), { id }, { ...given, most })).id);
}

export async function renameOwnSite(
  ctx: RequestContext,
  siteId: string,
  name: string,
): Promise<AccessibleSite> {
  const change = byOwner(ctx);
  const site = await accessSite(ctx, siteId, 'read');
  return grantAccess(ctx.caller, await changeSiteName(change, site.id, name), 'read');
}

/** Deletes a site and its events, if its domain is repeated. DOMAIN_MISMATCH for any other. */
export async function deleteOwnSite(ctx: RequestContext, siteId: string, domain: string): Promise<void> {
  const change = byOwner(ctx);
  const site = await accessSite(ctx, siteId, 'read');
  if (parseDomain(domain) !== site.domain)
    throw new ManagementRefusal(
      'DOMAIN_MISMATCH',
      `the domain of the site is ${site.domain}; nothing was deleted`,
    );
  await dropSite(change, site.id);
  ctx.loaders.site.clear(siteId);
}

/** Sets for how many whole days the site keeps its events; null for as long as the plan keeps them. */
export async function setOwnRetention(
  ctx: RequestContext,
  siteId: string,
  days: number | null,
): Promise<AccessibleSite> {
  const change = byOwner(ctx);
  const site = await accessSite(ctx, siteId, 'read');
  if (days !== null && (days < 1 || days > MOST_DAYS))
    throw new ManagementRefusal(
      'INVALID_RETENTION',
      `the days must be a whole number from 1 to ${MOST_DAYS}`,
    );
  await changeRetention(change, site.id, days);
  ctx.loaders.retentionDays.clear(site.id);
  return site;
}

async function changed(ctx: RequestContext, siteId: string): Promise<AccessibleSite> {
  ctx.loaders.site.clear(siteId);
  return accessSite(ctx, siteId, 'read');
}

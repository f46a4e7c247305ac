import { type Site, generateSiteId } from '../../domain/site.ts';
import { type Account, listAccounts } from '../../queries/accounts.ts';
import type { Database } from '../../database/database.ts';
import { deleteSiteEvents } from '../../queries/delete-events.ts';
import {
  type RecordingSite,
  deleteSiteRow,
  findRecordingSite,
  findSites,
  insertSite,
  listAllSites,
} from '../../queries/sites.ts';
import { parseDomain, parseName } from './names.ts';
import { ManagementRefusal } from './refusal.ts';

/** Creates a site, named after its domain unless a name is given. Several sites may have the same domain. */
export async function createSite(
  db: Database,
  account: Account,
  given: { readonly domain: string; readonly name: string | undefined },
  nowMs: number,
): Promise<Site> {
  const domain = parseDomain(given.domain);
  const name = given.name === undefined ? domain : parseName(given.name);
  const site = { id: generateSiteId(), accountId: account.id, domain, name, createdAtMs: nowMs };
  await insertSite(db, site);
  return site;
}

/** The site with the id, in any account. SITE_NOT_FOUND if there is none. */
export async function requireSite(db: Database, siteId: string): Promise<Site> {
  const [site] = await findSites(db, [siteId]);
  if (site === undefined) throw new ManagementRefusal('SITE_NOT_FOUND', `there is no site ${siteId}`);
  return site;
}

/** The site with the id, to record to. SITE_NOT_FOUND if there is none, or if its account was deleted. */
export async function requireRecordingSite(db: Database, siteId: string): Promise<RecordingSite> {
  const site = await findRecordingSite(db, siteId);
  if (site === undefined) throw new ManagementRefusal('SITE_NOT_FOUND', `there is no site ${siteId}`);
  return site;
}

/** A site with the email of its account: null if the account was deleted and the site was left behind. */
export type OwnedSite = Site & { readonly account: string | null };

/** The sites of all accounts, oldest first. */
export async function listOwnedSites(db: Database): Promise<readonly OwnedSite[]> {
  const accounts = new Map((await listAccounts(db)).map(({ id, email }) => [id, email]));
  const sites = await listAllSites(db);
  return sites.map((site) => ({ ...site, account: accounts.get(site.accountId) ?? null }));
}

/** Deletes a site and its events, and returns the number of events. SITE_NOT_FOUND if there is no such site. */
export async function deleteSite(db: Database, siteId: string): Promise<number> {
  const site = await requireSite(db, siteId);
  return removeSite(db, site.id);
}

/**
 * Deletes the events before the site, so that an interrupted deletion can be repeated, and afterwards those that were
 * recorded in the meantime.
 */
export async function removeSite(db: Database, siteId: string): Promise<number> {
  const events = await deleteSiteEvents(db, siteId);
  await deleteSiteRow(db, siteId);
  return events + (await deleteSiteEvents(db, siteId));
}

import { USUAL_CAPS } from '../../domain/account-caps.ts';
import { type Site, generateSiteId } from '../../domain/site.ts';
import { type Account, listAccounts } from '../../queries/accounts.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { deleteSiteEvents } from '../../queries/delete-events.ts';
import { markSiteDeletion } from '../../queries/site-deletions.ts';
import {
  type KeptSite,
  type RecordingSite,
  countSites,
  deleteSiteRow,
  findRecordingSite,
  findSites,
  insertFirstSite,
  insertSite,
  listAllSites,
  updateFirstSite,
  updateSite,
} from '../../queries/sites.ts';
import type { Alongside } from './audit.ts';
import { parseDomain, parseName } from './names.ts';
import { ManagementRefusal } from './refusal.ts';

type GivenDomain = {
  readonly domain: string;
  /** Allows a second site of the same domain in the account. */
  readonly force?: true | undefined;
};

type GivenSite = GivenDomain & {
  readonly name: string | undefined;
  /** How many sites the account may have with this one. */
  readonly most?: number | undefined;
  readonly alongside?: Alongside<Site>;
};

/**
 * Creates a site, named after its domain unless a name is given. DOMAIN_TAKEN if the account has one of this domain;
 * TOO_MANY_SITES if it has as many as it may have.
 */
export async function createSite(
  db: Database,
  account: Pick<Account, 'id'>,
  given: GivenSite,
  nowMs: number,
): Promise<Site> {
  const domain = parseDomain(given.domain);
  const name = given.name === undefined ? domain : parseName(given.name);
  const site = { id: generateSiteId(), accountId: account.id, domain, name, createdAtMs: nowMs };
  await inTransaction(db, async (tx) => {
    requireRoom(await countSites(tx, account.id), given.most);
    if (given.force === true) await insertSite(tx, site);
    else requireFirst(site, await insertFirstSite(tx, site));
    await given.alongside?.(tx, site);
  });
  return site;
}

function requireRoom(sites: number, most = USUAL_CAPS.sites): void {
  if (sites < most) return;
  throw new ManagementRefusal(
    'TOO_MANY_SITES',
    `the account has ${sites} sites, and the limit is ${most} (MAX_SITES_PER_ACCOUNT); delete one first`,
  );
}

/** Two sites of one domain are seldom meant: each would record only a part of its traffic. */
function requireFirst({ domain }: Site, other: string | undefined): void {
  if (other !== undefined)
    throw new ManagementRefusal('DOMAIN_TAKEN', `the account already has a site of ${domain}: ${other}`);
}

/** Gives a site another name. Returns the changed site. */
export async function renameSite(
  db: Database,
  siteId: string,
  name: string,
  alongside?: Alongside<Site>,
): Promise<Site> {
  const site = { ...(await requireSite(db, siteId)), name: parseName(name) };
  await inTransaction(db, async (tx) => {
    await updateSite(tx, site);
    await alongside?.(tx, site);
  });
  return site;
}

/** Gives a site another domain, and a name after it if it was named after its domain. DOMAIN_TAKEN as in `createSite`. */
export async function changeDomain(
  db: Database,
  siteId: string,
  given: GivenDomain,
  alongside?: Alongside<Site>,
): Promise<Site> {
  const before = await requireSite(db, siteId);
  const domain = parseDomain(given.domain);
  if (domain === before.domain) return before;
  const site = { ...before, domain, name: before.name === before.domain ? domain : before.name };
  await inTransaction(db, async (tx) => {
    if (given.force === true) await updateSite(tx, site);
    else requireFirst(site, await updateFirstSite(tx, site));
    await alongside?.(tx, site);
  });
  return site;
}

/** The site with the id, in any account. SITE_NOT_FOUND if there is none. */
export async function requireSite(db: Database, siteId: string): Promise<Site> {
  const [site] = await findSites(db, [siteId]);
  return site ?? refuseUnknown(siteId);
}

/** The site with the id, to record to. SITE_NOT_FOUND if there is none, or if its account was deleted. */
export async function requireRecordingSite(db: Database, siteId: string): Promise<RecordingSite> {
  return (await findRecordingSite(db, siteId)) ?? refuseUnknown(siteId);
}

function refuseUnknown(siteId: string): never {
  throw new ManagementRefusal('SITE_NOT_FOUND', `there is no site ${siteId}`);
}

/** A site with the email of its account: null if the account was deleted and the site was left behind. */
export type OwnedSite = KeptSite & { readonly account: string | null };

/** The sites of all accounts, oldest first. */
export async function listOwnedSites(db: Database): Promise<readonly OwnedSite[]> {
  const accounts = new Map((await listAccounts(db)).map(({ id, email }) => [id, email]));
  const sites = await listAllSites(db);
  return sites.map((site) => ({ ...site, account: accounts.get(site.accountId) ?? null }));
}

/** Deletes a site and its events, and returns the number of events. SITE_NOT_FOUND if there is no such site. */
export async function deleteSite(db: Database, siteId: string, alongside?: Alongside<Site>): Promise<number> {
  const site = await requireSite(db, siteId);
  return removeSite(db, site.id, async (tx) => alongside?.(tx, site));
}

/**
 * Deletes the events before the site, so that an interrupted deletion can be repeated, and afterwards those that were
 * recorded in the meantime. Exports of the site under way break off from the mark on.
 */
export async function removeSite(
  db: Database,
  siteId: string,
  alongside?: Alongside<undefined>,
): Promise<number> {
  await markSiteDeletion(db, siteId);
  const events = await deleteSiteEvents(db, siteId);
  await inTransaction(db, async (tx) => {
    await deleteSiteRow(tx, siteId);
    await alongside?.(tx, undefined);
  });
  return events + (await deleteSiteEvents(db, siteId));
}

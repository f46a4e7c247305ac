import type { Transaction } from 'kysely';
import { counted } from '../../domain/counted.ts';
import { USUAL_CAPS } from '../../domain/account-caps.ts';
import { MOST_RETENTION_DAYS } from '../../domain/plan.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Site, generateSiteId } from '../../domain/site.ts';
import type { Tables } from '../../database/tables.ts';
import { deleteSiteEvents } from '../../queries/delete-events.ts';
import { forgetRequests } from '../../queries/request-digests.ts';
import { markSiteDeletion } from '../../queries/site-deletions.ts';
import { deleteRobots } from '../../queries/unlisted-robots.ts';
import {
  type SiteFields,
  countSites,
  deleteSiteRow,
  findSiteOfDomain,
  insertSite,
  updateSite,
} from '../../queries/sites.ts';
import { type Asker, type NamedAccount, inAccount } from './in-account.ts';
import { inEvenMarked, inSite } from './in-site.ts';
import { parseDomain, parseName } from './names.ts';

type GivenDomain = {
  readonly domain: string;
  /** Allows a second site of the same domain in the account. */
  readonly force?: true | undefined;
};

type GivenSite = GivenDomain & {
  readonly name: string | undefined;
  /** How many sites the account may have with this one. */
  readonly most?: number | undefined;
};

/**
 * Creates a site, named after its domain unless a name is given. DOMAIN_TAKEN if the account has one of this domain;
 * TOO_MANY_SITES if it has as many as it may have.
 */
export async function createSite(asker: Asker, account: NamedAccount, given: GivenSite): Promise<Site> {
  const domain = parseDomain(given.domain);
  const name = given.name === undefined ? domain : parseName(given.name);
  const site = { id: generateSiteId(), accountId: account.id, domain, name, createdAtMs: asker.nowMs };
  return inAccount(asker, account, async (tx) => {
    requireRoom(await countSites(tx, account.id), given.most);
    if (given.force !== true) await requireFirst(tx, site);
    await insertSite(tx, site);
    return { result: site, lines: [{ action: 'site.create', detail: `${domain} (${site.id})` }] };
  });
}

/** Gives a site another name. */
export async function renameSite(asker: Asker, siteId: string, given: string): Promise<Site> {
  return changeSite(asker, siteId, ({ id, domain }) => {
    const name = parseName(given);
    return { fields: { name }, action: 'site.rename', detail: `${domain} (${id}) to ${name}` };
  });
}

/** Gives a site another domain, and a name after it if it was named after its domain. DOMAIN_TAKEN as in `createSite`. */
export async function setDomain(asker: Asker, siteId: string, given: GivenDomain): Promise<Site> {
  return changeSite(asker, siteId, async (site, tx) => {
    const domain = parseDomain(given.domain);
    if (domain === site.domain) return undefined;
    if (given.force !== true) await requireFirst(tx, { ...site, domain });
    const fields = site.name === site.domain ? { domain, name: domain } : { domain };
    return { fields, action: 'site.set-domain', detail: `${site.id} to ${domain}` };
  });
}

/** Sets for how many whole days, including today, a site's events are kept; null for as long as its plan keeps them. */
export async function setRetention(asker: Asker, siteId: string, days: number | null): Promise<Site> {
  return changeSite(asker, siteId, ({ id, domain }) => {
    if (days !== null && (days < 1 || days > MOST_RETENTION_DAYS))
      throw new Refusal('INVALID_RETENTION', {
        clause: `the days must be a whole number from 1 to ${MOST_RETENTION_DAYS}`,
      });
    const kept = days === null ? 'that of the plan' : counted(days, 'day');
    const fields = { retentionDays: days };
    return { fields, action: 'site.set-retention', detail: `${domain} (${id}) to ${kept}` };
  });
}

/**
 * Deletes a site and its events, and returns the number of events. DOMAIN_MISMATCH if another domain is repeated than that
 * of the site. The events are deleted first, so that an interrupted deletion can be repeated, and afterwards those that
 * were recorded in the meantime. Exports of the site under way break off from the mark on.
 */
export async function deleteSite(asker: Asker, siteId: string, repeated?: string): Promise<number> {
  await inEvenMarked(asker, siteId, async (tx, site) => {
    if (repeated !== undefined) requireRepeated(site, repeated);
    await markSiteDeletion(tx, site.id);
    return { result: undefined, lines: [] };
  });
  const events = await deleteSiteEvents(asker.db, siteId);
  await forgetRequests(asker.db, siteId);
  await deleteRobots(asker.db, siteId);
  await inEvenMarked(asker, siteId, async (tx, { id, domain }) => {
    await deleteSiteRow(tx, id);
    // without the number of events: some may arrive until then
    return { result: undefined, lines: [{ action: 'site.delete', detail: `${domain} (${id})` }] };
  });
  return events + (await deleteSiteEvents(asker.db, siteId));
}

/** What changes of a site, and what the audit says of it. */
type SiteChange = { readonly fields: SiteFields; readonly action: string; readonly detail: string };

/** Changes a site as is decided from what it is, if anything is to be changed. Returns it as it is then. */
export function changeSite(
  asker: Asker,
  siteId: string,
  decide: (site: Site, tx: Transaction<Tables>) => SiteChange | undefined | Promise<SiteChange | undefined>,
): Promise<Site> {
  return inSite(asker, siteId, async (tx, site) => {
    const change = await decide(site, tx);
    if (change === undefined) return { result: site, lines: [] };
    const { fields, ...line } = change;
    await updateSite(tx, site.id, fields);
    const { name = site.name, domain = site.domain } = fields;
    return { result: { ...site, name, domain }, lines: [line] };
  });
}

function requireRoom(sites: number, most = USUAL_CAPS.sites): void {
  if (sites < most) return;
  throw new Refusal('TOO_MANY_SITES', {
    clause: `the account has ${sites} sites, and the limit is ${most} (MAX_SITES_PER_ACCOUNT); delete one first`,
  });
}

/** Two sites of one domain are seldom meant: each would record only a part of its traffic. */
async function requireFirst(tx: Transaction<Tables>, site: Site): Promise<void> {
  const other = await findSiteOfDomain(tx, site);
  if (other !== undefined)
    throw new Refusal('DOMAIN_TAKEN', {
      clause: `the account already has a site of ${site.domain}: ${other}`,
    });
}

function requireRepeated({ domain }: Site, repeated: string): void {
  if (parseDomain(repeated) !== domain)
    throw new Refusal('DOMAIN_MISMATCH', {
      clause: `the domain of the site is ${domain}; nothing was deleted`,
    });
}

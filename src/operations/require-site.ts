import type { Database } from '../database/database.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Site, looksLikeSiteId } from '../domain/site.ts';
import { type ExcludingSite, findRecordingSite, findSites, listAllSites } from '../queries/sites.ts';
import { parseHostName } from './owner/names.ts';

export type { ExcludingSite };

/**
 * The site that an operator names: by its id, or by its domain if no other site has it. SITE_NOT_FOUND if there is none, or
 * if there are several.
 */
export async function requireSite(db: Database, named: string): Promise<Site> {
  const [site] = await findSites(db, [named]);
  return site ?? requireSiteOfDomain(db, named);
}

/** The same site, to record to, and what it excludes. SITE_NOT_FOUND also if its account was deleted. */
export async function requireRecordingSite(db: Database, named: string): Promise<ExcludingSite> {
  const site = await findRecordingSite(db, named);
  if (site !== undefined) return site;
  const { id } = await requireSiteOfDomain(db, named);
  const found = await findRecordingSite(db, id);
  if (found === undefined) throw unknownSite(named);
  return found;
}

/** The refusal for somebody who may use every site. */
export function unknownSite(siteId: string): Refusal {
  return new Refusal('SITE_NOT_FOUND', { clause: `there is no site ${siteId}` });
}

async function requireSiteOfDomain(db: Database, named: string): Promise<Site> {
  if (looksLikeSiteId(named)) throw unknownSite(named);
  const domain = parseHostName(named);
  const [site, ...others] = (await listAllSites(db)).filter((one) => one.domain === domain);
  if (site === undefined)
    throw new Refusal('SITE_NOT_FOUND', {
      clause: `there is no site with the id or the domain ${named}; "site list" shows the sites`,
    });
  if (others.length === 0) return site;
  const ids = [site, ...others].map(({ id }) => id).join(', ');
  throw new Refusal('SITE_NOT_FOUND', {
    clause: `${others.length + 1} sites have the domain ${site.domain}; name one by its id: ${ids}`,
  });
}

import type { Database } from '../database/database.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Site } from '../domain/site.ts';
import { type RecordingSite, findRecordingSite, findSites } from '../queries/sites.ts';

/** The site with the id, in any account. SITE_NOT_FOUND if there is none. */
export async function requireSite(db: Database, siteId: string): Promise<Site> {
  const [site] = await findSites(db, [siteId]);
  if (site === undefined) throw unknownSite(siteId);
  return site;
}

/** The site with the id, to record to. SITE_NOT_FOUND if there is none, or if its account was deleted. */
export async function requireRecordingSite(db: Database, siteId: string): Promise<RecordingSite> {
  const site = await findRecordingSite(db, siteId);
  if (site === undefined) throw unknownSite(siteId);
  return site;
}

/** The refusal for somebody who may use every site. */
export function unknownSite(siteId: string): Refusal {
  return new Refusal('SITE_NOT_FOUND', { clause: `there is no site ${siteId}` });
}

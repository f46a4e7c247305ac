import type { Site } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { listAllSites } from '../../queries/sites.ts';
import { rebuildDay } from '../../queries/rebuild-rollups.ts';
import { type Drift, findDrift } from '../../queries/verify-rollups.ts';
import { requireSite } from '../owner/sites.ts';

export type Verification = {
  /** The number of sites recounted. */
  readonly sites: number;
  /** Every rollup row that differs from the events. */
  readonly drift: readonly (Drift & { readonly siteId: string })[];
};

/** Compares the rollups of one site, or of all, with the events. Refused if there is no such site. */
export async function verify(db: Database, siteId: string | undefined): Promise<Verification> {
  const sites: readonly Site[] =
    siteId === undefined ? await listAllSites(db) : [await requireSite(db, siteId)];
  const drift: (Drift & { siteId: string })[] = [];
  for (const { id } of sites) {
    for (const found of await findDrift(db, id)) drift.push({ siteId: id, ...found });
  }
  return { sites: sites.length, drift };
}

/** The days of a site whose rollups were recounted. */
export type Rebuilt = { readonly siteId: string; readonly days: readonly string[] };

/** Recounts the days, of one site or of all, whose rollups differ from the events. Locks the site for each day. */
export async function rebuild(db: Database, siteId: string | undefined): Promise<readonly Rebuilt[]> {
  const { drift } = await verify(db, siteId);
  const daysBySite = new Map<string, Set<string>>();
  for (const { siteId: id, day } of drift) daysBySite.set(id, (daysBySite.get(id) ?? new Set()).add(day));
  const rebuilt: Rebuilt[] = [];
  for (const [id, drifted] of daysBySite) {
    const days = [...drifted].toSorted();
    for (const day of days) await rebuildDay(db, id, Date.parse(day));
    rebuilt.push({ siteId: id, days });
  }
  return rebuilt;
}

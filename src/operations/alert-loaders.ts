import DataLoader from 'dataloader';
import type { Loaders } from '../context.ts';
import type { Database } from '../database/database.ts';
import { ALL_TIME } from '../domain/date-range.ts';
import { groupBy } from '../domain/group-by.ts';
import { listMutes } from '../queries/alert-rules.ts';
import { listAlerts } from '../queries/alerts.ts';
import { listNotes } from '../queries/notes.ts';
import { alertRulesOfSites } from './alert-rules-of-sites.ts';

/**
 * The alerts of a site, and what is beside them. Each alert has its site, so that a document may come by one list a thousand
 * times.
 */
export function createAlertLoaders(
  db: Database,
  nowMs: number,
): Pick<Loaders, 'alerts' | 'alertRules' | 'mutes' | 'notes'> {
  return {
    alerts: new DataLoader(
      (listings) =>
        Promise.all(
          listings.map(({ after, limit, ...filter }) => listAlerts(db, filter, { nowMs, after, limit })),
        ),
      { cacheKeyFn: (listing) => JSON.stringify(listing) },
    ),
    alertRules: new DataLoader((sites) => alertRulesOfSites(db, sites, nowMs), {
      cacheKeyFn: ({ id }) => id,
    }),
    mutes: new DataLoader(async (siteIds) => {
      const bySite = groupBy(await listMutes(db, siteIds, nowMs), ({ siteId }) => siteId);
      return siteIds.map((id) => bySite.get(id) ?? []);
    }),
    notes: new DataLoader((siteIds) => Promise.all(siteIds.map((id) => listNotes(db, id, ALL_TIME)))),
  };
}

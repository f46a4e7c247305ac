import DataLoader from 'dataloader';
import type { Loaders } from '../context.ts';
import type { Database } from '../database/database.ts';
import { listAlerts } from '../queries/alerts.ts';

/** What the alerts of a site lead to: each has its site, so that a document may come by one list a thousand times. */
export function createAlertLoaders(db: Database, nowMs: number): Pick<Loaders, 'alerts'> {
  return {
    alerts: new DataLoader(
      (listings) =>
        Promise.all(
          listings.map(({ after, limit, ...filter }) => listAlerts(db, filter, { nowMs, after, limit })),
        ),
      { cacheKeyFn: (listing) => JSON.stringify(listing) },
    ),
  };
}

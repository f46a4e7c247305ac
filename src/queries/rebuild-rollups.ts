import type { Database } from '../database/database.ts';
import { lockSite } from '../database/site-lock.ts';
import { inTransaction } from '../database/transaction.ts';
import { addToRollups, deleteDayRollups } from './day-rollups.ts';

/** Recounts one day of a site's rollups from its events, in a transaction that keeps recorders away from the site. */
export async function rebuildDay(db: Database, siteId: string, dayMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSite(tx, siteId);
    await deleteDayRollups(tx, siteId, dayMs);
    await addToRollups(tx, { siteId, dayMs }, 1);
  });
}

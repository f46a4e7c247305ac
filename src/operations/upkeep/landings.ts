import { DAY_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { countLandingPages, deleteLandings } from '../../queries/landings.ts';
import { deleteSecrets } from '../../queries/visitor-secrets.ts';

const MINUTE_MS = 60_000;

/** About 100,000 landings. There is no index of when they end: it would be as large as they are. */
const PAGES_A_STEP = 1_000;

/**
 * Deletes the landings that ended a minute ago, since requests are recorded some seconds after they were made, and the secrets
 * of the days before yesterday. Throws if the database is away.
 */
export async function sweepLandings(db: Database, nowMs: number, stop?: AbortSignal): Promise<void> {
  const beforeMinute = Math.floor(nowMs / MINUTE_MS);
  const pages = await countLandingPages(db);
  for (let firstPage = 0; firstPage < pages && stop?.aborted !== true; firstPage += PAGES_A_STEP)
    await deleteLandings(db, { firstPage, pages: PAGES_A_STEP, beforeMinute });
  await deleteSecrets(db, startOfDay(nowMs) - DAY_MS);
}

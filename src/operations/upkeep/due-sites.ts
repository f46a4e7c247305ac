import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { listSiteIds } from '../../queries/sites.ts';

/** Why work on a site, or looking for it, failed. */
export type SiteFailed = { readonly siteId: string; readonly cause: unknown };

/** So many are looked at within a few milliseconds. */
export const SITES_AT_A_TIME = 500;

/** The ids of all sites, in their order, a few hundred at a time. */
export async function* pagesOfSites(db: Database, stop?: AbortSignal): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = ''; after !== undefined && stop?.aborted !== true;) {
    const ids = await listSiteIds(db, after, SITES_AT_A_TIME);
    yield ids;
    after = ids.length < SITES_AT_A_TIME ? undefined : ids.at(-1);
  }
}

/**
 * Looks at many sites at once, and where that fails, at fewer: a Citus worker that is away keeps the sites of others from
 * nothing. Yields what is found, and the sites whose look fails. Throws if the database is away.
 */
export async function* lookAtSites<Found>(
  siteIds: readonly string[],
  look: (siteIds: readonly string[]) => Promise<readonly Found[]>,
): AsyncGenerator<Found | SiteFailed> {
  try {
    yield* await look(siteIds);
  } catch (cause) {
    if (isAway(cause)) throw cause;
    const [siteId] = siteIds;
    if (siteId === undefined) return;
    if (siteIds.length === 1) {
      yield { siteId, cause };
      return;
    }
    const half = siteIds.length / 2;
    yield* lookAtSites(siteIds.slice(0, half), look);
    yield* lookAtSites(siteIds.slice(half), look);
  }
}

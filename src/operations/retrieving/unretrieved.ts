import { groupBy } from '../../domain/group-by.ts';
import { MOST_VERSIONS } from '../../domain/robots-version.ts';
import type { Site } from '../../domain/site.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { listVersionTimes } from '../../queries/robots-versions.ts';
import { listDueSitemaps } from '../../queries/sitemaps.ts';
import { findSites } from '../../queries/sites.ts';
import { pagesOfSites } from '../upkeep/due-sites.ts';

/** Sites of which a server keeps nothing, as far as what is stored shows it. */
export type Unretrieved = {
  /** Those that have no version of robots.txt. */
  readonly withoutRobots: readonly Site[];
  /** Those that can have no more versions. */
  readonly fullOfRobots: readonly Site[];
  /** Those that have no list of pages, or an old one. */
  readonly oldSitemaps: readonly Site[];
};

/** A server tries once an hour and once a day. Until then nothing is amiss, nor with a newer site. */
const OLD_MS = 2 * DAY_MS;

/** Looks at all sites. */
export async function findUnretrieved(db: Database, nowMs: number): Promise<Unretrieved> {
  const found = { withoutRobots: [] as Site[], fullOfRobots: [] as Site[], oldSitemaps: [] as Site[] };
  for await (const ids of pagesOfSites(db)) {
    const [known, due, times] = await Promise.all([
      findSites(db, ids),
      listDueSitemaps(db, ids, nowMs - OLD_MS),
      listVersionTimes(db, ids),
    ]);
    const sites = known
      .filter(({ createdAtMs }) => createdAtMs < nowMs - OLD_MS)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const versions = groupBy(times, ({ siteId }) => siteId);
    const isDue = new Set(due);
    const countOf = ({ id }: Site) => versions.get(id)?.length ?? 0;
    found.withoutRobots.push(...sites.filter((site) => countOf(site) === 0));
    found.fullOfRobots.push(...sites.filter((site) => countOf(site) >= MOST_VERSIONS));
    found.oldSitemaps.push(...sites.filter(({ id }) => isDue.has(id)));
  }
  return found;
}

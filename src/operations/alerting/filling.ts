import { DAY_MS, startOfDay, startOfHour } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { listUncountedSites } from '../../queries/alert-sites.ts';
import { isAway } from '../../database/lost-connection.ts';
import { type SiteFailed, lookAtSites, pagesOfSites } from '../upkeep/due-sites.ts';
import { countDays } from './counting.ts';
import { KEEP_DAYS } from './deep-look.ts';
import { remember } from './look.ts';

export type FillingParts = {
  readonly db: Database;
  readonly stop?: AbortSignal | undefined;
  /** The only one; all sites by default. */
  readonly siteId?: string | undefined;
  /** Sites that are left out. */
  readonly except?: ReadonlySet<string>;
  /** When it is to pause, so that other work has its turn. */
  readonly isTimeOver?: () => boolean;
};

/** Counts the last weeks of the sites of which nothing is counted yet. Yields those that fail. */
export async function* fillSites(parts: FillingParts, nowMs: number): AsyncGenerator<SiteFailed> {
  const { db } = parts;
  const range = { fromMs: startOfDay(nowMs) - KEEP_DAYS * DAY_MS, untilMs: startOfDay(startOfHour(nowMs)) };
  for await (const site of uncountedSites(parts, range.fromMs)) {
    if (typeof site !== 'string') {
      yield site;
      continue;
    }
    try {
      await countDays(db, site, range, parts.stop);
      if (parts.stop?.aborted !== true) await remember(db, site);
    } catch (cause) {
      if (isAway(cause)) throw cause;
      yield { siteId: site, cause };
    }
  }
}

async function* uncountedSites(
  { db, stop, siteId, except, isTimeOver = () => false }: FillingParts,
  fromMs: number,
): AsyncGenerator<string | SiteFailed> {
  const pages = siteId === undefined ? pagesOfSites(db, stop) : [[siteId]];
  for await (const siteIds of pages)
    for await (const site of lookAtSites(siteIds, (some) => listUncountedSites(db, some, fromMs))) {
      if (stop?.aborted === true || isTimeOver()) return;
      if (!isExcepted(site, except)) yield site;
    }
}

function isExcepted(site: string | SiteFailed, except: ReadonlySet<string> | undefined): boolean {
  return typeof site === 'string' && except?.has(site) === true;
}

import type { Site } from '../../domain/site.ts';
import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import { several } from '../../database/several.ts';
import { findSites } from '../../queries/sites.ts';
import { listDueSitemaps } from '../../queries/sitemaps.ts';
import type { SitemapFiles } from '../../sitemap/collect-pages.ts';
import { type SiteFailed, pagesOfSites } from '../upkeep/due-sites.ts';
import { type Beat, type BeatParts, startBeat } from '../upkeep/beat.ts';
import type { Turn } from '../upkeep/turn.ts';
import { updateSitemap } from './update-sitemap.ts';

type UpdateParts = BeatParts & {
  readonly now: () => number;
  /** Where the sitemaps of a site are read from. It rejects once the signal aborts. */
  readonly filesOf: (site: Pick<Site, 'domain'>, stop: AbortSignal) => SitemapFiles;
  readonly lookMs?: number | undefined;
};

/** So many lists are made at a time. Most of their time they wait until their host may be asked again. */
const AT_ONCE = 8;

/**
 * Updates the lists of all sites that are a day old, some at a time, so that a site of many files keeps no other waiting. Of
 * all processes one does so. What fails is logged, by site, and tried again a day later.
 */
export function startDailyUpdates({ now, filesOf, lookMs = HOUR_MS, ...parts }: UpdateParts): Beat {
  const { db, log } = parts;
  /** When the sites were tried whose list is still old. */
  const failedAtMs = new Map<string, number>();

  async function update(site: Site, stop: AbortSignal): Promise<SiteFailed | undefined> {
    try {
      await updateSitemap({ db, now }, site, filesOf(site, stop));
      failedAtMs.delete(site.id);
      return undefined;
    } catch (cause) {
      if (stop.aborted) return undefined;
      failedAtMs.set(site.id, now());
      return { siteId: site.id, cause };
    }
  }

  async function dueAmong(siteIds: readonly string[]): Promise<readonly Site[]> {
    const due = await listDueSitemaps(db, siteIds, now() - DAY_MS);
    return findSites(
      db,
      due.filter((siteId) => !failedAtMs.has(siteId)),
    );
  }

  async function* dueSites(turn: Turn, stop: AbortSignal): AsyncGenerator<Site> {
    for await (const siteIds of pagesOfSites(db, stop))
      for (const site of await dueAmong(siteIds)) {
        // another process has it if this one was silent for too long
        if (stop.aborted || !(await turn.take())) return;
        yield site;
      }
  }

  const rhythm = { name: 'sitemaps', everyMs: lookMs, failed: 'sitemaps not updated', atOnce: true } as const;
  return startBeat(parts, rhythm, async (turn, stop) => {
    if (!(await turn.take())) return;
    for (const [siteId, atMs] of failedAtMs) if (atMs < now() - DAY_MS) failedAtMs.delete(siteId);
    const failures = several(dueSites(turn, stop), AT_ONCE, (site) => update(site, stop));
    for await (const failed of failures)
      if (failed) log.warn({ err: failed.cause, siteId: failed.siteId }, 'sitemap of a site not updated');
  });
}

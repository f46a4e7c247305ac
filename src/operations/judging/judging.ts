import { type Catalogue, INSTALLED } from '../../catalogue/catalogue.ts';
import { startOfDay, startOfHour } from '../../domain/time.ts';
import { isAway } from '../../database/lost-connection.ts';
import { several } from '../../database/several.ts';
import { Overtaken } from '../../queries/judged-site-statements.ts';
import { type SiteToJudge, findSitesToJudge } from '../../queries/judged-sites.ts';
import { type VersionTime, listVersionTimes } from '../../queries/robots-versions.ts';
import { groupBy } from '../../domain/group-by.ts';
import { type SiteFailed, lookAtSites, pagesOfSites } from '../upkeep/due-sites.ts';
import { type Beat, type BeatParts, startBeat } from '../upkeep/beat.ts';
import { judgeSite } from './judge-site.ts';

type StartParts = BeatParts & {
  /** The installed one by default. */
  readonly catalogue?: (() => Catalogue) | undefined;
  readonly now: () => number;
  /** How many sites are worked on at a time. */
  readonly atOnce?: number | undefined;
};

/** Visits are judged within a minute of their recording, and looking takes some of that. */
const LOOK_MS = 40_000;
/** So long a site is judged again, as by a version of a year ago, before others have their turn. */
const AGAIN_MS = 10_000;

/**
 * Looks every forty seconds which sites have visits to be judged. Of all processes one does so; another takes over when that
 * one is gone. Failures are logged, by site, and retried at the next look.
 */
export function startJudging({ now, atOnce, catalogue, ...parts }: StartParts): Beat {
  const { db, log } = parts;
  // one for all looks: it knows which days it was of no use to look at again
  let judge: ReturnType<typeof createJudging> | undefined;
  const rhythm = { name: 'judging', everyMs: LOOK_MS, failed: 'visits not judged', atOnce: true } as const;
  return startBeat(parts, rhythm, async (turn, stop) => {
    if (!(await turn.take())) return;
    judge ??= createJudging({ db, catalogue, atOnce, stop });
    for await (const { siteId, cause } of judge(now()))
      log.warn({ err: cause, siteId }, 'visits of a site not judged');
  });
}

type LookParts = Pick<StartParts, 'db' | 'catalogue' | 'atOnce'> & {
  readonly stop?: AbortSignal | undefined;
};

type Due = SiteToJudge & { readonly versions: readonly VersionTime[] };

/** Judges what is due on all sites, each time it is called. Yields the sites that fail. Throws if the database is away. */
export function createJudging({ db, catalogue = () => INSTALLED, atOnce = 1, stop }: LookParts) {
  let done = new Map<string, number>();
  let hour = NaN;

  async function judge(due: Due, nowMs: number): Promise<SiteFailed | undefined> {
    const startMs = performance.now();
    const isTimeOver = () => stop?.aborted === true || performance.now() - startMs > AGAIN_MS;
    const parts = { db, catalogue: catalogue(), stop, done, isTimeOver };
    try {
      await judgeSite(parts, due, { versions: due.versions, nowMs });
      return undefined;
    } catch (cause) {
      if (isAway(cause)) throw cause;
      // whoever changed the site will judge it, or the next look does
      if (cause instanceof Overtaken || stop?.aborted === true) return undefined;
      return { siteId: due.site.siteId, cause };
    }
  }

  return async function* judgeSites(nowMs: number): AsyncGenerator<SiteFailed> {
    if (startOfHour(nowMs) !== hour) [hour, done] = [startOfHour(nowMs), new Map<string, number>()];
    const failures = several(sitesToJudge({ db, stop }, nowMs), atOnce, (site) =>
      'cause' in site ? Promise.resolve(site) : judge(site, nowMs),
    );
    for await (const failed of failures) if (failed !== undefined) yield failed;
  };
}

async function* sitesToJudge(
  { db, stop }: Pick<LookParts, 'db' | 'stop'>,
  nowMs: number,
): AsyncGenerator<Due | SiteFailed> {
  for await (const siteIds of pagesOfSites(db, stop)) {
    const bySite = groupBy(await listVersionTimes(db, siteIds), ({ siteId }) => siteId);
    const versionsOf = (siteId: string) => bySite.get(siteId) ?? [];
    const found = lookAtSites(siteIds, (some) =>
      findSitesToJudge(
        db,
        some.map((siteId) => ({ siteId, versions: versionsOf(siteId) })),
        startOfDay(nowMs),
      ),
    );
    for await (const due of found) {
      if (stop?.aborted === true) return;
      yield 'cause' in due ? due : { ...due, versions: versionsOf(due.site.siteId) };
    }
  }
}

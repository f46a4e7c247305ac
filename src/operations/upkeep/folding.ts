import type { TimeRange } from '../../domain/date-range.ts';
import { EARLIEST_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { type Block, firstDayOfBlock } from '../../queries/blocks.ts';
import { findUncountedDays, recountCountryDay } from '../../queries/country-days.ts';
import { foldDay, foldPagesOfBlock } from '../../queries/folded-pages.ts';
import { type DayCount, findUnfoldedBlocks, findUnfoldedDays } from '../../queries/unfolded-pages.ts';
import { type SiteToFold, findSitesToFold, noteFolded, noteFolding } from '../../queries/folded-sites.ts';
import { countBlock, findMissingNameBlocks } from '../../queries/name-blocks.ts';
import { findSplitDays, joinSlots } from '../../queries/slots.ts';
import { type SiteFailed, lookAtSites, pagesOfSites } from './due-sites.ts';
import type { Growth } from './growth.ts';
import { several } from '../../database/several.ts';

type FoldingParts = {
  readonly db: Database;
  readonly stop?: AbortSignal | undefined;
  /** How many sites are worked on at a time. */
  readonly atOnce?: number | undefined;
  /** Sites that are left out. */
  readonly except?: ReadonlySet<string> | undefined;
  readonly fewestEvents?: number;
  /** What was folded lately; without it, nothing waits. */
  readonly growth?: Growth | undefined;
};

/** A day or block with fewer events is counted from them as fast as from what is folded. */
const FEWEST_EVENTS = 500;

/**
 * Prepares the days before today for long ranges, on every site where events were recorded to such days since it was last
 * done. Yields the sites that fail, which does not keep the others from their turn. Throws if the database is away.
 */
export async function* foldSites(parts: FoldingParts, nowMs: number): AsyncGenerator<SiteFailed> {
  const failures = several(sitesToFold(parts, startOfDay(nowMs)), parts.atOnce ?? 1, (site) =>
    'cause' in site ? Promise.resolve(site) : foldSite(parts, site, nowMs),
  );
  for await (const failed of failures) if (failed !== undefined) yield failed;
}

async function* sitesToFold(
  { db, stop, except }: FoldingParts,
  untilMs: number,
): AsyncGenerator<SiteToFold | SiteFailed> {
  for await (const siteIds of pagesOfSites(db, stop)) {
    const found = lookAtSites(siteIds, (some) => findSitesToFold(db, some, untilMs));
    for await (const site of found) {
      if (stop?.aborted === true) return;
      if (except?.has(site.siteId) !== true) yield site;
    }
  }
}

/** Returns why the site could not be folded, or not as a whole. */
async function foldSite(
  parts: FoldingParts,
  site: SiteToFold,
  nowMs: number,
): Promise<SiteFailed | undefined> {
  const { db, stop, fewestEvents = FEWEST_EVENTS, growth } = parts;
  const { siteId } = site;
  const untilMs = startOfDay(nowMs);
  const fromMs = site.fromMs === undefined ? EARLIEST_MS : firstDayOfBlock(site.fromMs);
  let waiting = 0;
  const isDue: ClosedDays['isDue'] = (kind, { firstMs, days }, events) => {
    const waits = growth?.waits(`${siteId} ${kind} ${days} ${firstMs}`, events, nowMs) === true;
    if (waits) waiting += 1;
    return !waits;
  };
  try {
    await noteFolding(db, siteId);
    const failed = await foldKinds({ db, siteId, closed: { fromMs, untilMs }, fewestEvents, isDue }, stop);
    if (failed === undefined && waiting === 0 && stop?.aborted !== true) await noteFolded(db, site, untilMs);
    return failed;
  } catch (cause) {
    if (isAway(cause)) throw cause;
    return { siteId, cause };
  }
}

/** One kind that fails does not keep the others from being folded. Returns the first failure. */
async function foldKinds(closed: ClosedDays, stop: AbortSignal | undefined): Promise<SiteFailed | undefined> {
  let failed: SiteFailed | undefined;
  for (const kind of [foldCountries, foldSlots, foldNames, foldPages]) {
    try {
      for await (const fold of kind(closed)) {
        if (stop?.aborted === true) return failed;
        await fold();
      }
    } catch (cause) {
      if (isAway(cause)) throw cause;
      failed ??= { siteId: closed.siteId, cause };
    }
  }
  return failed;
}

type ClosedDays = {
  readonly db: Database;
  readonly siteId: string;
  readonly closed: TimeRange;
  readonly fewestEvents: number;
  /** Whether a block with so many events does not wait until it has stopped growing. */
  readonly isDue: (kind: 'slots' | 'names' | 'pages', block: Block, events: number) => boolean;
};

/** Steps of work: each is a transaction or a few. */
type Steps = AsyncGenerator<() => Promise<void>>;

/** Counts the countries of days that an earlier release recorded. */
async function* foldCountries({ db, siteId, closed }: ClosedDays): Steps {
  for (const dayMs of await findUncountedDays(db, siteId, closed))
    yield () => recountCountryDay(db, siteId, dayMs);
}

async function* foldSlots({ db, siteId, closed, isDue }: ClosedDays): Steps {
  const days = await findSplitDays(db, siteId, closed);
  const due = days.filter(({ dayMs, events }) => isDue('slots', { firstMs: dayMs, days: 1 }, events));
  for (const some of inSteps(due)) yield () => joinSlots(db, siteId, some);
}

/** The slots of sparse days are joined together. A day with more events than this is joined by itself. */
const EVENTS_PER_STEP = 2_000;
const DAYS_PER_STEP = 64;

function inSteps(days: readonly DayCount[]): readonly (readonly number[])[] {
  const steps: number[][] = [];
  let [step, sum]: [number[], number] = [[], Infinity];
  for (const { dayMs, events } of days) {
    sum += events;
    if (sum > EVENTS_PER_STEP || step.length === DAYS_PER_STEP) {
      [step, sum] = [[], events];
      steps.push(step);
    }
    step.push(dayMs);
  }
  return steps;
}

async function* foldNames({ db, siteId, closed, fewestEvents, isDue }: ClosedDays): Steps {
  for (const { events, ...block } of await findMissingNameBlocks(db, siteId, closed, fewestEvents))
    if (isDue('names', block, events)) yield () => countBlock(db, siteId, block);
}

/** Blocks are made from what is folded of days and shorter blocks. */
async function* foldPages({ db, siteId, closed, fewestEvents, isDue }: ClosedDays): Steps {
  for (const day of await findUnfoldedDays(db, siteId, closed, fewestEvents))
    if (isDue('pages', { firstMs: day.dayMs, days: 1 }, day.events)) yield () => foldDay(db, siteId, day);
  for (const { events, ...block } of await findUnfoldedBlocks(db, siteId, closed, fewestEvents))
    if (isDue('pages', block, events)) yield () => foldPagesOfBlock(db, siteId, block, fewestEvents);
}

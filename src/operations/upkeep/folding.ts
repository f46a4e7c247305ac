import type { TimeRange } from '../../domain/date-range.ts';
import { EARLIEST_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { findUncountedDays, recountCountryDay } from '../../queries/country-days.ts';
import {
  findUnfoldedBlocks,
  findUnfoldedDays,
  foldDay,
  foldPagesOfBlock,
} from '../../queries/folded-pages.ts';
import { countBlock, findMissingNameBlocks } from '../../queries/name-blocks.ts';
import { listAllSites } from '../../queries/sites.ts';
import { findSplitDays, joinSlots } from '../../queries/slots.ts';

/** Why the closed days of a site could not be folded, or not all of them. */
export type NotFolded = { readonly siteId: string; readonly cause: unknown };

type FoldingParts = {
  readonly db: Database;
  readonly stop?: AbortSignal | undefined;
  readonly fewestEvents?: number;
};

/** A day or block with fewer events is counted from them as fast as from what is folded. */
const FEWEST_EVENTS = 500;

/**
 * Prepares the days before today for long ranges, on every site. Yields the sites that fail, which does not keep the
 * others from their turn. Throws if the database is away.
 */
export async function* foldSites(
  { db, stop, fewestEvents = FEWEST_EVENTS }: FoldingParts,
  nowMs: number,
): AsyncGenerator<NotFolded> {
  const closed = { fromMs: EARLIEST_MS, untilMs: startOfDay(nowMs) };
  for (const { id: siteId } of await listAllSites(db)) {
    for (const kind of [foldCountries, foldSlots, foldNames, foldPages]) {
      try {
        for await (const fold of kind({ db, siteId, closed, fewestEvents })) {
          if (stop?.aborted === true) return;
          await fold();
        }
      } catch (cause) {
        if (isAway(cause)) throw cause;
        yield { siteId, cause };
      }
    }
  }
}

type ClosedDays = {
  readonly db: Database;
  readonly siteId: string;
  readonly closed: TimeRange;
  readonly fewestEvents: number;
};

/** Steps of work: each is a transaction or a few. */
type Steps = AsyncGenerator<() => Promise<void>>;

/** Counts the countries of days that an earlier release recorded. */
async function* foldCountries({ db, siteId, closed }: ClosedDays): Steps {
  for (const dayMs of await findUncountedDays(db, siteId, closed))
    yield () => recountCountryDay(db, siteId, dayMs);
}

async function* foldSlots({ db, siteId, closed }: ClosedDays): Steps {
  for (const dayMs of await findSplitDays(db, siteId, closed)) yield () => joinSlots(db, siteId, dayMs);
}

async function* foldNames({ db, siteId, closed, fewestEvents }: ClosedDays): Steps {
  for (const block of await findMissingNameBlocks(db, siteId, closed, fewestEvents))
    yield () => countBlock(db, siteId, block);
}

/** Blocks are made from what is folded of days and shorter blocks. */
async function* foldPages({ db, siteId, closed, fewestEvents }: ClosedDays): Steps {
  for (const day of await findUnfoldedDays(db, siteId, closed, fewestEvents))
    yield () => foldDay(db, siteId, day);
  for (const block of await findUnfoldedBlocks(db, siteId, closed, fewestEvents))
    yield () => foldPagesOfBlock(db, siteId, block, fewestEvents);
}

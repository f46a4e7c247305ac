import { startOfMonth } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { pipeline } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JudgedDay } from './judged-days.ts';
import {
  type JudgedCounts,
  type WrittenRule,
  foundMonth,
  prepareMonth,
  prepareMonthLookup,
} from './judged-month-statements.ts';
import {
  type JudgedSite,
  prepareJudgedDays,
  prepareJudgedSite,
  savedSite,
} from './judged-site-statements.ts';

/** Days that were judged together, all of one month. */
export type JudgedStep = {
  readonly days: readonly JudgedDay[];
  /** The bots whose counts change; undefined if those of all may. */
  readonly names: readonly string[] | undefined;
  /** What is to be stored of the month in place of what is known of it, and the rules that were broken. */
  readonly counts: (known: JudgedCounts) => JudgedCounts & { readonly rules: readonly WrittenRule[] };
};

/** Stores what was judged, and returns the site with its new revision. Throws Overtaken, also for a site that is gone. */
export async function storeJudged(
  db: Database,
  site: JudgedSite,
  { days, names, counts }: JudgedStep,
): Promise<JudgedSite> {
  const { siteId } = site;
  const month = { siteId, monthMs: startOfMonth(days[0]?.dayMs ?? NaN) };
  const lookup = prepareMonthLookup({ ...month, names });
  const first = [prepareJudgedSite(site), prepareJudgedDays(siteId, days), ...lookup];
  return inTransaction(db, async (tx) => {
    const [saved, , ...found] = await shareSite(tx, siteId, undefined, first);
    await pipeline(tx, prepareMonth(month, counts(foundMonth(found))));
    return savedSite(site, saved);
  });
}

/** Stores how far a site is judged, and returns it with its new revision. Throws Overtaken, also for a site that is gone. */
export function storeJudgedSite(db: Database, site: JudgedSite): Promise<JudgedSite> {
  return inTransaction(db, async (tx) => {
    const [saved] = await shareSite(tx, site.siteId, undefined, [prepareJudgedSite(site)]);
    return savedSite(site, saved);
  });
}

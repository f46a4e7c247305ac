import { setTimeout as delay } from 'node:timers/promises';
import type { Site } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { mapSeveral } from '../../database/several.ts';
import { listAllSites } from '../../queries/sites.ts';
import { rebuildDay } from '../../queries/day-rollups.ts';
import type { Drift } from '../../queries/drift.ts';
import { findDrift } from '../../queries/verify-rollups.ts';
import { type UsageDrift, findUsageDrift, rebuildUsage } from '../../queries/verify-usage.ts';
import { requireSite } from '../require-site.ts';

/** A rollup row that differs from the events of its site. */
export type RollupDrift = Drift & { readonly siteId: string };

/** What could not be compared, and why: one site, or the usage of all accounts. */
export type NotVerified = { readonly what: string; readonly cause: unknown };

export type Recount = {
  /** The number of sites recounted. */
  readonly sites: number;
  readonly failed: readonly NotVerified[];
  /** Everything that differs: first the rollups of each site, then the usage of each account. */
  readonly drift: readonly (RollupDrift | UsageDrift)[];
};

/** A small site mostly waits for answers, and several wait together. */
const SITES_AT_ONCE = 2;

/** How often usage must differ. Events that are being recorded right now make a difference for some milliseconds. */
const LOOKS = 5;
const PAUSE_MS = 200;

/**
 * Compares the rollups of one site, or of all, with the events, and the usage of its account, or of all, with what was
 * recorded. One that fails does not keep the others from being compared. Refused if there is no such site. Throws if
 * the database is away.
 */
export async function verify(db: Database, siteId: string | undefined): Promise<Recount> {
  const { sites, rollups, usage, failed } = await findAllDrift(db, siteId);
  return { sites, drift: [...rollups, ...usage], failed };
}

async function findAllDrift(db: Database, siteId: string | undefined) {
  const site = siteId === undefined ? undefined : await requireSite(db, siteId);
  const sites: readonly Site[] = site === undefined ? await listAllSites(db) : [site];
  const failed: NotVerified[] = [];
  const drifts = await mapSeveral(sites, SITES_AT_ONCE, async ({ id }) => {
    const drift = await orFailed(failed, id, () => findDrift(db, id));
    return drift.map((found): RollupDrift => ({ siteId: id, ...found }));
  });
  const usage = await orFailed(failed, 'usage', () => findLastingUsageDrift(db, site?.accountId));
  return {
    sites: sites.length - failed.filter(({ what }) => what !== 'usage').length,
    rollups: drifts.flat(),
    usage,
    failed,
  };
}

/** The differences, or none if they could not be looked for, which is noted. */
async function orFailed<Found>(
  failed: NotVerified[],
  what: string,
  find: () => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  try {
    return await find();
  } catch (cause) {
    if (isAway(cause)) throw cause;
    failed.push({ what, cause });
    return [];
  }
}

/** The differences that every look finds, as the last one finds them. */
async function findLastingUsageDrift(
  db: Database,
  accountId: number | undefined,
): Promise<readonly UsageDrift[]> {
  let lasting = await findUsageDrift(db, accountId);
  for (let look = 1; look < LOOKS && lasting.length > 0; look++) {
    await delay(PAUSE_MS);
    const before = new Set(lasting.map(monthIdOf));
    lasting = (await findUsageDrift(db, accountId)).filter((found) => before.has(monthIdOf(found)));
  }
  return lasting;
}

function monthIdOf({ accountId, month }: UsageDrift): string {
  return `${accountId} ${month}`;
}

/** What was recounted: days of a site, or a month of the account with this e-mail address. */
export type Rebuilt =
  | { readonly siteId: string; readonly days: readonly string[] }
  | { readonly account: string; readonly month: string };

export type Rebuilding = { readonly rebuilt: readonly Rebuilt[]; readonly failed: readonly NotVerified[] };

/**
 * Recounts, for one site or for all, the days whose rollups differ from the events, and the months whose usage differs
 * from what was recorded. Recorders of a site wait while one of its days is recounted, and those of an account while
 * one of its months is. What cannot be compared is left as it is.
 */
export async function rebuild(db: Database, siteId: string | undefined): Promise<Rebuilding> {
  const { rollups, usage, failed } = await findAllDrift(db, siteId);
  const daysBySite = new Map<string, Set<string>>();
  for (const { siteId: id, day } of rollups) daysBySite.set(id, (daysBySite.get(id) ?? new Set()).add(day));
  const rebuilt: Rebuilt[] = [];
  for (const [id, drifted] of daysBySite) {
    const days = [...drifted].toSorted();
    for (const day of days) await rebuildDay(db, id, Date.parse(day));
    rebuilt.push({ siteId: id, days });
  }
  for (const { accountId, email, month } of usage) {
    await rebuildUsage(db, accountId, month);
    rebuilt.push({ account: email, month });
  }
  return { rebuilt, failed };
}

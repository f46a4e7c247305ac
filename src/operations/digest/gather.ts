import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { DigestPeriod, digestDays } from '../../domain/digest.ts';
import { noEvents, sumOfCounts, totalOf } from '../../domain/event-counts.ts';
import { groupBy } from '../../domain/group-by.ts';
import { type Plan, type PlanCatalogue, firstDayKept } from '../../domain/plan.ts';
import type { Site } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { listOldSites } from '../../queries/alert-sites.ts';
import { type PeriodTotals, countPeriodTotals } from '../../queries/digest-totals.ts';
import { listLatestAlerts } from '../../queries/latest-alerts.ts';
import { findRetentionDays, listSitesOf } from '../../queries/sites.ts';
import { grantAccess } from '../access.ts';
import type { DigestAlert, DigestContent, DigestSite, QuietSite } from './content.ts';
import { detailsOf } from './details.ts';
import { listNewBots } from './new-bots.ts';

type GatherParts = {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly plans: PlanCatalogue;
};

type Account = { readonly id: number; readonly plan: Plan };
type Days = ReturnType<typeof digestDays> & { readonly every: DigestPeriod };
type Counted = PeriodTotals & { readonly site: Site };

/** So many sites are told with details, and so many at all: whatever an account has, its digest costs as much, and is read. */
const DETAILED_SITES = 5;
const TOLD_SITES = 30;
const QUIET_SITES = 20;
const ALERTS = 5;
/** The totals of so many are added up within a fraction of a second. */
const SITES_A_READ = 500;

/** What happened on all sites of an account in a period that is over, and in the one before. */
export async function gatherDigest(
  parts: GatherParts,
  account: Account,
  days: Days,
  nowMs: number,
): Promise<DigestContent> {
  const { every, fromMs, untilMs } = days;
  const sites = await countSites(parts.db, account, days);
  const active = sites
    .filter(({ counts }) => totalOf(counts) > 0)
    .toSorted((a, b) => totalOf(b.counts) - totalOf(a.counts));
  const quiet = sites.filter(({ counts }) => totalOf(counts) === 0).map(({ site }) => site);
  const others = active.slice(TOLD_SITES);
  return {
    ...{ every, fromMs, untilMs },
    sites: await tellSites(parts, account, { told: active.slice(0, TOLD_SITES), days }, nowMs),
    others: { sites: others.length, counts: sumOfCounts(others.map(({ counts }) => counts)) },
    quiet: await tellQuietSites(parts.db, quiet.slice(0, QUIET_SITES), nowMs),
    quietOthers: Math.max(0, quiet.length - QUIET_SITES),
  };
}

async function countSites(db: Database, { id }: Account, days: Days): Promise<readonly Counted[]> {
  const sites = await listSitesOf(db, id);
  const counted: Counted[] = [];
  for (let first = 0; first < sites.length; first += SITES_A_READ) {
    const some = sites.slice(first, first + SITES_A_READ);
    const ids = some.map((site) => site.id);
    const totals = await countPeriodTotals(db, ids, days, id);
    for (const site of some)
      counted.push({ site, ...(totals.get(site.id) ?? { counts: noEvents(), before: noEvents() }) });
  }
  return counted;
}

type Telling = { readonly told: readonly Counted[]; readonly days: Days };

async function tellSites(
  parts: GatherParts,
  account: Account,
  { told, days }: Telling,
  nowMs: number,
): Promise<readonly DigestSite[]> {
  const { db, plans } = parts;
  const ids = told.map(({ site }) => site.id);
  const detailed = ids.slice(0, DETAILED_SITES);
  // an alert at midnight tells of the day that has ended
  const raised = { fromMs: days.fromMs + 1, untilMs: days.untilMs + 1 };
  const alerts = groupBy(await listLatestAlerts(db, ids, raised, ALERTS), ({ siteId }) => siteId);
  const reachBack = new Set(await listOldSites(db, ids, days.beforeMs));
  const retention = await findRetentionDays(db, ids);
  const newBots = await listNewBots(db, detailed, days);
  const sites: DigestSite[] = [];
  for (const { site, counts, before } of told) {
    const { id, name, domain } = site;
    const ofSite = alerts.get(id) ?? [];
    const keptMs = firstDayKept(retention.get(id) ?? null, plans[account.plan], nowMs);
    const known = { alerts: ofSite.map(alertOf), newBots: newBots.get(id) };
    sites.push({
      ...{ id, name, domain, counts },
      before: reachBack.has(id) && keptMs <= days.beforeMs ? before : null,
      keptFromMs: keptMs > days.fromMs ? keptMs : null,
      alerts: ofSite[0]?.ofSite ?? 0,
      details: detailed.includes(id)
        ? await detailsOf(parts, asOwner(account, site), { ...known, range: days }, nowMs)
        : null,
    });
  }
  return sites;
}

function alertOf({ kind, title, detail, atMs }: DigestAlert): DigestAlert {
  return { kind, title, detail, atMs };
}

/** A digest shows what its account may read. */
function asOwner({ id, plan }: Account, site: Site) {
  return grantAccess({ kind: 'reader', accountId: id, plan }, site, 'view');
}

async function tellQuietSites(
  db: Database,
  sites: readonly Site[],
  nowMs: number,
): Promise<readonly QuietSite[]> {
  const ids = sites.map(({ id }) => id);
  const known = new Set(await listOldSites(db, ids, nowMs));
  return sites.map(({ id, name, domain }) => ({ name, domain, hasEvents: known.has(id) }));
}

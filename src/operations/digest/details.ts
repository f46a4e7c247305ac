import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { PageCount, PageOrder } from '../../domain/page-count.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { isCut } from '../../database/lost-connection.ts';
import { countFactsByName } from '../../queries/name-facts.ts';
import { countByStatus } from '../../queries/statuses.ts';
import { countPages } from '../reading/count-pages.ts';
import { listGapsBriefly } from '../reading/gaps.ts';
import type { DigestAlert, DigestDetails, DigestErrors, DigestGaps } from './content.ts';
import { companiesOf, failedVisits, impostorsOf } from './names.ts';

const PAGES = 5;
const NEW_BOTS = 5;

/** What is known of a site beside what is read for it alone. */
type Known = {
  readonly range: TimeRange;
  readonly alerts: readonly DigestAlert[];
  /** Undefined if it is too young to know. */
  readonly newBots: readonly string[] | undefined;
};

export async function detailsOf(
  { db, catalogue }: { readonly db: Database; readonly catalogue: Catalogue },
  site: AccessibleSite<'view'>,
  { range: { fromMs, untilMs }, alerts, newBots }: Known,
  nowMs: number,
): Promise<DigestDetails> {
  const range = { fromMs, untilMs };
  const names = await countFactsByName(db, site, [{ ...range, part: 'range' }]);
  const pages = await listPages(db, site, { range, orderBy: 'botVisits', limit: PAGES });
  return {
    alerts,
    ...companiesOf(catalogue, names),
    pages: pages
      .filter(({ botVisits }) => botVisits > 0)
      .map(({ pagePath, botVisits }) => ({ path: pagePath, visits: botVisits })),
    errors: await errorsOf(db, site, range, failedVisits(names)),
    impostors: impostorsOf(catalogue, names),
    newBots: newBots?.slice(0, NEW_BOTS) ?? null,
    otherNewBots: Math.max(0, (newBots?.length ?? 0) - NEW_BOTS),
    gaps: summedUp(await listGapsBriefly(db, site, range, nowMs)),
  };
}

type Listing = { readonly range: TimeRange; readonly orderBy: PageOrder; readonly limit: number };

/** None if they cannot be counted in time: a digest without them says enough. */
async function listPages(
  db: Database,
  site: AccessibleSite<'view'>,
  listing: Listing,
): Promise<readonly PageCount[]> {
  try {
    return await countPages(db, site, { ...listing, search: undefined, bots: undefined, after: undefined });
  } catch (error) {
    if (isCut(error)) return [];
    throw error;
  }
}

async function errorsOf(
  db: Database,
  site: AccessibleSite<'view'>,
  range: TimeRange,
  visits: number,
): Promise<DigestErrors | null> {
  if (visits === 0) return null;
  const [page] = await listPages(db, site, { range, orderBy: 'failed', limit: 1 });
  const statuses = await countByStatus(db, site, range);
  const status = statuses.find((one) => one.status !== null && one.status >= 400);
  return {
    visits,
    page: page?.pagePath ?? null,
    pageVisits: page?.failed ?? 0,
    status: status?.status ?? null,
    statusVisits: status?.count ?? 0,
  };
}

function summedUp(gaps: readonly TimeRange[]): DigestGaps | null {
  const lengthOf = ({ fromMs, untilMs }: TimeRange) => untilMs - fromMs;
  const [longest] = gaps.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  if (longest === undefined) return null;
  return { count: gaps.length, totalMs: gaps.reduce((sum, gap) => sum + lengthOf(gap), 0), longest };
}

import { sql } from 'kysely';
import { MOST_BYTES } from '../domain/bot-facts.ts';
import { byCodePoint } from '../domain/code-points.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { PageCount, PageOrder, PagePosition } from '../domain/page-count.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { epochMsOfDay } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { type Days, coveringBlocks, daysOf, foldedPages, pagesOfBlocks } from './blocks.ts';
import { lateBlocks } from './late-events.ts';
import { type PageFilter, countByPage } from './pages.ts';

/** So many are added up in a fraction of a second, on a slow machine too. */
const COUNTS_PER_STEP = 100_000;
/** So many take about 100 MB of memory. */
const MOST_PAGES = 250_000;

type Limits = { readonly countsPerStep?: number; readonly mostPages?: number };

/**
 * What `countByPage` returns, read in steps of days, each a statement. It does so only where a database runs one statement
 * at a time: there a list that counts millions of events would keep all others waiting, who have their turn after each
 * step. Each step is of its own moment. Undefined if one statement does as well, or if there are too many pages.
 */
export async function countByPageInSteps(
  db: Database,
  site: AccessibleSite<'view'>,
  filter: Omit<PageFilter, 'source'>,
  { countsPerStep = COUNTS_PER_STEP, mostPages = MOST_PAGES }: Limits = {},
): Promise<readonly PageCount[] | undefined> {
  if (!db.isOneSession) return undefined;
  const steps = stepsOf(await findSpansOfPages(db, site, filter.range), countsPerStep);
  if (steps.length <= 1) return undefined;
  const pages = new Map<string, PageCount>();
  for (const { source, range } of steps) {
    const ofStep = { ...filter, source, range, after: undefined, limit: Number.MAX_SAFE_INTEGER };
    for (const page of await countByPage(db, site, ofStep))
      pages.set(page.pagePath, sumOf(pages.get(page.pagePath), page));
    if (pages.size > mostPages) return undefined;
  }
  return inOrder(pages.values(), filter);
}

/** Some days, and how many counts their list is made from: their events, or the pages that are folded of them. */
type Span = {
  readonly firstMs: number;
  readonly days: number;
  readonly counts: number;
  readonly isFolded: boolean;
};

const FIND_SPANS_OF_PAGES = statement(
  'find_spans_of_pages',
  (_, param: Param<Days>) => sql<Span>`
    with ${coveringBlocks(param, foldedPages(), lateBlocks(param))}
    select ${epochMsOfDay(sql.ref('first_day'))} as "firstMs", days, sum(pages)::bigint as counts, true as "isFolded"
    from ${pagesOfBlocks(param, sql`cardinality(visit_counts) as pages`, sql`not by_bot`)}
    group by first_day, days
    union all
    select ${epochMsOfDay(sql.ref('day'))}, 1, (bots + referrals + conversions)::bigint, false
    from live join counted using (nth, day)
    order by 1`,
);

/** The spans of days with events, oldest first. */
export async function findSpansOfPages(
  db: Database,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<readonly Span[]> {
  return readLong(db, FIND_SPANS_OF_PAGES(daysOf(site.id, range)), site.accountId);
}

type Step = Pick<PageFilter, 'source' | 'range'> & { readonly counts: number };

/** Joins spans as long as they have few counts. A day with more events is divided. */
function stepsOf(spans: readonly Span[], most: number): readonly Step[] {
  const steps: Step[] = [];
  for (const step of spans.flatMap((span) => partsOf(span, most))) {
    const last = steps.at(-1);
    if (last === undefined || last.counts + step.counts > most) steps.push(step);
    else steps[steps.length - 1] = joined(last, step);
  }
  return steps;
}

/** Events are found by their instants, and what is folded by its days. */
function partsOf({ firstMs, days, counts, isFolded }: Span, most: number): readonly Step[] {
  if (isFolded)
    return [{ source: 'folded', range: { fromMs: firstMs, untilMs: firstMs + days * DAY_MS }, counts }];
  const parts = Math.min(Math.ceil(counts / most), DAY_MS);
  const startOf = (part: number) => firstMs + Math.floor((part * DAY_MS) / parts);
  return Array.from({ length: parts }, (_, part) => ({
    source: 'live',
    range: { fromMs: startOf(part), untilMs: startOf(part + 1) },
    counts: Math.ceil(counts / parts),
  }));
}

function joined(one: Step, next: Step): Step {
  const source = one.source === next.source ? one.source : 'folded';
  const range = { fromMs: one.range.fromMs, untilMs: next.range.untilMs };
  return { source, range, counts: one.counts + next.counts };
}

function sumOf(sum: PageCount | undefined, page: PageCount): PageCount {
  if (sum === undefined) return page;
  return {
    pagePath: page.pagePath,
    botVisits: sum.botVisits + page.botVisits,
    referrals: sum.referrals + page.referrals,
    conversions: sum.conversions + page.conversions,
    failed: sum.failed + page.failed,
    bytes:
      sum.bytes === null || page.bytes === null
        ? (sum.bytes ?? page.bytes)
        : Math.min(sum.bytes + page.bytes, MOST_BYTES),
  };
}

type Listing = Pick<PageFilter, 'orderBy' | 'after' | 'limit'>;

function inOrder(pages: Iterable<PageCount>, { orderBy, after, limit }: Listing): readonly PageCount[] {
  const left = after === undefined ? [...pages] : [...pages].filter((page) => isAfter(page, orderBy, after));
  const compare = (one: PageCount, other: PageCount) =>
    other[orderBy] - one[orderBy] || byCodePoint(one.pagePath, other.pagePath);
  return left.toSorted(compare).slice(0, limit);
}

function isAfter(page: PageCount, orderBy: PageOrder, after: PagePosition): boolean {
  const count = page[orderBy];
  return count < after.count || (count === after.count && byCodePoint(page.pagePath, after.pagePath) > 0);
}

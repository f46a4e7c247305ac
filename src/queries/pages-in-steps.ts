import { sql } from 'kysely';
import { MOST_BYTES } from '../domain/bot-facts.ts';
import { byCodePoint } from '../domain/code-points.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { PageCount, PageOrder, PagePosition } from '../domain/page-count.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, startOfDay } from '../domain/time.ts';
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

/** Others wait while a step runs. On a busy machine steps become shorter, though all of them together take longer. */
const [SHORT_MS, LONG_MS] = [150, 300];
const SHORTEST = 1 / 4;

type Limits = {
  /** Of the first step; the others have as many at most. */
  readonly countsPerStep?: number;
  readonly mostPages?: number;
  /** Milliseconds since any moment. */
  readonly now?: () => number;
};

/**
 * What `countByPage` returns, read in steps of days, each a statement. It does so only where a database runs one statement
 * at a time: there a list that counts millions of events would keep all others waiting, who have their turn after each
 * step. Each step is of its own moment. Undefined if one statement does as well, or if there are too many pages.
 */
export async function countByPageInSteps(
  db: Database,
  site: AccessibleSite<'view'>,
  filter: Omit<PageFilter, 'source'>,
  { countsPerStep = COUNTS_PER_STEP, mostPages = MOST_PAGES, now = () => performance.now() }: Limits = {},
): Promise<readonly PageCount[] | undefined> {
  if (!db.isOneSession) return undefined;
  const spans = await findSpansOfPages(db, site, filter.range);
  const parts = spans.flatMap((span) => partsOf(span, countsPerStep));
  if (stepFrom(parts, countsPerStep).parts === parts.length) return undefined;
  const pages = new Map<string, PageCount>();
  for (let most = countsPerStep; parts.length > 0;) {
    const { source, range, parts: taken } = stepFrom(parts, most);
    parts.splice(0, taken);
    const ofStep = { ...filter, source, range, after: undefined, limit: Number.MAX_SAFE_INTEGER };
    const beganMs = now();
    for (const page of await countByPage(db, site, ofStep))
      pages.set(page.pagePath, sumOf(pages.get(page.pagePath), page));
    if (pages.size > mostPages) return undefined;
    most = nextMost(most, now() - beganMs, countsPerStep);
  }
  return inOrder(pages.values(), filter);
}

function nextMost(counts: number, tookMs: number, most: number): number {
  if (tookMs > LONG_MS) return Math.max(counts / 2, most * SHORTEST);
  return tookMs < SHORT_MS ? Math.min(counts * 2, most) : counts;
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

/** What one statement can count. */
type Part = Pick<PageFilter, 'source' | 'range'> & { readonly counts: number };

/** The first part, joined with those after it as long as they have few counts; and how many parts these are. */
function stepFrom([first, ...others]: readonly Part[], most: number): Part & { readonly parts: number } {
  let step = { ...(first ?? NOTHING), parts: first === undefined ? 0 : 1 };
  for (const part of others) {
    if (step.counts + part.counts > most || !canBeJoined(step, part)) break;
    step = { ...joined(step, part), parts: step.parts + 1 };
  }
  return step;
}

const NOTHING: Part = { source: 'live', range: { fromMs: 0, untilMs: 0 }, counts: 0 };

/** A day with more events is divided: events are found by their instants, and what is folded by its days. */
function partsOf({ firstMs, days, counts, isFolded }: Span, most: number): readonly Part[] {
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

/** A step with something folded counts whole days, so no part of a day can be in it. */
function canBeJoined(one: Part, next: Part): boolean {
  return one.source === next.source || (isOfWholeDays(one.range) && isOfWholeDays(next.range));
}

function isOfWholeDays({ fromMs, untilMs }: TimeRange): boolean {
  return startOfDay(fromMs) === fromMs && startOfDay(untilMs) === untilMs;
}

function joined(one: Part, next: Part): Part {
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

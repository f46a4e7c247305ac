import { useEffect, useRef } from 'preact/hooks';
import type { SitemapState } from '../generated/graphql.ts';
import { eventsPath, withParam } from '../links.ts';
import { formatBytes, formatCount, sumOf } from '../numbers.ts';
import { LANES, type Lane } from '../overview/kinds.ts';
import { WithCsv } from '../parts/csv-button.tsx';
import { RowRule } from '../parts/ledger.tsx';
import { ListSteps } from '../parts/list-steps.tsx';
import { Mark } from '../parts/mark.tsx';
import { Path, differencesOf } from '../parts/path.tsx';
import { RefusedPart } from '../parts/refused.tsx';
import { type Column, type SumRow, Table } from '../parts/table.tsx';
import { type PageFilters, type PagesPart, countsBotsOnly } from './filters.ts';
import { type PageSums, type PagesSite, minus, togetherOf } from './sums.ts';
import type { PageList } from './use-page-list.ts';

const FIELDS = {
  BOT_VISITS: 'botVisits',
  REFERRALS: 'referrals',
  CONVERSIONS: 'conversions',
  FAILED: 'failed',
} as const;

type Props = {
  readonly site: PagesSite | undefined;
  readonly siteId: string;
  readonly filters: PageFilters;
  /** The search of links, which keeps the days shown. */
  readonly view: string;
  readonly list: PageList;
  readonly change: (changed: Partial<PagesPart>) => void;
};

/** A part of the list, and what the other pages have. */
export function PagesSheet({ site, filters, list, change, ...links }: Props) {
  const { read, problem } = list;
  const pages = read?.data.site?.pages?.nodes;
  const isLoading = !read && !problem;
  const head = useHead(list.shown);
  const counts = countColumns(filters);
  const hasSitemap = (pages ?? []).some(({ sitemap }) => sitemap !== null);
  return (
    <WithCsv>
      <section
        class="sheet long-list pages"
        aria-label="Pages"
        aria-busy={isLoading}
        tabIndex={-1}
        ref={head}
      >
        <Table
          rows={isLoading ? undefined : (pages ?? [])}
          keyOf={({ pagePath }) => pagePath}
          skeleton={SKELETON}
          foot={
            pages && pages.length > 0
              ? sumsOf(pages, togetherOf(site, filters), { counts, hasSitemap })
              : undefined
          }
          columns={[
            nameColumn({ ...links, pages: pages ?? [], filters }),
            ...counts,
            ...(hasSitemap ? [SITEMAP] : []),
          ]}
        />
        {pages?.length === 0 && (
          <div class="blank">
            <h2>No page on these days</h2>
            <p>No event of these days has these filters.</p>
          </div>
        )}
        {isRefused(site, list) && <RefusedPart />}
        <Foot botsOnly={countsBotsOnly(filters)} list={list} change={change} />
      </section>
    </WithCsv>
  );
}

const SKELETON = Array.from({ length: 25 }, (_, row) => [['w2', 'w3', 'w1'][row % 3] ?? '']);

type Page = PageSums &
  Record<(typeof FIELDS)[keyof typeof FIELDS], number> & {
    readonly pagePath: string;
    readonly sitemap: SitemapState | null;
  };

const SITEMAP_WORDS: Readonly<Record<SitemapState, string>> = {
  READ: 'up to date',
  STALE: 'stale',
  UNREAD: 'never read',
  NOT_LISTED: 'not listed',
};

/** Whether the sitemap has the page, and bots have read it since its last change. There only if there is a sitemap. */
const SITEMAP: Column<Page> = {
  ...{ head: 'Sitemap', class: 'pm' },
  cell: ({ sitemap }) => sitemap && SITEMAP_WORDS[sitemap],
  cellClass: ({ sitemap }) => (sitemap === 'READ' ? 'dim' : ''),
};

type NameProps = Omit<Props, 'site' | 'list' | 'change'> & { readonly pages: readonly Page[] };

/** The path, over a rule for what the list is sorted by. */
function nameColumn({ pages, siteId, view, filters: { order, bot } }: NameProps): Column<Page> {
  const field = FIELDS[order];
  const kind = LANES.find((lane) => lane.field === field)?.kind ?? 'bot';
  const most = pages.reduce((top, page) => Math.max(top, page[field]), 0);
  const differences = differencesOf(pages);
  const search = bot === '' ? view : withParam(view, 'bot', bot);
  return {
    ...{ head: 'Page', cellClass: 'grow' },
    cell: (page) => (
      <>
        <a href={eventsPath(siteId) + withParam(search, 'page', page.pagePath)}>
          <Path path={page.pagePath} differences={differences} />
        </a>
        <RowRule kind={kind} part={page[field]} most={most} />
      </>
    ),
    text: ({ pagePath }) => pagePath,
  };
}

/** What is counted of a page, and of several. */
function countColumns(filters: PageFilters): readonly Column<PageSums>[] {
  const sorted = FIELDS[filters.order];
  return [
    ...LANES.slice(0, countsBotsOnly(filters) ? 1 : 3).map((lane) => laneColumn(lane, sorted === lane.field)),
    {
      ...{ head: 'Errors', class: 'num pe', isSorted: sorted === 'failed' },
      cell: ({ failed }) => (
        <>
          {formatCount(failed)}
          <span class="phone"> {failed === 1 ? 'error' : 'errors'}</span>
        </>
      ),
      text: ({ failed }) => failed,
    },
    { head: 'Bytes', class: 'num pb', cell: ({ bytes }) => formatBytes(bytes), text: ({ bytes }) => bytes },
  ];
}

function laneColumn({ kind, field, name }: Lane, isSorted: boolean): Column<PageSums> {
  return {
    ...{ class: 'num', isSorted },
    head: (
      <span>
        <Mark kind={kind} />
        {name}
      </span>
    ),
    cell: (sums) => (
      <>
        <span class="phone">
          <Mark kind={kind} />
          <span class="sr">{name}</span>
        </span>
        {formatCount(sums[field])}
      </>
    ),
    text: (sums) => sums[field],
  };
}

/** What the part adds up to, and what the others have together if that is known. */
function sumsOf(
  pages: readonly Page[],
  all: PageSums | undefined,
  { counts, hasSitemap }: { readonly counts: readonly Column<PageSums>[]; readonly hasSitemap: boolean },
): readonly SumRow[] {
  const sizes = pages.map(({ bytes }) => bytes).filter((bytes) => bytes !== null);
  const these = {
    botVisits: sumOf(pages, ({ botVisits }) => botVisits),
    referrals: sumOf(pages, ({ referrals }) => referrals),
    conversions: sumOf(pages, ({ conversions }) => conversions),
    failed: sumOf(pages, ({ failed }) => failed),
    bytes: sizes.length === 0 ? null : sumOf(sizes, (bytes) => bytes),
  };
  const cellsOf = (sums: PageSums) => [
    ...counts.map(({ cell, text }) => (
      <data value={typeof text === 'function' ? (text(sums) ?? undefined) : undefined}>{cell(sums)}</data>
    )),
    ...(hasSitemap ? [''] : []),
  ];
  const name = pages.length === 1 ? 'This page' : `These ${pages.length} pages`;
  return [
    { name, cells: cellsOf(these) },
    ...(all
      ? [
          { name: 'All other pages', cells: cellsOf(minus(all, these)) },
          { name: 'Total', cells: cellsOf(all), class: 'whole' },
        ]
      : []),
  ];
}

/** Whether the list is missing, or what the pages of it add up to. */
function isRefused(site: PagesSite | undefined, { read }: PageList): boolean {
  if (!read) return false;
  return !read.data.site?.pages || site?.stats === null || site?.companies === null;
}

/** Another part of the list begins at its head, wherever one was in the part before. */
function useHead({ list, after }: PageList['shown']) {
  const head = useRef<HTMLElement>(null);
  const last = useRef({ list, after });
  useEffect(() => {
    const { list: lastList, after: lastAfter } = last.current;
    last.current = { list, after };
    if (list !== lastList || after === lastAfter || lastAfter === undefined || after === undefined) return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView();
  }, [list, after]);
  return head;
}

type FootProps = Pick<Props, 'list' | 'change'> & { readonly botsOnly: boolean };

function Foot({ botsOnly, list, change }: FootProps) {
  const { first, rows, isLoading, problem, goBack, goOn } = list;
  const pages = list.read?.data.site?.pages;
  return (
    <div class="foot">
      <span>
        {botsOnly
          ? 'Only visits of these bots are counted. Referrals and conversions belong to no bot, so they are left out.'
          : 'Errors are bot visits answered with 400 or above. Choose a bot, company or purpose, and only its visits are counted.'}
      </span>
      {pages && pages.nodes.length > 0 && (
        <ListSteps
          title="Pages"
          rows={rows}
          choose={(count) => change({ rows: count })}
          goBack={isLoading || first === 1 ? undefined : goBack}
          goOn={isLoading || !pages.pageInfo.hasNextPage ? undefined : goOn}
          problem={isLoading ? problem : undefined}
        >
          {formatCount(first)} – {formatCount(first + pages.nodes.length - 1)}
        </ListSteps>
      )}
    </div>
  );
}

import { formatCount, sumOf } from '../numbers.ts';
import { LANES } from '../overview/kinds.ts';
import { Mark } from '../parts/mark.tsx';
import { RefusedPart } from '../parts/refused.tsx';
import { type Filters, countsBotsOnly } from './filters.ts';
import { PageRow, SumRow } from './rows.tsx';
import type { FramedSite } from './site.ts';
import { minus, togetherOf } from './sums.ts';
import type { PageList } from './use-page-list.ts';

const FIELDS = {
  BOT_VISITS: 'botVisits',
  REFERRALS: 'referrals',
  CONVERSIONS: 'conversions',
  FAILED: 'failed',
} as const;

type Props = {
  readonly site: FramedSite | undefined;
  readonly siteId: string;
  readonly filters: Filters;
  /** The search of links, which keeps the days shown. */
  readonly view: string;
  readonly list: PageList;
};

/** A part of the list, and what the other pages have. */
export function PagesSheet({ site, siteId, filters, view, list }: Props) {
  const { read, problem } = list;
  const pages = read?.data.site?.pages;
  const botsOnly = countsBotsOnly(filters);
  return (
    <section class="sheet pages" aria-label="Pages" aria-busy={!read && !problem}>
      <table class="ledger" role="table">
        <Heads botsOnly={botsOnly} order={filters.order} />
        <tbody role="rowgroup">
          {pages?.nodes.map((page, _, all) => {
            const field = FIELDS[filters.order];
            const most = all.reduce((top, other) => Math.max(top, other[field]), 0);
            const bar = { field, part: page[field], most };
            return (
              <PageRow key={page.pagePath} {...{ page, siteId, view, botsOnly, bar }} bot={filters.bot} />
            );
          })}
          {!read && !problem && <SkeletonRows />}
        </tbody>
        {pages && pages.nodes.length > 0 && <Sums {...{ site, filters, botsOnly }} nodes={pages.nodes} />}
      </table>
      {pages?.nodes.length === 0 && (
        <div class="blank">
          <h2>No page in these days</h2>
          <p>No event of these days has these filters.</p>
        </div>
      )}
      {isRefused(site, list) && <RefusedPart />}
      <Foot botsOnly={botsOnly} list={list} />
    </section>
  );
}

/** Whether the list is missing, or what the pages of it add up to. */
function isRefused(site: FramedSite | undefined, { read }: PageList): boolean {
  if (!read) return false;
  return !read.data.site?.pages || site?.stats === null || site?.companies === null;
}

type FootProps = { readonly botsOnly: boolean; readonly list: PageList };

function Foot({ botsOnly, list: { read, part, isLoading, goBack, goOn } }: FootProps) {
  const pages = read?.data.site?.pages;
  const first = 25 * part + 1;
  return (
    <div class="foot">
      <span>
        {botsOnly
          ? 'Only visits of these bots are counted. Referrals and conversions belong to no bot, so they are left out.'
          : 'Errors are bot visits answered with 400 or above. Choose a bot, company or purpose, and only its visits are counted.'}
      </span>
      {pages && pages.nodes.length > 0 && (
        <div class="end">
          <button class="btn small" disabled={isLoading || part === 0} onClick={goBack}>
            Back
          </button>
          <span>
            {formatCount(first)} – {formatCount(first + pages.nodes.length - 1)}
          </span>
          <button class="btn small" disabled={isLoading || !pages.pageInfo.hasNextPage} onClick={goOn}>
            Next 25
          </button>
        </div>
      )}
    </div>
  );
}

type HeadsProps = { readonly botsOnly: boolean; readonly order: Filters['order'] };

function Heads({ botsOnly, order }: HeadsProps) {
  const sorted = (field: string) => (FIELDS[order] === field ? 'descending' : undefined);
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">
          Page
        </th>
        {LANES.slice(0, botsOnly ? 1 : 3).map(({ kind, field, name }) => (
          <th scope="col" class="num" role="columnheader" key={kind} aria-sort={sorted(field)}>
            <span>
              <Mark kind={kind} />
              {name}
            </span>
          </th>
        ))}
        <th scope="col" class="num pe" role="columnheader" aria-sort={sorted('failed')}>
          Errors
        </th>
        <th scope="col" class="num pb" role="columnheader">
          Bytes
        </th>
      </tr>
    </thead>
  );
}

type SumsProps = {
  readonly site: FramedSite | undefined;
  readonly filters: Filters;
  readonly botsOnly: boolean;
  readonly nodes: readonly Parameters<typeof PageRow>[0]['page'][];
};

/** What the part adds up to, and what the others have together if that is known. */
function Sums({ site, filters, botsOnly, nodes }: SumsProps) {
  const bytes = nodes.map((page) => page.bytes).filter((size) => size !== null);
  const these = {
    botVisits: sumOf(nodes, (page) => page.botVisits),
    referrals: sumOf(nodes, (page) => page.referrals),
    conversions: sumOf(nodes, (page) => page.conversions),
    failed: sumOf(nodes, (page) => page.failed),
    bytes: bytes.length === 0 ? null : sumOf(bytes, (size) => size),
  };
  const all = togetherOf(site, filters);
  return (
    <tfoot role="rowgroup">
      <SumRow
        name={nodes.length === 1 ? 'This page' : `These ${nodes.length} pages`}
        sums={these}
        botsOnly={botsOnly}
      />
      {all && (
        <>
          <SumRow name="All other pages" sums={minus(all, these)} botsOnly={botsOnly} />
          <SumRow name="Together" sums={all} botsOnly={botsOnly} whole />
        </>
      )}
    </tfoot>
  );
}

function SkeletonRows() {
  return (
    <>
      {Array.from({ length: 25 }, (_, row) => (
        <tr role="row" aria-hidden="true" key={row}>
          <td role="cell" class="grow">
            <div class={`skel ${['w2', 'w3', 'w1'][row % 3] ?? ''}`} />
          </td>
        </tr>
      ))}
    </>
  );
}

import { eventsPath, pagesPath, withParam } from '../links.ts';
import { formatCount, sumOf } from '../numbers.ts';
import { RowRule } from '../parts/ledger.tsx';
import { type Differences, Path, differencesOf } from '../parts/path.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type SumRow, Table } from '../parts/table.tsx';
import { LANES } from './kinds.ts';
import type { Planned } from './rows.ts';
import type { Links, OverviewSite, OverviewStats } from './site.ts';

type Props = {
  readonly site: OverviewSite | undefined;
  readonly links: Links | undefined;
  readonly planned: Planned;
};

/** The pages that bots visit most, and what all others have together. */
export function TopPagesSheet({ site, links, planned }: Props) {
  const pages = site && (site.pages?.nodes.slice(0, planned.mostRows) ?? null);
  return (
    <Sheet title="Top pages" hint="By bot visits" place="c-7 w-4 o-4" hasCsv height={planned.height}>
      {pages && (
        <>
          <PageTable pages={pages} site={site} links={links} />
          {links && (
            <div class="more">
              <a class="btn quiet small" href={pagesPath(links.siteId) + links.search}>
                All pages
              </a>
            </div>
          )}
        </>
      )}
    </Sheet>
  );
}

type Pages = NonNullable<OverviewSite['pages']>['nodes'];

type TableProps = { readonly pages: Pages; readonly site: OverviewSite; readonly links: Links | undefined };

function PageTable({ pages, site, links }: TableProps) {
  const differences = differencesOf(pages);
  const most = pages[0]?.botVisits ?? 0;
  return (
    <Table
      rows={pages}
      keyOf={({ pagePath }) => pagePath}
      rest={site.stats ? restOf(site.stats.totals, pages) : undefined}
      columns={[
        {
          ...{ head: 'Page', cellClass: 'grow' },
          cell: ({ pagePath }) => <PageName {...{ pagePath, differences, links }} />,
          text: ({ pagePath }) => pagePath,
        },
        {
          ...{ head: 'Bots', class: 'num' },
          cell: ({ botVisits }) => (
            <>
              {formatCount(botVisits)}
              <RowRule kind="bot" part={botVisits} most={most} />
            </>
          ),
          text: ({ botVisits }) => botVisits,
        },
        { head: 'Referrals', class: 'num', cell: ({ referrals }) => formatCount(referrals) },
        {
          ...{ head: 'Conversions', class: 'num narrow-off' },
          cell: ({ conversions }) => formatCount(conversions),
        },
      ]}
    />
  );
}

type NameProps = Pick<TableProps, 'links'> & {
  readonly pagePath: string;
  readonly differences: Differences;
};

function PageName({ pagePath, differences, links }: NameProps) {
  const name = <Path path={pagePath} differences={differences} />;
  if (!links) return name;
  return <a href={eventsPath(links.siteId) + withParam(links.search, 'page', pagePath)}>{name}</a>;
}

function restOf(totals: OverviewStats['totals'], pages: Pages): SumRow | undefined {
  const counts = LANES.map(({ field }) => totals[field] - sumOf(pages, (page) => page[field]));
  return counts.some((count) => count !== 0)
    ? { name: 'Other pages', cells: counts.map(formatCount) }
    : undefined;
}

import { eventsPath, pagesPath, withParam } from '../links.ts';
import { formatCount, sumOf } from '../numbers.ts';
import { Heads, RestHead } from '../parts/ledger.tsx';
import { Rule } from '../parts/rule.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { LANES } from './kinds.ts';
import type { Links, Site, Stats } from './site.ts';

type Props = { readonly site: Site | undefined; readonly links: Links | undefined };

/** The pages that bots visit most, and what all others have together. */
export function TopPages({ site, links }: Props) {
  const pages = site && (site.pages?.nodes ?? null);
  return (
    <Sheet title="Top pages" hint="By bot visits" place="c-7 w-4 o-4">
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

type Pages = NonNullable<Site['pages']>['nodes'];

type TableProps = { readonly pages: Pages; readonly site: Site; readonly links: Links | undefined };

function PageTable({ pages, site, links }: TableProps) {
  const totals = site.stats?.totals;
  const most = pages[0]?.botVisits ?? 0;
  return (
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Page</th>
          <Heads names={['Bots', 'Referrals']} />
          <th scope="col" class="num narrow-off">
            Conversions
          </th>
        </tr>
      </thead>
      <tbody>
        {pages.map(({ pagePath, botVisits, referrals, conversions }) => (
          <tr key={pagePath}>
            <th scope="row" class="grow">
              <PageName pagePath={pagePath} links={links} />
            </th>
            <td class="num">
              {formatCount(botVisits)}
              <Rule kind="bot" part={botVisits} most={most} />
            </td>
            <td class="num">{formatCount(referrals)}</td>
            <td class="num narrow-off">{formatCount(conversions)}</td>
          </tr>
        ))}
        {totals && <OtherPages totals={totals} pages={pages} />}
      </tbody>
    </table>
  );
}

function PageName({ pagePath, links }: { readonly pagePath: string; readonly links: Links | undefined }) {
  const name = (
    <bdi class="mono" title={pagePath}>
      {pagePath}
    </bdi>
  );
  if (!links) return name;
  return <a href={eventsPath(links.siteId) + withParam(links.search, 'page', pagePath)}>{name}</a>;
}

type OtherPagesProps = { readonly totals: Stats['totals']; readonly pages: Pages };

function OtherPages({ totals, pages }: OtherPagesProps) {
  const [bots, referrals, conversions] = LANES.map(
    ({ field }) => totals[field] - sumOf(pages, (page) => page[field]),
  );
  if (!bots && !referrals && !conversions) return null;
  return (
    <tr>
      <RestHead>Other pages</RestHead>
      <td class="num">{formatCount(bots)}</td>
      <td class="num">{formatCount(referrals)}</td>
      <td class="num narrow-off">{formatCount(conversions)}</td>
    </tr>
  );
}

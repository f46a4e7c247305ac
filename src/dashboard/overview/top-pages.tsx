import { formatCount, sumOf } from '../numbers.ts';
import { Heads, RestHead } from '../parts/ledger.tsx';
import { Rule } from '../parts/rule.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type View, formatView } from '../time/range.ts';
import { LANES } from './kinds.ts';
import type { Site, Stats } from './site.ts';

type Props = { readonly site: Site | undefined; readonly view: View };

/** The pages that bots visit most, and what all others have together. */
export function TopPages({ site, view }: Props) {
  const pages = site && (site.pages?.nodes ?? null);
  return (
    <Sheet title="Top pages" hint="By bot visits" place="c-7 w-4 o-4">
      {pages && <PageTable pages={pages} site={site} view={view} />}
    </Sheet>
  );
}

type Pages = NonNullable<Site['pages']>['nodes'];

type TableProps = { readonly pages: Pages; readonly site: Site; readonly view: View };

function PageTable({ pages, site, view }: TableProps) {
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
              <a href={eventsOf(site.id, pagePath, view)}>
                <bdi class="mono" title={pagePath}>
                  {pagePath}
                </bdi>
              </a>
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

/** The events of a page on the same days. */
function eventsOf(siteId: string, page: string, view: View): string {
  const query = new URLSearchParams(formatView({ ...view, hourly: false, compare: 'PREVIOUS_PERIOD' }));
  query.set('page', page);
  return `/sites/${siteId}/events?${query.toString()}`;
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

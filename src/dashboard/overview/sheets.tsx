import { useMemo } from 'preact/hooks';
import type { Strip } from '../alerts/strip.tsx';
import { formatCount } from '../numbers.ts';
import { Change, ComparedUntil } from '../parts/change.tsx';
import { ShownOf } from '../parts/csv-button.tsx';
import { RefusedPart } from '../parts/refused.tsx';
import type { Day } from '../time/days.ts';
import { type View, comparisonOf } from '../time/range.ts';
import {
  type Attribution,
  type AttributionFacts,
  EXPECTED_ATTRIBUTION,
  attributionOf,
  hasBrought,
} from './attribution.ts';
import { BotsSheet } from './bots.tsx';
import { ConversionsSheet } from './conversions.tsx';
import { CountriesSheet, FIRST_SHOWN } from './countries.tsx';
import { ExchangeSheet } from './exchange.tsx';
import { type CountField, LANES } from './kinds.ts';
import { LanesSheet } from './lanes.tsx';
import { LastSheets } from './last-sheets.tsx';
import { type Counts, EXPECTED, planRows } from './rows.ts';
import type { Links, OverviewSite } from './site.ts';
import { SourcesSheet } from './sources.tsx';
import { TopPagesSheet } from './top-pages.tsx';
import { useColumns } from './use-columns.ts';

/** The fields of the sheets. */
export const SHEETS = [
  ...['timeseries', 'stats', 'compared', 'companies', 'coverage', 'pages', 'countries'],
].map((field) => `site.${field}`);

type Props = {
  /** Undefined while it loads. */
  readonly site: OverviewSite | undefined;
  /** Null if it was refused. */
  readonly attributionFacts: AttributionFacts | null | undefined;
  readonly view: View;
  readonly today: Day;
  readonly links?: Links;
  /** What was noticed and noted. */
  readonly strip?: Strip;
};

/** The sheets of an overview. */
export function Sheets({ site, attributionFacts, view, today, links, strip }: Props) {
  return (
    <ShownOf.Provider value={{ domain: site?.domain, start: view.start, end: view.end }}>
      <LanesSheet
        lanes={LANES}
        timeseries={site?.timeseries}
        view={view}
        today={today}
        totalOf={(field) => <Total site={site} field={field} view={view} today={today} />}
        note={site && isRefused(site) && <RefusedPart />}
        {...(strip && { strip })}
      />
      <SheetGrid
        site={site}
        attribution={site ? attributionOf(attributionFacts, view) : EXPECTED_ATTRIBUTION}
        view={view}
        today={today}
        links={links}
      />
    </ShownOf.Provider>
  );
}

/** Whether a part of the chart was refused. */
function isRefused({ timeseries, stats, compared }: OverviewSite): boolean {
  if ([timeseries, stats, compared].includes(null)) return true;
  return timeseries?.gaps === null || (timeseries?.previousGaps === null && timeseries.previous !== null);
}

type GridProps = Pick<Props, 'site' | 'view' | 'today'> & {
  readonly attribution: Attribution;
  readonly links: Links | undefined;
};

/** Those beside each other have as many rows as it takes to end together. */
function SheetGrid({ attribution, ...shown }: GridProps) {
  const { site, links, view } = shown;
  const columns = useColumns();
  const brings = hasBrought(attribution);
  const plan = useMemo(() => planRows(countsOf(site), columns, brings), [site, columns, brings]);
  return (
    <div class="grid">
      <div class="w-7">
        <ExchangeSheet {...shown} attribution={attribution} planned={plan.companies} />
      </div>
      <div class="col c-5 w-5 o-3">
        <SourcesSheet stats={site?.stats} attribution={attribution} planned={plan.sources} />
        <ConversionsSheet stats={site?.stats} planned={plan.goals} />
      </div>
      <BotsSheet stats={site?.stats} links={links} planned={plan.bots} />
      <TopPagesSheet site={site} links={links} planned={plan.pages} />
      <CountriesSheet countries={site?.countries} planned={plan.countries} />
      {site && <LastSheets siteId={site.id} days={{ start: view.start, end: view.end }} links={links} />}
    </div>
  );
}

function countsOf(site: OverviewSite | undefined): Counts {
  if (!site) return EXPECTED;
  const { companies, pages, countries, stats } = site;
  return {
    companies: companies?.length ?? 0,
    sources: stats?.referralBreakdown.length ?? 0,
    goals: stats?.conversionBreakdown.length ?? 0,
    bots: stats?.botBreakdown.length ?? 0,
    pages: pages?.nodes.length ?? 0,
    countries: countries?.filter((country) => country[FIRST_SHOWN.field] > 0).length ?? 0,
  };
}

type TotalProps = Pick<Props, 'site' | 'view' | 'today'> & { readonly field: CountField };

/** The total, and its change over what can be compared: whole hours alone, on both sides. */
function Total({ site, field, view, today }: TotalProps) {
  if (!site) return <TotalSkeleton view={view} today={today} />;
  const { until, totals, previousTotals } = site.compared?.comparison ?? {};
  const counts = totals && previousTotals && { now: totals[field], before: previousTotals[field] };
  return (
    <>
      <p class="big">{formatCount(site.stats?.totals[field])}</p>
      {counts && until !== undefined && (
        <>
          <p class="delta" title={`Both sides until ${until.slice(0, 16).replace('T', ' ')} UTC`}>
            <Change {...counts} />
          </p>
          <ComparedUntil {...counts} until={until} end={view.end} />
        </>
      )}
    </>
  );
}

/** As high as what takes its place. */
function TotalSkeleton({ view, today }: Pick<TotalProps, 'view' | 'today'>) {
  return (
    <>
      <p class="big skel tall w3" />
      {comparisonOf(view) && <p class="delta">&nbsp;</p>}
      {comparisonOf(view) && view.end === today && <p class="delta until">&nbsp;</p>}
    </>
  );
}

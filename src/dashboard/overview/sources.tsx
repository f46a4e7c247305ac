import type { ComponentChildren } from 'preact';
import { formatCount, formatShare, shareOf, sumOf } from '../numbers.ts';
import { Ledger, countColumns, restCells } from '../parts/ledger.tsx';
import { Mark } from '../parts/mark.tsx';
import { readableName } from '../parts/name-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import type { Column } from '../parts/table.tsx';
import { SumOfValues } from '../parts/value.tsx';
import { type Attribution, hasBrought, hasRates } from './attribution.ts';
import type { Planned } from './rows.ts';
import type { OverviewStats } from './site.ts';

type Props = {
  readonly stats: OverviewStats | null | undefined;
  readonly attribution: Attribution;
  readonly planned: Planned;
};

type Source = OverviewStats['referralBreakdown'][number];

/** The LLM products that send visitors, and what these do. */
export function SourcesSheet({ stats, attribution, planned }: Props) {
  const sources = stats?.referralBreakdown ?? [];
  const brings = hasBrought(attribution);
  const columns = brings ? broughtColumns(hasRates(attribution)) : [];
  const sumsOf = (rows: readonly Source[]) => [
    ...restCells(rows, sources),
    ...columns.map(({ sumOf: sum }) => sum(rows)),
  ];
  return (
    <Sheet
      title="LLM sources"
      {...(brings && { hint: 'And what their visitors do' })}
      place="sources"
      hasCsv
      height={planned.height}
    >
      {stats && (
        <Ledger
          what="sources"
          rows={sources}
          mostRows={planned.mostRows}
          keyOf={({ source }) => source}
          textOf={({ source, name, company }) => `${name} ${company} ${source}`}
          restOf={sumsOf}
          foot={brings ? [{ name: 'Total', cells: sumsOf(sources) }] : undefined}
          empty="No LLM product sent a visitor on these days."
          columns={[PRODUCT, ...countColumns('ref', 'Clicks', sources), ...columns]}
        />
      )}
    </Sheet>
  );
}

const PRODUCT: Column<Source> = {
  ...{ head: 'Product', cellClass: 'grow' },
  title: ({ source }) => `Source ${readableName(source)}`,
  cell: ({ name, company }) => (
    <>
      <bdi class="name">{readableName(name)}</bdi>
      {company !== name && <bdi class="by">{readableName(company)}</bdi>}
    </>
  ),
  text: {
    Product: ({ name }) => name,
    Company: ({ company }) => company,
    Source: ({ source }) => source,
  },
};

type SummedColumn = Column<Source> & { readonly sumOf: (rows: readonly Source[]) => ComponentChildren };

const conversionsIn = (rows: readonly Source[]) => sumOf(rows, ({ conversions }) => conversions);
const countIn = (rows: readonly Source[]) => sumOf(rows, ({ count }) => count);
const valueIn = (rows: readonly Source[]) => sumOf(rows, ({ value }) => value);

/** What their visitors did: how many conversions, how many of a click, and their value. */
const broughtColumns = (withRates: boolean): readonly SummedColumn[] => [
  CONVERSIONS,
  ...(withRates ? [RATE] : []),
  VALUE,
];

const CONVERSIONS: SummedColumn = {
  head: (
    <span class="hd">
      <Mark kind="con" />
      <span class="sr">Conversions</span>
    </span>
  ),
  class: 'num',
  cell: ({ conversions }) => formatCount(conversions),
  text: { Conversions: ({ conversions }) => conversions },
  sumOf: (rows) => formatCount(conversionsIn(rows)),
};

const RATE: SummedColumn = {
  ...{ head: 'Rate', class: 'num', cellClass: 'share' },
  cell: ({ conversions, count }) => formatShare(conversions, count),
  text: ({ conversions, count }) => shareOf(conversions, count),
  sumOf: (rows) => (
    <data value={shareOf(conversionsIn(rows), countIn(rows))}>
      {formatShare(conversionsIn(rows), countIn(rows))}
    </data>
  ),
};

const VALUE: SummedColumn = {
  ...{ head: 'Value', class: 'num val' },
  cell: ({ conversions, value }) => (conversions > 0 ? <SumOfValues value={value} /> : ''),
  text: ({ conversions, value }) => (conversions > 0 ? value : ''),
  sumOf: (rows) => (conversionsIn(rows) > 0 ? <SumOfValues value={valueIn(rows)} /> : ''),
};

import { pagesPath, withParam } from '../links.ts';
import { formatCount, formatRatio, shareOf } from '../numbers.ts';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { type Bar, type Company, type ExchangeRow, exchangeRows } from './exchange-rows.ts';
import type { Planned } from './rows.ts';
import type { Links, OverviewSite } from './site.ts';

type Props = {
  readonly companies: OverviewSite['companies'] | undefined;
  readonly links: Links | undefined;
  readonly planned: Planned;
};

/** What each company takes, to the left of the axis, and what it sends, to the right. */
export function ExchangeSheet({ companies, links, planned }: Props) {
  const rows = companies && exchangeRows(companies, planned.mostRows);
  const cut = rows?.some((row) => row.in.isCut || row.out.isCut) ? ' The bar of the others is cut.' : '';
  return (
    <Sheet
      title="Who takes, who sends"
      hint={`Crawls by a company’s bots beside the visitors its products sent. Each side has its own scale.${cut}`}
      hasCsv
      height={planned.height}
    >
      {rows && <ExchangeTable rows={rows} links={links} />}
    </Sheet>
  );
}

type TableProps = { readonly rows: readonly ExchangeRow[]; readonly links: Links | undefined };

function ExchangeTable({ rows, links }: TableProps) {
  return (
    <Table
      class="exchange"
      rows={rows}
      keyOf={({ company }) => company}
      columns={[
        {
          ...{ head: 'Company', cellClass: 'name' },
          cell: (row) => (
            <CompanyName row={row} links={row.isRest || row.botVisits === 0 ? undefined : links} />
          ),
          text: ({ company }) => company,
        },
        {
          ...{ head: 'Crawls', span: 2, class: 'num' },
          cellClass: ({ botVisits }) => (botVisits ? 'in' : 'in z'),
          cell: ({ botVisits }) => formatCount(botVisits),
          text: ({ botVisits }) => botVisits,
        },
        {
          ...{ isPicture: true, cellClass: 'bar in' },
          cell: (row) => <BarPicture {...row.in} isIn />,
        },
        {
          ...{ head: 'Visitors sent', span: 2, isPicture: true, cellClass: 'bar out' },
          cell: (row) => <BarPicture {...row.out} />,
        },
        {
          cellClass: ({ referrals }) => (referrals ? 'num out' : 'num out z'),
          cell: ({ referrals }) => formatCount(referrals),
          text: ({ referrals }) => referrals,
        },
        {
          head: 'Crawls per visitor',
          headClass: 'num',
          cellClass: 'ratio',
          cell: ratioOf,
          text: ({ botVisits, referrals }) => (botVisits > 0 ? shareOf(botVisits, referrals) : ''),
        },
      ]}
    />
  );
}

/** With a link to where its bots went. */
function CompanyName({
  row: { company },
  links,
}: {
  readonly row: Company;
  readonly links: Links | undefined;
}) {
  if (!links) return <Name name={company} />;
  return (
    <a href={pagesPath(links.siteId) + withParam(links.search, 'company', company)}>
      <Name name={company} />
    </a>
  );
}

/** To the left of the axis for what comes in, or to the right. A cut one has slits near its end. */
function BarPicture({ percent, isCut, isIn = false }: Bar & { readonly isIn?: boolean }) {
  const rect = (from: number, length: number, name?: string) => (
    <rect
      key={from}
      class={name}
      x={`${(isIn ? 100 - from - length : from).toFixed(2)}%`}
      width={`${length.toFixed(2)}%`}
      height="100%"
      fill="currentColor"
    />
  );
  return (
    <svg>
      {rect(0, 0.97 * percent)}
      {isCut && [87, 91].map((from) => rect(from, 1, 'slit'))}
    </svg>
  );
}

function ratioOf({ botVisits, referrals }: Company) {
  if (referrals === 0) return 'sends nobody';
  if (botVisits === 0) return 'no crawls seen';
  return <b>{formatRatio(botVisits / referrals)}</b>;
}

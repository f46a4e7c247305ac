import { pagesPath, withParam } from '../links.ts';
import { cutRows, formatCount, formatRatio, sumOf } from '../numbers.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import type { Links, OverviewSite } from './site.ts';

type Company = { readonly company: string; readonly botVisits: number; readonly referrals: number };

const MOST_ROWS = 11;

type Props = { readonly companies: OverviewSite['companies'] | undefined; readonly links: Links | undefined };

/** What each company takes, to the left of the axis, and what it sends, to the right. */
export function ExchangeSheet({ companies, links }: Props) {
  return (
    <Sheet
      title="Who takes, who sends"
      hint="Crawls by a company’s bots beside the visitors its products sent. Each side has its own scale."
    >
      {companies && <ExchangeTable companies={companies} links={links} />}
    </Sheet>
  );
}

type TableProps = { readonly companies: readonly Company[]; readonly links: Links | undefined };

function ExchangeTable({ companies, links }: TableProps) {
  const { rows, others } = rowsOf(companies);
  const mostIn = Math.max(1, ...rows.map(({ botVisits }) => botVisits));
  const mostOut = Math.max(1, ...rows.map(({ referrals }) => referrals));
  return (
    <Table
      class="exchange"
      rows={rows}
      keyOf={({ company }) => company}
      columns={[
        {
          ...{ head: 'Company', cellClass: 'name' },
          cell: (row) => (
            <CompanyName row={row} links={row === others || row.botVisits === 0 ? undefined : links} />
          ),
        },
        {
          ...{ head: 'Crawls', span: 2, class: 'num' },
          cellClass: ({ botVisits }) => (botVisits ? 'in' : 'in z'),
          cell: ({ botVisits }) => formatCount(botVisits),
        },
        {
          ...{ isPicture: true, cellClass: 'bar in' },
          cell: ({ botVisits }) => <Bar percent={(97 * botVisits) / mostIn} isIn />,
        },
        {
          ...{ head: 'Visitors sent', span: 2, isPicture: true, cellClass: 'bar out' },
          cell: ({ referrals }) => <Bar percent={(97 * referrals) / mostOut} />,
        },
        {
          cellClass: ({ referrals }) => (referrals ? 'num out' : 'num out z'),
          cell: ({ referrals }) => formatCount(referrals),
        },
        { head: 'Crawls per visitor', headClass: 'num', cellClass: 'ratio', cell: ratioOf },
      ]}
    />
  );
}

/** The largest companies, those that take most first, and all others in one row at the end. */
function rowsOf(companies: readonly Company[]) {
  const bySize = companies.toSorted((a, b) => b.botVisits + b.referrals - (a.botVisits + a.referrals));
  const { shown, rest } = cutRows(bySize, MOST_ROWS);
  const rows = shown.toSorted((a, b) => b.botVisits - a.botVisits || b.referrals - a.referrals);
  if (rest.length === 0) return { rows, others: undefined };
  const others: Company = {
    company: `${rest.length} others`,
    botVisits: sumOf(rest, ({ botVisits }) => botVisits),
    referrals: sumOf(rest, ({ referrals }) => referrals),
  };
  return { rows: [...rows, others], others };
}

/** With a link to where its bots went. */
function CompanyName({
  row: { company },
  links,
}: {
  readonly row: Company;
  readonly links: Links | undefined;
}) {
  if (!links) return <bdi>{company}</bdi>;
  return (
    <a href={pagesPath(links.siteId) + withParam(links.search, 'company', company)}>
      <bdi>{company}</bdi>
    </a>
  );
}

/** To the left of the axis for what comes in, or to the right. */
function Bar({ percent, isIn = false }: { readonly percent: number; readonly isIn?: boolean }) {
  return (
    <svg>
      <rect
        x={isIn ? `${(100 - percent).toFixed(2)}%` : undefined}
        width={`${percent.toFixed(2)}%`}
        height="100%"
        fill="currentColor"
      />
    </svg>
  );
}

function ratioOf({ botVisits, referrals }: Company) {
  if (referrals === 0) return 'sends nobody';
  if (botVisits === 0) return 'no crawls seen';
  return <b>{formatRatio(botVisits / referrals)}</b>;
}

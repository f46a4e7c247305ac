import type { ComponentChildren } from 'preact';
import { pagesPath, withParam } from '../links.ts';
import { formatCount, formatRatio, shareOf } from '../numbers.ts';
import { type EventKind, Mark } from '../parts/mark.tsx';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { SumOfValues } from '../parts/value.tsx';
import type { Day } from '../time/days.ts';
import type { View } from '../time/range.ts';
import { type Attribution, hasBrought } from './attribution.ts';
import { ExchangeFoot } from './exchange-foot.tsx';
import { type Bar, type Company, type ExchangeRow, exchangeRows } from './exchange-rows.ts';
import type { Planned } from './rows.ts';
import type { Links, OverviewSite } from './site.ts';

type Props = {
  readonly site: OverviewSite | undefined;
  readonly attribution: Attribution;
  readonly view: View;
  readonly today: Day;
  readonly links: Links | undefined;
  readonly planned: Planned;
};

/** What each company takes, to the left of the axis; what it sends, to the right; and what that brings. */
export function ExchangeSheet({ site, links, planned, ...shown }: Props) {
  const rows = site && (site.companies ? exchangeRows(site.companies, planned.mostRows) : null);
  const brings = hasBrought(shown.attribution);
  const isCut = rows?.some((row) => row.in.isCut || row.out.isCut || (brings && row.got.isCut));
  return (
    <Sheet
      title={`Who takes, who sends${brings ? ', who brings' : ''}`}
      hint={`${brings ? HINT : HINT_OF_TWO}${isCut ? ' The bar of the others is cut.' : ''}`}
      hasCsv
      height={planned.height}
    >
      {rows && (
        <>
          <ExchangeTable rows={rows} links={links} brings={brings} />
          {brings && site.stats && <ExchangeFoot site={{ ...site, stats: site.stats }} {...shown} />}
        </>
      )}
    </Sheet>
  );
}

const HINT =
  'Crawls by a company’s bots, the visitors its products sent, and what they did. Each has its own scale.';
const HINT_OF_TWO =
  'Crawls by a company’s bots beside the visitors its products sent. Each side has its own scale.';

type TableProps = {
  readonly rows: readonly ExchangeRow[];
  readonly links: Links | undefined;
  /** Whether it has what visitors brought. */
  readonly brings: boolean;
};

function ExchangeTable({ rows, links, brings }: TableProps) {
  return (
    <Table
      class={brings ? 'exchange brings' : 'exchange'}
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
        ...TAKEN,
        ...SENT,
        ...(brings ? BROUGHT : []),
        {
          head: 'Crawls per visitor',
          headClass: 'num ratio-h',
          cellClass: 'ratio',
          cell: ratioOf,
          text: ({ botVisits, referrals }) => (botVisits > 0 ? shareOf(botVisits, referrals) : ''),
        },
      ]}
    />
  );
}

const TAKEN: readonly Column<ExchangeRow>[] = [
  {
    ...{ head: headOf('bot', 'Takes', 'crawls by its bots'), span: 2, class: 'num' },
    cellClass: ({ botVisits }) => (botVisits ? 'in' : 'in z'),
    cell: ({ botVisits }) => formatCount(botVisits),
    text: { Crawls: ({ botVisits }) => botVisits },
  },
  { isPicture: true, cellClass: 'bar in', cell: (row) => <BarPicture {...row.in} isIn /> },
];

const SENT: readonly Column<ExchangeRow>[] = [
  {
    ...{ head: headOf('ref', 'Sends', 'visitors'), span: 2, isPicture: true, cellClass: 'bar out' },
    cell: (row) => <BarPicture {...row.out} />,
  },
  {
    cellClass: ({ referrals }) => (referrals ? 'num out' : 'num out z'),
    cell: ({ referrals }) => formatCount(referrals),
    text: { 'Visitors sent': ({ referrals }) => referrals },
  },
];

/** Whether something could be brought: its visitors came, or came before and converted now. */
const mayBring = ({ referrals, conversions }: Company) => referrals > 0 || conversions > 0;

/** Empty where nothing was sent. */
const BROUGHT: readonly Column<ExchangeRow>[] = [
  {
    ...{ head: headOf('con', 'Brings', 'conversions of these visitors'), headClass: 'got', span: 2 },
    ...{ isPicture: true, cellClass: 'bar got', cell: (row) => <BarPicture {...row.got} /> },
  },
  {
    cellClass: ({ conversions }) => (conversions ? 'num got' : 'num got z'),
    cell: (row) => (mayBring(row) ? formatCount(row.conversions) : ''),
    text: { 'Conversions brought': (row) => (mayBring(row) ? row.conversions : '') },
  },
  {
    ...{ head: 'Value', headClass: 'num val', cellClass: 'num val' },
    cell: ({ conversions, value }) => (conversions > 0 ? <SumOfValues value={value} /> : ''),
    text: ({ conversions, value }) => (conversions > 0 ? value : ''),
  },
];

/** A word with its mark, and for screen readers what it counts. */
function headOf(kind: EventKind, word: string, what: string): ComponentChildren {
  return (
    <span class="hd">
      <Mark kind={kind} />
      {word}
      <span class="sr">: {what}</span>
    </span>
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

function ratioOf({ botVisits, referrals, conversions }: Company) {
  if (referrals === 0) return conversions > 0 ? 'sent before' : 'sends nobody';
  if (botVisits === 0) return 'no crawls seen';
  return <b>{formatRatio(botVisits / referrals)}</b>;
}

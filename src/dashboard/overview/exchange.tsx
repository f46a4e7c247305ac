import { pagesPath, withParam } from '../links.ts';
import { cutRows, formatCount, formatRatio, sumOf } from '../numbers.ts';
import { Sheet } from '../parts/sheet.tsx';
import type { Links, Site } from './site.ts';

type Row = { readonly company: string; readonly botVisits: number; readonly referrals: number };

const MOST_ROWS = 11;

type Props = { readonly companies: Site['companies'] | undefined; readonly links: Links | undefined };

/** What each company takes, to the left of the axis, and what it sends, to the right. */
export function Exchange({ companies, links }: Props) {
  return (
    <Sheet
      title="Who takes, who sends"
      hint="Crawls by a company’s bots beside the visitors its products sent. Each side has its own scale."
    >
      {companies && <ExchangeTable companies={companies} links={links} />}
    </Sheet>
  );
}

type TableProps = { readonly companies: readonly Row[]; readonly links: Links | undefined };

function ExchangeTable({ companies, links }: TableProps) {
  const hrefOf = (company: string) =>
    links && pagesPath(links.siteId) + withParam(links.search, 'company', company);
  const bySize = companies.toSorted((a, b) => b.botVisits + b.referrals - (a.botVisits + a.referrals));
  const { shown, rest } = cutRows(bySize, MOST_ROWS);
  const rows = shown.toSorted((a, b) => b.botVisits - a.botVisits || b.referrals - a.referrals);
  const others = {
    company: `${rest.length} others`,
    botVisits: sumOf(rest, ({ botVisits }) => botVisits),
    referrals: sumOf(rest, ({ referrals }) => referrals),
  };
  const all = rest.length > 0 ? [...rows, others] : rows;
  const mostIn = Math.max(1, ...all.map(({ botVisits }) => botVisits));
  const mostOut = Math.max(1, ...all.map(({ referrals }) => referrals));
  return (
    <table class="ledger exchange" role="table">
      <thead>
        <tr>
          <th scope="col">Company</th>
          <th scope="col" class="num" colSpan={2}>
            Crawls
          </th>
          <th scope="col" colSpan={2}>
            Visitors sent
          </th>
          <th scope="col" class="num">
            Crawls per visitor
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {all.map((row) => (
          <ExchangeRow
            key={row.company}
            href={row !== others && row.botVisits > 0 ? hrefOf(row.company) : undefined}
            row={row}
            mostIn={mostIn}
            mostOut={mostOut}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  /** Where its bots went; undefined if none came, and without links. */
  readonly href: string | undefined;
  readonly row: Row;
  readonly mostIn: number;
  readonly mostOut: number;
};

function ExchangeRow({ href, row: { company, botVisits, referrals }, mostIn, mostOut }: RowProps) {
  const takes = (97 * botVisits) / mostIn;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" class="name">
        {href === undefined ? (
          <bdi>{company}</bdi>
        ) : (
          <a href={href}>
            <bdi>{company}</bdi>
          </a>
        )}
      </th>
      <td role="cell" class={`num in ${botVisits ? '' : 'z'}`}>
        {formatCount(botVisits)}
      </td>
      <td class="bar in" aria-hidden="true">
        <svg>
          <rect
            x={`${(100 - takes).toFixed(2)}%`}
            width={`${takes.toFixed(2)}%`}
            height="100%"
            fill="currentColor"
          />
        </svg>
      </td>
      <td class="bar out" aria-hidden="true">
        <svg>
          <rect width={`${((97 * referrals) / mostOut).toFixed(2)}%`} height="100%" fill="currentColor" />
        </svg>
      </td>
      <td role="cell" class={`num out ${referrals ? '' : 'z'}`}>
        {formatCount(referrals)}
      </td>
      <td role="cell" class="ratio">
        {ratioOf(botVisits, referrals)}
      </td>
    </tr>
  );
}

function ratioOf(botVisits: number, referrals: number) {
  if (referrals === 0) return 'sends nobody';
  if (botVisits === 0) return 'no crawls seen';
  return <b>{formatRatio(botVisits / referrals)}</b>;
}

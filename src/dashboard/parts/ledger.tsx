import type { ComponentChildren } from 'preact';
import { cutRows, formatCount, formatShare, shareOf, sumOf } from '../numbers.ts';
import { FullList } from './full-list.tsx';
import type { EventKind } from './mark.tsx';
import { type Column, Table, type TableProps } from './table.tsx';

type Props<Row> = Omit<TableProps<Row>, 'rows' | 'rest'> & {
  /** Largest first. */
  readonly rows: readonly Row[];
  readonly mostRows: number;
  /** What the rows are, in the plural: `bots`. */
  readonly what: string;
  /** What a search looks in. */
  readonly textOf: (row: Row) => string;
  /** What the rows that are not shown add up to, a cell for each column but the first. */
  readonly restOf: (rest: readonly Row[]) => readonly ComponentChildren[];
  /** All that the server does not list, as one row. It lists more than are shown then. */
  readonly others?: Row | undefined;
  /** The page that lists all of them, in place of a dialog. */
  readonly page?: { readonly href: string; readonly name: string } | undefined;
};

/** The largest rows, and a way to all; the rest is a row, so that everything shown adds up. */
export function Ledger<Row>({ rows, mostRows, what, textOf, restOf, others, page, ...table }: Props<Row>) {
  const { shown, rest } = cutRows(rows, mostRows);
  const more = `${formatCount(rest.length)} more`;
  const sum = others
    ? { name: `${more} and the others`, cells: restOf([...rest, others]) }
    : { name: `${more} ${what}`, cells: restOf(rest) };
  // which of the others a search would find is not known
  const othersIn = (found: readonly Row[]) =>
    others && found.length === rows.length ? { name: 'The others', cells: restOf([others]) } : undefined;
  return (
    <>
      <Table {...table} rows={shown} rest={rest.length > 0 ? sum : undefined} />
      {page && rows.length > 0 && (
        <div class="more">
          <a class="btn quiet small" href={page.href}>
            {page.name}
          </a>
        </div>
      )}
      {!page && rest.length > 0 && (
        <FullList what={what} rows={rows} hasOthers={others !== undefined} textOf={textOf}>
          {(shownNow, found) => (
            <Table {...table} rows={shownNow} rowsInFile={found} rest={othersIn(found)} />
          )}
        </FullList>
      )}
    </>
  );
}

type Counted = { readonly count: number };

const countIn = (rows: readonly Counted[]) => sumOf(rows, ({ count }) => count);

/** The columns for what each row counts and its share of all, with the rule beneath the row. */
export function countColumns<Row extends Counted>(
  kind: EventKind,
  head: string,
  rows: readonly Row[],
): readonly Column<Row>[] {
  const all = countIn(rows);
  const most = rows[0]?.count ?? 0;
  return [
    { head, class: 'num', cell: ({ count }) => formatCount(count), text: ({ count }) => count },
    {
      ...{ head: 'Share', class: 'num', cellClass: 'share' },
      cell: ({ count }) => (
        <>
          {formatShare(count, all)}
          <RowRule kind={kind} part={count} most={most} />
        </>
      ),
      text: ({ count }) => shareOf(count, all),
    },
  ];
}

/** The cells of these columns in the row for the rest. */
export const restCells = (
  rest: readonly Counted[],
  rows: readonly Counted[],
): readonly ComponentChildren[] => [
  formatCount(countIn(rest)),
  <data value={shareOf(countIn(rest), countIn(rows))}>{formatShare(countIn(rest), countIn(rows))}</data>,
];

type RuleProps = { readonly kind: EventKind | 'none'; readonly part: number; readonly most: number };

/** The line beneath a row is its bar; the largest row has the full width. */
export function RowRule({ kind, part, most }: RuleProps) {
  return (
    <svg class={`rule kind-${kind}`} aria-hidden="true">
      <rect width={`${most === 0 ? 0 : ((100 * part) / most).toFixed(2)}%`} height="3" rx="1.5" />
    </svg>
  );
}

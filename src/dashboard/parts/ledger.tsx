import type { ComponentChildren } from 'preact';
import { cutRows, formatCount, formatShare, sumOf } from '../numbers.ts';
import { FullList } from './full-list.tsx';
import type { Kind } from './mark.tsx';
import { Rule } from './rule.tsx';

/** The heads of the columns with figures. */
export function Heads({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      {names.map((name) => (
        <th scope="col" class="num" key={name}>
          {name}
        </th>
      ))}
    </>
  );
}

/** In place of a ledger without rows. */
export function Nothing({ what }: { readonly what: string }) {
  return <p class="say">{what}</p>;
}

/** The first cell of the row that sums up all rows that are not shown. */
export function RestHead({ children }: { readonly children: ComponentChildren }) {
  return (
    <th scope="row" class="grow">
      <span class="by">{children}</span>
    </th>
  );
}

type Counted = {
  readonly id: string;
  readonly label: ComponentChildren;
  /** What a search looks in. */
  readonly text: string;
  readonly count: number;
};

type Props = {
  readonly kind: Kind;
  /** What a row is, and what is counted. */
  readonly heads: readonly [row: string, count: string];
  /** Largest first. */
  readonly rows: readonly Counted[];
  readonly mostRows: number;
  /** What the rows are, in the plural. */
  readonly what: string;
};

/** Rows with their count and share; the rest is a row, so that everything shown adds up. */
export function Ledger(props: Props) {
  const { rows, mostRows, what } = props;
  const { shown, rest } = cutRows(rows, mostRows);
  return (
    <>
      <CountTable {...props} shown={shown} rest={rest} />
      {rest.length > 0 && (
        <FullList what={what} rows={rows} textOf={({ text }) => text}>
          {(found) => <CountTable {...props} shown={found} rest={[]} />}
        </FullList>
      )}
    </>
  );
}

type TableProps = Props & { readonly shown: readonly Counted[]; readonly rest: readonly Counted[] };

function CountTable({ kind, heads: [row, counted], rows, shown, rest, what }: TableProps) {
  const all = sumOf(rows, ({ count }) => count);
  const more = sumOf(rest, ({ count }) => count);
  return (
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">{row}</th>
          <Heads names={[counted, 'Share']} />
        </tr>
      </thead>
      <tbody>
        {shown.map(({ id, label, count }) => (
          <tr key={id}>
            <th scope="row" class="grow">
              {label}
            </th>
            <td class="num">{formatCount(count)}</td>
            <td class="num share">
              {formatShare(count, all)}
              <Rule kind={kind} part={count} most={rows[0]?.count ?? 0} />
            </td>
          </tr>
        ))}
        {rest.length > 0 && (
          <tr>
            <RestHead>
              {rest.length} more {what}
            </RestHead>
            <td class="num">{formatCount(more)}</td>
            <td class="num share">{formatShare(more, all)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

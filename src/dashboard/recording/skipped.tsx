import type { SourcePartsFragment } from '../generated/graphql.ts';
import { formatCount, sumOf } from '../numbers.ts';
import { RowRule } from '../parts/ledger.tsx';
import { readableName } from '../parts/name-text.ts';
import { Table } from '../parts/table.tsx';
import { wordsOfReason } from './source-words.ts';

type Skipped = SourcePartsFragment['window']['skipped'];

/** Why records became no event, with one of them, most first. */
export function SkippedTable({ skipped }: { readonly skipped: Skipped }) {
  const rows = skipped.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count);
  const most = rows[0]?.count ?? 0;
  if (rows.length === 0) return <p class="dim">Nothing was skipped.</p>;
  return (
    <Table
      class="flush skipped"
      hasHiddenHeads
      rows={rows}
      keyOf={({ reason }) => reason}
      foot={[{ name: 'Total', cells: [formatCount(sumOf(rows, ({ count }) => count))] }]}
      columns={[
        {
          ...{ head: 'Reason', cellClass: 'grow' },
          cell: ({ reason, sample }) => (
            <>
              {wordsOfReason(reason)}
              {sample !== null && (
                <small class="mono">
                  <bdi>{readableName(sample)}</bdi>
                </small>
              )}
            </>
          ),
        },
        {
          ...{ head: 'Records', class: 'num' },
          cell: ({ count }) => (
            <>
              {formatCount(count)}
              <RowRule kind="none" part={count} most={most} />
            </>
          ),
        },
      ]}
    />
  );
}

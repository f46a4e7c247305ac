import { Ledger, restCells, countColumns } from '../parts/ledger.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { OverviewStats } from './site.ts';

/** The LLM products that send visitors. */
export function SourcesSheet({ stats }: { readonly stats: OverviewStats | null | undefined }) {
  const all = stats?.referralBreakdown ?? [];
  const sources = all.some(({ count }) => count > 0) ? all : [];
  return (
    <Sheet title="LLM sources" hasCsv>
      {stats && (
        <Ledger
          what="sources"
          rows={sources}
          mostRows={6}
          keyOf={({ source }) => source}
          textOf={({ source }) => source}
          restOf={(rest) => restCells(rest, sources)}
          empty="No LLM product sent a visitor on these days."
          columns={[
            {
              ...{ head: 'Product', cellClass: 'grow' },
              cell: ({ source }) => <span class="name">{source}</span>,
              text: ({ source }) => source,
            },
            ...countColumns('ref', 'Clicks', sources),
          ]}
        />
      )}
    </Sheet>
  );
}

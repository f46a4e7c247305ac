import { Ledger, restCells, countColumns } from '../parts/ledger.tsx';
import { readableName } from '../parts/name-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import type { Planned } from './rows.ts';
import type { OverviewStats } from './site.ts';

type Props = { readonly stats: OverviewStats | null | undefined; readonly planned: Planned };

/** The LLM products that send visitors. */
export function SourcesSheet({ stats, planned }: Props) {
  const all = stats?.referralBreakdown ?? [];
  const sources = all.some(({ count }) => count > 0) ? all : [];
  return (
    <Sheet title="LLM sources" hasCsv height={planned.height}>
      {stats && (
        <Ledger
          what="sources"
          rows={sources}
          mostRows={planned.mostRows}
          keyOf={({ source }) => source}
          textOf={({ source, name, company }) => `${name} ${company} ${source}`}
          restOf={(rest) => restCells(rest, sources)}
          empty="No LLM product sent a visitor on these days."
          columns={[
            {
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
            },
            ...countColumns('ref', 'Clicks', sources),
          ]}
        />
      )}
    </Sheet>
  );
}

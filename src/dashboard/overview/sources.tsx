import { sumOf } from '../numbers.ts';
import { Ledger, Nothing } from '../parts/ledger.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Stats } from './site.ts';

/** The LLM products that send visitors. */
export function Sources({ stats }: { readonly stats: Stats | null | undefined }) {
  const rows = (stats?.referralBreakdown ?? []).map(({ source, count }) => ({
    ...{ id: source, text: source, count },
    label: <span class="name">{source}</span>,
  }));
  return (
    <Sheet title="LLM sources">
      {stats &&
        (sumOf(rows, ({ count }) => count) === 0 ? (
          <Nothing what="No LLM product sent a visitor in these days." />
        ) : (
          <Ledger kind="ref" heads={['Product', 'Clicks']} rows={rows} mostRows={6} what="sources" />
        ))}
    </Sheet>
  );
}

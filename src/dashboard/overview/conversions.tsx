import { formatCount, sumOf } from '../numbers.ts';
import { Ledger, RowRule } from '../parts/ledger.tsx';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { SumOfValues } from '../parts/value.tsx';
import type { Planned } from './rows.ts';
import type { OverviewStats } from './site.ts';

type Props = { readonly stats: OverviewStats | null | undefined; readonly planned: Planned };

/** The goals that visitors reached, and what that was worth. */
export function ConversionsSheet({ stats, planned }: Props) {
  return (
    <Sheet title="Conversions" hint="Values in your own unit" hasCsv height={planned.height}>
      {stats && <GoalLedger goals={stats.conversionBreakdown} mostRows={planned.mostRows} />}
    </Sheet>
  );
}

type Goals = readonly OverviewStats['conversionBreakdown'][number][];

function GoalLedger({ goals, mostRows }: { readonly goals: Goals; readonly mostRows: number }) {
  return (
    <Ledger
      what="goals"
      rows={goals}
      mostRows={mostRows}
      keyOf={({ eventName }) => eventName}
      textOf={({ eventName }) => eventName}
      restOf={sumsOf}
      foot={[{ name: 'Total', cells: sumsOf(goals) }]}
      empty="No goal was reached on these days."
      columns={[
        {
          ...{ head: 'Goal', cellClass: 'grow' },
          cell: ({ eventName }) => <Name name={eventName} />,
          text: ({ eventName }) => eventName,
        },
        { head: 'Reached', class: 'num', cell: ({ count }) => formatCount(count) },
        {
          ...{ head: 'Value', class: 'num' },
          cell: ({ value, count }) => (
            <>
              <SumOfValues value={value} />
              <RowRule kind="con" part={count} most={goals[0]?.count ?? 0} />
            </>
          ),
          text: ({ value }) => value,
        },
      ]}
    />
  );
}

const sumsOf = (goals: Goals) => [
  formatCount(sumOf(goals, ({ count }) => count)),
  <SumOfValues value={sumOf(goals, ({ value }) => value)} />,
];

import { cutRows, formatCount, formatValue, sumOf } from '../numbers.ts';
import { FullList } from '../parts/full-list.tsx';
import { Heads, Nothing, RestHead } from '../parts/ledger.tsx';
import { Rule } from '../parts/rule.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Stats } from './site.ts';

type Goals = readonly Stats['conversionBreakdown'][number][];

/** The goals that visitors reached, and what that was worth. */
export function Conversions({ stats }: { readonly stats: Stats | null | undefined }) {
  return (
    <Sheet title="Conversions" hint="Values in your own unit">
      {stats && <Goals goals={stats.conversionBreakdown} />}
    </Sheet>
  );
}

function Goals({ goals }: { readonly goals: Goals }) {
  const { shown, rest } = cutRows(goals, 6);
  if (goals.length === 0) return <Nothing what="No goal was reached in these days." />;
  return (
    <>
      <GoalTable goals={goals} shown={shown} rest={rest} />
      {rest.length > 0 && (
        <FullList what="goals" rows={goals} textOf={({ eventName }) => eventName}>
          {(found) => <GoalTable goals={goals} shown={found} rest={[]} />}
        </FullList>
      )}
    </>
  );
}

type TableProps = { readonly goals: Goals; readonly shown: Goals; readonly rest: Goals };

function GoalTable({ goals, shown, rest }: TableProps) {
  return (
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Goal</th>
          <Heads names={['Reached', 'Value']} />
        </tr>
      </thead>
      <tbody>
        {shown.map(({ eventName, count, value }) => (
          <tr key={eventName}>
            <th scope="row" class="grow">
              <span class="name">{eventName}</span>
            </th>
            <td class="num">{formatCount(count)}</td>
            <td class="num">
              <Value value={value} />
              <Rule kind="con" part={count} most={goals[0]?.count ?? 0} />
            </td>
          </tr>
        ))}
        {rest.length > 0 && (
          <tr>
            <RestHead>{rest.length} more goals</RestHead>
            <Sums goals={rest} />
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
          <Sums goals={goals} />
        </tr>
      </tfoot>
    </table>
  );
}

function Sums({ goals }: { readonly goals: Goals }) {
  return (
    <>
      <td class="num">{formatCount(sumOf(goals, ({ count }) => count))}</td>
      <td class="num">
        <Value value={sumOf(goals, ({ value }) => value)} />
      </td>
    </>
  );
}

function Value({ value }: { readonly value: number }) {
  return value === 0 ? <span class="dim">none set</span> : <>{formatValue(value)}</>;
}

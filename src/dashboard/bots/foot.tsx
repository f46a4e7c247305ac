import { formatCount } from '../numbers.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import { ListSteps } from '../parts/list-steps.tsx';
import { ROW_COUNTS } from '../parts/row-counts.ts';
import { type Day, addDays, formatDay, formatDays } from '../time/days.ts';
import { daysBefore } from '../time/range.ts';
import { type BotsView, compares } from './bots-view.ts';
import { Shade } from './columns.tsx';

type Props = {
  readonly view: BotsView;
  readonly today: Day;
  /** The place of the first one that is shown, from 1, and how many are shown and found. */
  readonly from: number;
  readonly shown: number;
  readonly found: number;
  readonly change: (changed: Partial<BotsView>) => void;
};

/** What the figures mean, and the way to the other parts. */
export function Foot({ view, today, ...part }: Props) {
  return (
    <div class="foot">
      <span>
        {comparisonWords(view, today)}{' '}
        <span class="phone">
          <Shade of="verified" />
        </span>
        Verified visits were signed by the bot’s operator, or came from an address in its list,{' '}
        <span class="phone">
          <Shade of="outside" />
        </span>
        outside ones came from another: bots that act for a person may run on that person’s own device. Errors
        are visits answered with 400 or above.
      </span>
      <Parts view={view} {...part} />
    </div>
  );
}

function Parts({ view: { rows }, from, shown, found, change }: Omit<Props, 'today'>) {
  if (found <= ROW_COUNTS[0]) {
    return (
      <div class="end">
        {found === 1 ? '1 bot' : `${found} bots`}
        <CsvButton title="Bots" />
      </div>
    );
  }
  const last = from - 1 + shown;
  return (
    <ListSteps
      title="Bots"
      rows={rows}
      choose={(count) => change({ rows: count })}
      goBack={from > 1 ? () => change({ from: from - rows }) : undefined}
      goOn={last < found ? () => change({ from: from + rows }) : undefined}
    >
      {formatCount(from)} – {formatCount(last)} of {formatCount(found)}
    </ListSteps>
  );
}

/** Counts by name are compared for full days alone. */
function comparisonWords(view: BotsView, today: Day): string {
  const before = daysBefore(view);
  if (!before || !compares(view, today)) {
    return view.compare && view.start === today ? 'Full days alone are compared, and today is none yet.' : '';
  }
  if (view.end < today) return `Compared with ${formatDays(before.start, before.end, today)}.`;
  const fullDays = formatDays(view.start, addDays(today, -1), today);
  return `Changes compare the full days, ${fullDays}, with as many from ${formatDay(before.start, today)}.`;
}

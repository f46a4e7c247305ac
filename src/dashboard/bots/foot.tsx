import { formatCount } from '../numbers.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import { type Day, addDays, formatDay, formatDays } from '../time/days.ts';
import { daysBefore } from '../time/range.ts';
import { type BotsView, ROWS, compares } from './bots-view.ts';
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
        Verified visits came from an address in the list of the bot’s operator,{' '}
        <span class="phone">
          <Shade of="outside" />
        </span>
        outside ones from another: bots that act for a person may run on that person’s own device. Errors are
        visits answered with 400 or above.
      </span>
      <Parts view={view} {...part} />
    </div>
  );
}

function Parts({ view: { rows }, from, shown, found, change }: Omit<Props, 'today'>) {
  if (found <= ROWS[0]) {
    return (
      <div class="end">
        {found === 1 ? '1 bot' : `${found} bots`}
        <CsvButton title="Bots" />
      </div>
    );
  }
  return (
    <div class="end">
      <label>
        <span class="sr">Bots at once</span>
        <select
          class="input"
          value={String(rows)}
          onChange={({ currentTarget }) => change({ rows: rowsOf(currentTarget.value) })}
        >
          {ROWS.map((count) => (
            <option key={count} value={String(count)} selected={count === rows}>
              {count} rows
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="btn small"
        disabled={from <= 1}
        onClick={() => change({ from: from - rows })}
      >
        Back
      </button>
      <span>
        {formatCount(from)} – {formatCount(from - 1 + shown)} of {formatCount(found)}
      </span>
      <button
        type="button"
        class="btn small"
        disabled={from - 1 + shown >= found}
        onClick={() => change({ from: from + rows })}
      >
        Next {rows}
      </button>
      <CsvButton title="Bots" />
    </div>
  );
}

const rowsOf = (value: string) => ROWS.find((rows) => String(rows) === value) ?? ROWS[0];

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

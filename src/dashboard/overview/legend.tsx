import { type Day, formatDays } from '../time/days.ts';
import { type View, daysBefore } from '../time/range.ts';

type Props = {
  readonly view: View;
  readonly today: Day;
  readonly unfinished: boolean;
  readonly asTable: boolean;
  readonly onTable: (asTable: boolean) => void;
};

/** What each kind of line stands for. */
export function Legend({ view, today, unfinished, asTable, onTable }: Props) {
  const before = daysBefore(view);
  return (
    <div class="legend">
      <span>
        <svg class="k" viewBox="0 0 20 8" aria-hidden="true">
          <path d="M1 4h18" stroke="currentColor" stroke-width="2" />
        </svg>
        {formatDays(view.start, view.end, today)}
      </span>
      {before && (
        <span>
          <svg class="k" viewBox="0 0 20 8" aria-hidden="true">
            <path d="M1 4h18" class="prev" />
          </svg>
          Before, {formatDays(before.start, before.end, today)}
        </span>
      )}
      {unfinished && (
        <span>
          <svg class="k" viewBox="0 0 20 8" aria-hidden="true">
            <path
              d="M2 4h17"
              stroke="currentColor"
              stroke-width="2"
              stroke-linecap="round"
              stroke-dasharray="1 4"
            />
          </svg>
          {view.hourly ? 'This hour' : 'Today'}, so far
        </span>
      )}
      <span class="hint">{view.hourly ? 'Hours' : 'Days'} are UTC</span>
      <button class="btn quiet small" aria-expanded={asTable} onClick={() => onTable(!asTable)}>
        Show as table
      </button>
    </div>
  );
}

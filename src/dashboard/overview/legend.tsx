import { CsvButton } from '../parts/csv-button.tsx';
import { type Day, formatDays } from '../time/days.ts';
import { type Gap, sayLongest } from './gaps.ts';
import { type View, daysBefore } from '../time/range.ts';

type Props = {
  readonly view: View;
  readonly today: Day;
  readonly unfinished: boolean;
  /** When nothing was recorded; undefined if there is no such time, or none is known. */
  readonly gaps: readonly Gap[] | null | undefined;
  /** The same of the days before. */
  readonly gapsBefore: readonly Gap[] | null | undefined;
  readonly asTable: boolean;
  readonly onTable: (asTable: boolean) => void;
};

/** What each kind of line stands for. */
export function Legend({ view, today, unfinished, gaps, gapsBefore, asTable, onTable }: Props) {
  const before = daysBefore(view);
  const said = sayLongest({ gaps: gaps ?? [], gapsBefore: gapsBefore ?? [] }, today);
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
      {unfinished && <SoFarKey what={view.hourly ? 'This hour' : 'Today'} />}
      <div class="legend-foot">
        <p>{said ? <GapNote said={said} /> : `${view.hourly ? 'Hours' : 'Days'} are UTC`}</p>
        <button class="btn quiet small" aria-expanded={asTable} onClick={() => onTable(!asTable)}>
          Show as table
        </button>
        {asTable && <CsvButton title="Over time" />}
      </div>
    </div>
  );
}

/** The end of a line whose last point still grows. */
export function SoFarKey({ what }: { readonly what: string }) {
  return (
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
      {what}, so far
    </span>
  );
}

/**
 * When nothing was recorded, and what that means for the figures. It is the key of the hatch, too: its place is there
 * from the start, while another key could begin a new line and move what is below.
 */
function GapNote({ said }: { readonly said: string }) {
  const meaning = 'What came then is in no figure. An estimate: this site is rarely so quiet.';
  return (
    <span class="gap-note" title={`${said} ${meaning}`}>
      <svg class="k gap-key" viewBox="0 0 20 10" aria-hidden="true">
        <rect class="gap" width="20" height="10" />
        <path class="hatch" d="M-2 10 8 0M3 10 13 0M8 10 18 0M13 10 23 0" />
      </svg>
      <b>{said}</b> <span class="why">{meaning}</span>
    </span>
  );
}

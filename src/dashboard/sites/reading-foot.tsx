import { formatCount } from '../numbers.ts';
import { Ring } from '../parts/note.tsx';
import type { SiteRow } from './sort-sites.ts';
import type { SiteTotalsState } from './use-site-totals.ts';
import { STEP } from './walk.ts';

type Props = {
  readonly rows: readonly SiteRow[];
  readonly totals: SiteTotalsState;
  /** Whether more are read and listed only if the reader wants them. */
  readonly isPaused: boolean;
  readonly onMore: () => void;
};

/** How many of the sites are read, and what is being waited for. Nothing if all are. */
export function ReadingFoot({ rows, totals: { problem, askAgain }, isPaused, onMore }: Props) {
  const read = rows.filter(({ known }) => known.kind !== 'unread').length;
  if (read === rows.length && !isPaused) return null;
  // what one step reads is there at once, and nothing below moves for it
  if (rows.length <= STEP && !problem) return null;
  return (
    <div class="foot">
      <span>
        {formatCount(read)} of {formatCount(rows.length)} sites read
      </span>
      <svg class="meter thin" aria-hidden="true">
        <rect class="v" width={`${((100 * read) / rows.length).toFixed(2)}%`} height="100%" />
      </svg>
      {problem?.kind === 'limited' && (
        <>
          <Ring seconds={problem.retryAfterSeconds} since={problem} />
          <span role="status">The budget for this minute is used up. Reading continues automatically.</span>
        </>
      )}
      {problem?.kind === 'refused' && (
        <>
          <span role="alert">{problem.message}</span>
          <button class="btn small" onClick={askAgain}>
            Ask again
          </button>
        </>
      )}
      {isPaused && !problem && (
        <button class="btn small" onClick={onMore}>
          Show more sites
        </button>
      )}
    </div>
  );
}

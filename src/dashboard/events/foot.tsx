import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../numbers.ts';
import { Ring } from '../parts/note.tsx';
import type { EventsState } from './use-events.ts';
import { MOST_PRINTED } from './use-printing.ts';
import type { QuestionState } from './use-question.ts';

/** The next page is read before the reader comes to the end. */
const AHEAD = '0px 0px 600px 0px';

type Props = { readonly events: EventsState; readonly count: number | undefined };

/** How much of the list was read. Reading goes on as it comes near the window of the browser. */
export function Foot({ events: { list, next, readNext }, count }: Props) {
  const foot = useRef<HTMLDivElement>(null);
  const endCursor = list?.endCursor;
  useEffect(() => {
    if (!foot.current || endCursor === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) readNext();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [endCursor]);

  const read = list?.rows.length ?? 0;
  // Events come in after they were counted.
  const all = count === undefined ? undefined : Math.max(count, read);
  const whole = endCursor === null ? read : all;
  const printed = formatCount(Math.min(read, MOST_PRINTED));
  return (
    <div class="foot" ref={foot}>
      <span class="on-paper">
        {whole === undefined ? `${printed} printed` : `${printed} of ${formatCount(whole)} printed`}
      </span>
      <span>
        {all === undefined || endCursor === null
          ? `${formatCount(read)} read`
          : `${formatCount(read)} of ${formatCount(all)} read`}
      </span>
      {all !== undefined && all > 0 && endCursor !== null && (
        <svg class="meter thin" aria-hidden="true">
          <rect class="v" width={`${((100 * read) / all).toFixed(2)}%`} height="100%" />
        </svg>
      )}
      {endCursor === null ? <span>That is all</span> : <Progress next={next} />}
    </div>
  );
}

/** What is being waited for. */
function Progress({ next: { problem, waitSeconds, failures, askAgain } }: { readonly next: QuestionState }) {
  if (!problem) return <span>Reading on as you scroll</span>;
  return (
    <>
      {waitSeconds !== undefined && <Ring key={failures} seconds={waitSeconds} />}
      <span role="alert">{wordsOf(problem.kind)}</span>
      {problem.kind !== 'limited' && (
        <button class="btn small" onClick={askAgain}>
          Ask again
        </button>
      )}
    </>
  );
}

function wordsOf(kind: NonNullable<QuestionState['problem']>['kind']): string {
  switch (kind) {
    case 'limited':
      return 'Too many requests. Reading continues automatically.';
    case 'unreachable':
      return 'The server does not respond. Reading continues automatically.';
    case 'signed-out':
      return 'You are signed out.';
    case 'outdated':
      return 'This page is older than the server. Load it again.';
    case 'refused':
      return 'The next page was refused.';
  }
}

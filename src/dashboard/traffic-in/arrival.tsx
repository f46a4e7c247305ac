import { useAnswer } from '../answers/use-answer.ts';
import type { Problem } from '../answers/problem.ts';
import { ArrivedDocument } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { ProblemHint } from '../parts/note.tsx';
import { formatTime } from '../time/days.ts';
import { type Arrival, arrivalOf } from './arrival-state.ts';
import { type ArrivalWords, wordsOf } from './arrival-words.tsx';
import { useNewestVisit } from './use-newest-visit.ts';
import type { Way } from './ways/way.ts';

const ASK_EVERY_MS = 5000;

type Props = { readonly siteId: string; readonly way: Way; readonly keyId: string | undefined };

/**
 * What has arrived by a way. It is looked at every five seconds while the tab is seen; screen readers hear of it when the
 * heading changes.
 */
export function ArrivalSheet({ siteId, way, keyId }: Props) {
  const { read, problem } = useAnswer(ArrivedDocument, { id: siteId }, ASK_EVERY_MS);
  const arrival: Arrival = read ? arrivalOf(read.data, { way, keyId }) : { kind: 'waiting' };
  const visit = useNewestVisit(siteId, recordedBy(arrival));
  const domain = read?.data.site?.domain;
  const words = problem ? notChecked(problem) : wordsOf(arrival, { way, siteId, domain, visit });
  return (
    <section class="sheet live" aria-labelledby="arrived">
      <h2 id="arrived" class="sr">
        What has arrived
      </h2>
      <p class={`state ${words.isBad ? 'bad' : ''}`}>
        {words.isBad ? <Icon name="warning" /> : (words.mark ?? <span class="pulse off" />)}
        <b role="status">{words.heading}</b>
      </p>
      {words.body}
      {read && !problem && (
        <p class="hint">
          Checked at {formatTime(read.atMs)} UTC, and every 5 seconds while this tab is visible.
        </p>
      )}
    </section>
  );
}

/** What the newest visit is of; undefined where it may have come another way. */
const recordedBy = (arrival: Arrival) =>
  arrival.kind === 'recorded' && arrival.isAlone
    ? { id: arrival.source.id, events: arrival.source.window.events }
    : undefined;

const notChecked = (problem: Problem): ArrivalWords => ({
  ...{ heading: 'Could not check', isBad: true },
  body: (
    <p>
      <ProblemHint problem={problem} /> What you send may still be recorded.
    </p>
  ),
});

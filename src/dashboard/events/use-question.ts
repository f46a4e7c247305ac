import { useEffect, useRef, useState } from 'preact/hooks';
import { type Returned, ask } from '../answers/ask.ts';
import type { Problem } from '../answers/problem.ts';
import { waitSeconds } from '../answers/wait.ts';
import {
  EventsPageDocument,
  type EventsPageQuery,
  type EventsPageQueryVariables,
} from '../generated/graphql.ts';

export type EventsConnection = NonNullable<NonNullable<EventsPageQuery['site']>['events']>;
export type EventsEvent = EventsConnection['nodes'][number];

/** How asking goes. */
export type QuestionState = {
  readonly problem: Problem | undefined;
  /** The paths of the fields that were refused, if only these were. */
  readonly refused: readonly string[] | undefined;
  /** For how long it waits before it asks again; undefined without a wait. */
  readonly waitSeconds: number | undefined;
  readonly failures: number;
  readonly askAgain: () => void;
};

type Failure = Pick<QuestionState, 'refused' | 'failures'> & { readonly problem: Problem };

/**
 * Asks for a page of events until it is there: again when a refusal is over, and when the browser is online again.
 * Undefined asks for nothing.
 */
export function useQuestion(
  variables: EventsPageQueryVariables | undefined,
  onPage: (page: EventsConnection) => void,
): QuestionState {
  const [failure, setFailure] = useState<Failure>();
  const [round, setRound] = useState(0);
  const inARow = useRef(0);
  const askNow = () => setRound((last) => last + 1);
  const askAgain = () => {
    inARow.current = 0;
    askNow();
  };
  const asked = JSON.stringify(variables);

  useEffect(() => {
    if (!variables) return;
    let isCurrent = true;
    const show = ({ data, problem, refused }: Returned<EventsPageQuery>) => {
      if (!isCurrent) return;
      const page = data?.site?.events;
      if (page) onPage(page);
      inARow.current = problem ? inARow.current + 1 : 0;
      setFailure(problem && { problem, refused, failures: inARow.current });
    };
    void ask(EventsPageDocument, variables).then(show);
    return () => {
      isCurrent = false;
    };
  }, [asked, round]);

  const seconds = failure && waitSeconds(failure.problem, failure.failures);
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(askNow, seconds * 1000);
    addEventListener('online', askAgain);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', askAgain);
    };
  }, [failure]);
  return {
    ...{ problem: failure?.problem, refused: failure?.refused },
    ...{ waitSeconds: seconds, failures: failure?.failures ?? 0, askAgain },
  };
}

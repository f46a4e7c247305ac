import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { nowMs } from '../time/days.ts';
import { type Answer, type Read, answerAfter, answerOf, dueMs, shownOf } from './answer.ts';
import { type AnyVariables, type Returned, ask, keptAnswer } from './ask.ts';
import type { Problem } from './problem.ts';

/** The answer that a screen can show, and the current problem. */
export type AnswerState<Data, Variables> = {
  /** What was read last of the same site: maybe of other days, which its variables say. */
  readonly read?: Read<Data, Variables>;
  /** Whether `read` is the answer to the current variables. */
  readonly isCurrent: boolean;
  /** Whether something else is shown until the answer comes. */
  readonly isBusy: boolean;
  readonly problem?: Problem;
  readonly askAgain: () => void;
};

const FRESH_FOR_MS = 60_000;

/**
 * Asks for a document, unless the same was read less than a minute ago: then again a minute after it was read, or as often
 * as given, while the tab is seen; when the browser is online again; and after a failure, as `wait.ts` says.
 */
export function useAnswer<Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  everyMs = FRESH_FOR_MS,
): AnswerState<Data, Variables> {
  const [answer, setAnswer] = useState<Answer<Data, Variables>>({ failures: 0 });
  const [round, setRound] = useState(0);
  const lastAsked = useRef<string>();
  const asked = JSON.stringify(variables);
  const question = { variables, round };

  // with the layout, so that what is known is there with the first paint
  useLayoutEffect(() => {
    let isWanted = true;
    const show = (returned: Returned<Data>) => {
      if (isWanted) setAnswer((last) => answerAfter(last, returned, { to: question, atMs: nowMs() }));
    };
    const isAgain = lastAsked.current === asked;
    lastAsked.current = asked;
    const kept = isAgain ? undefined : keptAnswer(document, variables);
    const isFresh = kept !== undefined && nowMs() < kept.atMs + Math.min(everyMs, FRESH_FOR_MS);
    if (kept) setAnswer(answerOf({ ...kept, variables, refused: [] }, isFresh ? question : undefined));
    if (!isFresh) void ask(document, variables).then(show);
    return () => {
      isWanted = false;
    };
  }, [document, asked, round]);

  const askNow = () => setRound((last) => last + 1);
  const askAgain = () => {
    setAnswer((last) => ({ ...last, failures: 0 }));
    askNow();
  };
  useAskingAt(() => dueMs(answer, question, { everyMs, atMs: nowMs() }), askNow, [
    answer,
    asked,
    round,
    everyMs,
  ]);
  useEffect(() => {
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  }, []);
  const shown = shownOf(answer, variables);
  const isBusy = shown.read !== undefined && !shown.isCurrent && !shown.problem;
  return { ...shown, isBusy, askAgain };
}

/** Asks when it is due; of a tab that is not seen then, once it is. */
function useAskingAt(due: () => number | undefined, askNow: () => void, changed: readonly unknown[]): void {
  useEffect(() => {
    const atMs = due();
    if (atMs === undefined) return undefined;
    let isDue = false;
    const askIfSeen = () => {
      if (isDue && document.visibilityState === 'visible') askNow();
    };
    const onDue = () => {
      isDue = true;
      askIfSeen();
    };
    const timer = setTimeout(onDue, Math.max(0, atMs - nowMs()));
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', askIfSeen);
    };
  }, changed);
}

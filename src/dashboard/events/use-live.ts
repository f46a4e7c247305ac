import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../answers/ask.ts';
import type { Problem } from '../answers/problem.ts';
import { waitSeconds } from '../answers/wait.ts';
import { EventsPageDocument, type EventsPageQueryVariables } from '../generated/graphql.ts';
import { type LiveState, isLow, liveStateOf } from './live-state.ts';
import type { EventsConnection } from './use-question.ts';
import { nowMs } from '../time/days.ts';

const EVERY_MS = 5_000;
const LOW_FOR_SECONDS = 60;

type Given = {
  /** Of the newest page; undefined while the list is being read. */
  readonly variables: EventsPageQueryVariables | undefined;
  readonly hasToday: boolean;
  readonly isWanted: boolean;
  readonly isScrolling: boolean;
  /** Called with the newest page, and when it was asked for. */
  readonly onPage: (page: EventsConnection, askedMs: number) => void;
};

type Live = {
  readonly state: LiveState;
  readonly problem: Problem | undefined;
  /** The paths of the fields that were refused, if only these were. */
  readonly refused: readonly string[] | undefined;
  readonly askAgain: () => void;
};

/** Asks for the newest page every five seconds, unless there is a reason to pause. */
export function useLive({ variables, onPage, ...facts }: Given): Live {
  const [isShort, setShort] = useState(false);
  const [failure, setFailure] = useState<Pick<Live, 'problem' | 'refused'>>();
  const failures = useRef(0);
  const problem = failure?.problem;
  const lastMs = useRef(0);
  const isSeen = useSeen();
  const state = liveStateOf({ ...facts, isSeen, isLow: isShort, problem });
  const asked = JSON.stringify(variables);

  useLayoutEffect(() => {
    // The page that was just read is the newest one.
    lastMs.current = nowMs();
    setFailure(undefined);
  }, [asked]);

  // With the layout, so that it has stopped once the page says so.
  useLayoutEffect(() => {
    if (state !== 'on' || !variables) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const plan = () => {
      timer = setTimeout(() => void poll(variables), Math.max(0, lastMs.current + EVERY_MS - nowMs()));
    };
    const poll = async (newest: EventsPageQueryVariables) => {
      const askedMs = nowMs();
      lastMs.current = askedMs;
      const { data, problem: failed, refused } = await ask(EventsPageDocument, newest);
      if (!isCurrent) return;
      if (data?.site?.events) onPage(data.site.events, askedMs);
      setShort(isLow(data?.account?.budgets ?? []));
      failures.current = failed ? failures.current + 1 : 0;
      setFailure(failed && { problem: failed, refused });
      plan();
    };
    plan();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [state, asked]);

  useEnd(isShort ? LOW_FOR_SECONDS : undefined, () => setShort(false));
  const askNow = () => setFailure(undefined);
  const askAgain = () => {
    failures.current = 0;
    askNow();
  };
  useEnd(problem && waitSeconds(problem, failures.current), askNow);
  useEffect(() => {
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  }, []);
  return { state, problem, refused: failure?.refused, askAgain };
}

/** Ends a pause after its time. */
function useEnd(seconds: number | undefined, end: () => void): void {
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(end, seconds * 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
}

function useSeen(): boolean {
  const isSeenNow = () => document.visibilityState === 'visible';
  const [isSeen, setSeen] = useState(isSeenNow);
  useEffect(() => {
    const onChange = () => setSeen(isSeenNow());
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return isSeen;
}

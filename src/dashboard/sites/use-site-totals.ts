import { useEffect, useReducer, useRef } from 'preact/hooks';
import { ask } from '../answers/ask.ts';
import type { Problem } from '../answers/problem.ts';
import { SiteTotalsDocument, type SiteTotalsQueryVariables } from '../generated/graphql.ts';
import { nowMs } from '../time/days.ts';
import { NOTHING_READ, type NextStep, type Reading, hasFigures, nextStep, readingAfter } from './reading.ts';

type Variables = Omit<SiteTotalsQueryVariables, 'after'>;

export type SiteTotalsState = {
  /** What can be shown: of other days as long as nothing was read of those asked for. */
  readonly shown: { readonly variables: Variables; readonly reading: Reading };
  readonly isBusy: boolean;
  /** Why the reading of what is asked for does not go on. */
  readonly problem?: Problem | undefined;
  readonly askAgain: () => void;
};

const MOST_KEPT = 10;

/** What was read in this page, by what was asked; the newest last. Whoever comes back finds it. */
const kept = new Map<string, Reading>();

const underWay = new Map<string, Promise<void>>();

function keep(question: string, reading: Reading): void {
  kept.delete(question);
  kept.set(question, reading);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

const readingOf = (question: string): Reading => kept.get(question) ?? NOTHING_READ;

/** The totals of the sites with events in the range, step by step: at most as many sites, and then all of them again. */
export function useSiteTotals(variables: Variables, most: number): SiteTotalsState {
  const question = JSON.stringify(variables);
  const [round, render] = useReducer((last: number) => last + 1, 0);
  const reading = readingOf(question);
  const shown = useRef({ variables, reading });
  if (hasFigures(reading) || !hasFigures(shown.current.reading)) shown.current = { variables, reading };

  useEffect(() => {
    const next = nextStep(reading, most);
    if (next === undefined) return undefined;
    return whenSeenAt(next.atMs, () => {
      void takeStep(variables, next).then(() => render(undefined));
    });
  }, [question, most, round]);

  const askAgain = () => {
    if (reading.problem) keep(question, { ...reading, problem: undefined, failures: 0 });
    render(undefined);
  };
  useEffect(() => {
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  });
  const { problem } = reading;
  return { shown: shown.current, isBusy: shown.current.reading !== reading && !problem, problem, askAgain };
}

/** Asks for a step, once at a time. What is answered is kept, even if nobody waits for it any more. */
function takeStep(variables: Variables, next: NextStep): Promise<void> {
  const question = JSON.stringify(variables);
  const asked = underWay.get(question);
  if (asked) return asked;
  const step = ask(SiteTotalsDocument, { ...variables, after: next.walk.after }).then((returned) => {
    underWay.delete(question);
    keep(question, readingAfter(readingOf(question), next, returned, nowMs()));
  });
  underWay.set(question, step);
  return step;
}

/** Begins at a time, or as soon as the tab is seen after it. Returns what calls it off. */
function whenSeenAt(atMs: number, begin: () => void): () => void {
  let isDue = false;
  const beginIfSeen = () => {
    if (isDue && document.visibilityState === 'visible') begin();
  };
  const timer = setTimeout(
    () => {
      isDue = true;
      beginIfSeen();
    },
    Math.max(0, atMs - nowMs()),
  );
  document.addEventListener('visibilitychange', beginIfSeen);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', beginIfSeen);
  };
}

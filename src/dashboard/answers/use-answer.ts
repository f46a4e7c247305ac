import type { AnyVariables } from '@urql/core';
import { useEffect, useState } from 'preact/hooks';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { type Returned, ask, readCached } from './ask.ts';
import type { Problem } from './problem.ts';
import { waitSeconds } from './wait.ts';
import { nowMs } from '../time/days.ts';

/** What was read last, also while something else is asked for, and what is wrong at the moment. */
export type AnswerState<Data, Variables> = {
  readonly read?: {
    readonly data: Data;
    readonly variables: Variables;
    readonly atMs: number;
    /** The paths of the fields that are null because they were refused, such as `site.stats`. */
    readonly refused: readonly string[];
  };
  readonly problem?: Problem;
  readonly askAgain: () => void;
};

const FRESH_FOR_MS = 60_000;

type Read<Data, Variables> = Omit<AnswerState<Data, Variables>, 'askAgain'> & {
  /** How often in a row the server refused for want of a budget. */
  readonly refusals: number;
};

/**
 * Asks for a document, at once from the cache if it is there, and then from the server: again each minute, or as often as
 * given, while the tab is seen, when the browser is online again, and when a refusal is over.
 */
export function useAnswer<Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  everyMs = FRESH_FOR_MS,
): AnswerState<Data, Variables> {
  const [answer, setAnswer] = useState<Read<Data, Variables>>({ refusals: 0 });
  const [round, setRound] = useState(0);
  const askAgain = () => setRound((last) => last + 1);
  const asked = JSON.stringify(variables);

  useEffect(() => {
    let isCurrent = true;
    const show = (returned: Returned<Data>) => {
      if (isCurrent) setAnswer((last) => next(last, returned, variables));
    };
    const cached = readCached(document, variables);
    if (cached && round === 0) show({ data: cached });
    void ask(document, variables).then(show);
    return () => {
      isCurrent = false;
    };
  }, [document, asked, round]);

  useAskingAgain(answer.problem, everyMs, askAgain);
  return { ...answer, askAgain };
}

function next<Data, Variables>(
  { read, refusals }: Read<Data, Variables>,
  { data, problem, refused = [] }: Returned<Data>,
  variables: Variables,
): Read<Data, Variables> {
  const newest =
    data && (!problem || isBetter(read, variables, refused))
      ? { data, variables, atMs: nowMs(), refused }
      : read;
  const waits = problem?.kind === 'limited' ? refusals + 1 : 0;
  return {
    ...(newest && { read: newest }),
    ...(problem && { problem: withWait(problem, waits) }),
    refusals: waits,
  };
}

/** What is whole stays, rather than make room for an answer with holes. So does one with as many holes. */
const isBetter = (
  read: AnswerState<unknown, unknown>['read'],
  variables: unknown,
  refused: readonly string[],
): boolean =>
  JSON.stringify(read?.variables) !== JSON.stringify(variables) ||
  refused.length < (read?.refused.length ?? 0);

function withWait(problem: Problem, refusals: number): Problem {
  if (problem.kind !== 'limited') return problem;
  return { ...problem, retryAfterSeconds: waitSeconds(problem, refusals) ?? problem.retryAfterSeconds };
}

function useAskingAgain(problem: Problem | undefined, everyMs: number, askAgain: () => void): void {
  useEffect(() => {
    const ms = problem?.kind === 'limited' ? problem.retryAfterSeconds * 1000 : everyMs;
    const isSeen = () => document.visibilityState === 'visible';
    const timer = setInterval(() => {
      if (isSeen()) askAgain();
    }, ms);
    addEventListener('online', askAgain);
    return () => {
      clearInterval(timer);
      removeEventListener('online', askAgain);
    };
  }, [problem, everyMs]);
}

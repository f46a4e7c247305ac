import type { AnyVariables } from '@urql/core';
import { useEffect, useState } from 'preact/hooks';
import { nowMs } from '../clock.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { ask, readCached } from './ask.ts';
import type { Problem } from './problem.ts';

/** What was read last, also while something else is asked for, and what is wrong at the moment. */
export type Answer<Data, Variables> = {
  readonly read?: { readonly data: Data; readonly variables: Variables; readonly atMs: number };
  readonly problem?: Problem;
  readonly askAgain: () => void;
};

const FRESH_FOR_MS = 60_000;

type Read<Data, Variables> = Omit<Answer<Data, Variables>, 'askAgain'>;

/**
 * Asks for a document, at once from the cache if it is there, and then from the server: again each minute, or as often as
 * given, while the tab is seen, when the browser is online again, and when a refusal is over.
 */
export function useAnswer<Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  everyMs = FRESH_FOR_MS,
): Answer<Data, Variables> {
  const [answer, setAnswer] = useState<Read<Data, Variables>>({});
  const [round, setRound] = useState(0);
  const askAgain = () => setRound((last) => last + 1);
  const asked = JSON.stringify(variables);

  useEffect(() => {
    let isCurrent = true;
    const show = (data: Data | undefined, problem: Problem | undefined) => {
      if (!isCurrent) return;
      setAnswer(({ read }) => {
        // What is whole stays, rather than make room for an answer with holes.
        const keepsLast = read && problem && JSON.stringify(read.variables) === asked;
        const newest = data && !keepsLast ? { data, variables, atMs: nowMs() } : read;
        return { ...(newest && { read: newest }), ...(problem && { problem }) };
      });
    };
    const cached = readCached(document, variables);
    if (cached && round === 0) show(cached, undefined);
    void ask(document, variables).then(({ data, problem }) => show(data, problem));
    return () => {
      isCurrent = false;
    };
  }, [document, asked, round]);

  useAskingAgain(answer.problem, everyMs, askAgain);
  return { ...answer, askAgain };
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

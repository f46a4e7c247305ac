import { useRef, useState } from 'preact/hooks';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { type AnyVariables, change } from './ask.ts';
import type { Problem } from './problem.ts';

/** A change that the reader makes, and how it goes. */
type ChangeState<Data, Variables> = {
  readonly isBusy: boolean;
  readonly problem?: Problem | undefined;
  /** What the server returned; undefined if it refused, which is then the problem. */
  readonly send: (variables: Variables) => Promise<Data | undefined>;
};

/** Sends a mutation when it is told to: one at a time, and never again by itself. */
export function useChange<Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
): ChangeState<Data, Variables> {
  const [isBusy, setIsBusy] = useState(false);
  // a second click may come before the next render
  const isUnderWay = useRef(false);
  const [problem, setProblem] = useState<Problem>();
  const send = async (variables: Variables) => {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setIsBusy(true);
    const returned = await change(document, variables);
    isUnderWay.current = false;
    setIsBusy(false);
    setProblem(returned.problem);
    return returned.problem ? undefined : returned.data;
  };
  return { isBusy, problem, send };
}

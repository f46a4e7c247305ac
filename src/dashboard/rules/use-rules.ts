import { useEffect, useRef, useState } from 'preact/hooks';
import { type AnswerState, useAnswer } from '../answers/use-answer.ts';
import { RulesDocument, type RulesQuery, type RulesQueryVariables } from '../generated/graphql.ts';
import { type Obedience, isBehind } from './obedience.ts';

const SOON_MS = 10_000;

/** Until when visits are checked, and how many of those that are shown are checked again. */
export type Checking = { readonly judgedUntil: string | null; readonly again: number | undefined };

/** Rules and versions. While visits are checked again, the earlier figures are shown, and new ones are read more often. */
export function useRules(variables: RulesQueryVariables) {
  const [isSoon, setIsSoon] = useState(false);
  const answer = useAnswer(RulesDocument, variables, isSoon ? SOON_MS : undefined);
  const { obedience, checking } = useWhole(answer.read);
  // where nothing was ever checked there may be nothing to check
  const isUnderWay = typeof checking?.judgedUntil === 'string';
  useEffect(() => setIsSoon(isUnderWay), [isUnderWay]);
  return { ...answer, obedience, checking };
}

type Read = AnswerState<RulesQuery, RulesQueryVariables>['read'];

/** What is shown, which is the last that was whole, if it is of the same days. */
function useWhole(read: Read): {
  readonly obedience: Obedience | null | undefined;
  readonly checking?: Checking;
} {
  const last = useRef<{ readonly of: string; readonly obedience: Obedience }>();
  const obedience = read && (read.data.site?.obedience ?? null);
  if (!read || !obedience) return { obedience };
  const of = JSON.stringify(read.variables);
  if (!isBehind(obedience, read.variables.end, read.atMs)) {
    last.current = { of, obedience };
    return { obedience };
  }
  const { judgedUntil } = obedience;
  const before = last.current?.of === of ? last.current.obedience : undefined;
  if (!before) return { obedience, checking: { judgedUntil, again: undefined } };
  return { obedience: before, checking: { judgedUntil, again: before.visits - obedience.visits } };
}

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AnswerState } from '../answers/use-answer.ts';
import { FIRST_PLACE, type ListPlace } from './places.ts';

/** The rows that were read, and where the next ones begin. */
type Part = { readonly count: number; readonly endCursor: string | null };

type Props = {
  readonly answer: Pick<
    AnswerState<unknown, { readonly after?: string | null }>,
    'read' | 'problem' | 'isCurrent'
  >;
  readonly place: ListPlace;
  readonly part: Part | undefined;
  readonly go: (place: ListPlace, isReplaced?: boolean) => void;
};

/** Where in a long list one is. The history holds the places before it, so that one can go back after a reload, too. */
export function usePlaces({ answer, place, part, go }: Props) {
  const { after, from } = place;
  const numbers = useRef(new Map<string, number>());
  numbers.current.set(after, from);
  const shown = answer.read && (answer.read.variables.after ?? '');
  const first = numbers.current.get(shown ?? after) ?? from;
  const isNowhere = after !== '' && isLost(answer, part);
  useLayoutEffect(() => {
    if (isNowhere) go(FIRST_PLACE, true);
  }, [isNowhere]);
  const goTo = (next: ListPlace, before: readonly ListPlace[]) => {
    go(next);
    history.replaceState({ before }, '');
  };
  return {
    /** The number of the first row that is shown; it is not yet the one asked for while that loads. */
    first,
    shown,
    goBack: () => goTo(placesBefore().at(-1) ?? FIRST_PLACE, placesBefore().slice(0, -1)),
    goOn: () => {
      if (part?.endCursor)
        goTo({ after: part.endCursor, from: first + part.count }, [...placesBefore(), place]);
    },
  };
}

/** Of the parts that led here, in their order. */
const placesBefore = (): readonly ListPlace[] =>
  (history.state as { readonly before?: readonly ListPlace[] } | null)?.before ?? [];

/** Whether the place is of another list, or behind the end of this one. */
function isLost({ problem, isCurrent }: Props['answer'], part: Part | undefined): boolean {
  if (problem) return problem.kind === 'refused' && problem.code === 'INVALID_PARAMETER';
  return isCurrent && part?.count === 0;
}

import { useLayoutEffect, useRef } from 'preact/hooks';
import { type AnswerState, useAnswer } from '../answers/use-answer.ts';
import { PagesDocument, type PagesQuery, type PagesQueryVariables } from '../generated/graphql.ts';
import { FIRST_PLACE, type PageFilters, type PagesPart, type PagesPlace } from './filters.ts';

type Asked = { readonly id: string; readonly start: string; readonly end: string };

/** One part of the list. The history holds the places before it, so that one can go back after a reload, too. */
export function usePageList(
  asked: Asked,
  { after, from, ...view }: PageFilters & PagesPart,
  go: (place: PagesPlace, isReplaced?: boolean) => void,
) {
  const given = givenOf(asked, view);
  const answer = useAnswer(PagesDocument, { ...given, after: after || null });
  const numbers = useRef(new Map<string, number>());
  numbers.current.set(after, from);
  const { read } = answer;
  const shown = read && (read.variables.after ?? '');
  const first = numbers.current.get(shown ?? after) ?? from;
  const isNowhere = after !== '' && isLost(answer);
  useLayoutEffect(() => {
    if (isNowhere) go(FIRST_PLACE, true);
  }, [isNowhere]);
  return {
    ...{ problem: answer.problem, askAgain: answer.askAgain, read },
    /** Whether other days are shown than those asked for, which are on their way. */
    isBusy: answer.isBusy && !(read && areDays(read.variables, asked)),
    /** The number of the first row that is shown; it is not yet the one asked for while that loads. */
    ...{ first, rows: view.rows },
    isLoading: !answer.isCurrent,
    /** Which list is shown, and where in it. */
    shown: { list: JSON.stringify({ ...given, after: null }), after: shown },
    ...stepsOf(read?.data, { place: { after, from }, first, go }),
  };
}

type Steps = { readonly place: PagesPlace; readonly first: number; readonly go: (place: PagesPlace) => void };

function stepsOf(data: PagesQuery | undefined, { place, first, go }: Steps) {
  const goTo = (next: PagesPlace, before: readonly PagesPlace[]) => {
    go(next);
    history.replaceState({ before }, '');
  };
  return {
    goBack: () => goTo(placesBefore().at(-1) ?? FIRST_PLACE, placesBefore().slice(0, -1)),
    goOn: () => {
      const pages = data?.site?.pages;
      const after = pages?.pageInfo.endCursor;
      if (after) goTo({ after, from: first + pages.nodes.length }, [...placesBefore(), place]);
    },
  };
}

/** Of the parts that led here, in their order. */
const placesBefore = (): readonly PagesPlace[] =>
  (history.state as { readonly before?: readonly PagesPlace[] } | null)?.before ?? [];

/** Whether the place is of another list, or behind the end of this one. */
function isLost({ problem, read, isCurrent }: AnswerState<PagesQuery, PagesQueryVariables>): boolean {
  if (problem) return problem.kind === 'refused' && problem.code === 'INVALID_PARAMETER';
  return isCurrent && read?.data.site?.pages?.nodes.length === 0;
}

const givenOf = (
  asked: Asked,
  { order, search, bot, company, purpose, rows }: PageFilters & Pick<PagesPart, 'rows'>,
) => ({
  ...{ ...asked, orderBy: order, search: search || null, botName: bot || null },
  ...{ company: company || null, purpose: purpose ?? null, first: rows },
});

type Days = Pick<PagesQueryVariables, 'start' | 'end'>;

/** Whether both are of the same days. */
export const areDays = (one: Days, other: Days): boolean =>
  one.start === other.start && one.end === other.end;

export type PageList = ReturnType<typeof usePageList>;

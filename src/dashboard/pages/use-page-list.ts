import { useAnswer } from '../answers/use-answer.ts';
import { PagesDocument, type PagesQueryVariables } from '../generated/graphql.ts';
import type { PageFilters, PagesPart } from './filters.ts';
import type { ListPlace } from './places.ts';
import { usePlaces } from './use-places.ts';

type Asked = { readonly id: string; readonly start: string; readonly end: string };

/** One part of the list. */
export function usePageList(
  asked: Asked,
  { after, from, ...view }: PageFilters & PagesPart,
  go: (place: ListPlace, isReplaced?: boolean) => void,
) {
  const given = givenOf(asked, view);
  const answer = useAnswer(PagesDocument, { ...given, after: after || null });
  const { read } = answer;
  const pages = read?.data.site?.pages;
  const part = pages && { count: pages.nodes.length, endCursor: pages.pageInfo.endCursor };
  const { shown, ...places } = usePlaces({ answer, place: { after, from }, part: part ?? undefined, go });
  return {
    ...{ problem: answer.problem, askAgain: answer.askAgain, read },
    /** Whether other days are shown than those asked for, which are on their way. */
    isBusy: answer.isBusy && !(read && areDays(read.variables, asked)),
    ...{ ...places, rows: view.rows },
    isLoading: !answer.isCurrent,
    /** Which list is shown, and where in it. */
    shown: { list: JSON.stringify({ ...given, after: null }), after: shown },
  };
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

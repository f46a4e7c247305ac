import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { PagesDocument, type PagesQuery, type PagesQueryVariables } from '../generated/graphql.ts';
import type { PageFilters } from './filters.ts';

type Asked = { readonly id: string; readonly start: string; readonly end: string };

/** One part of the list. The cursors that led to it are no part of the URL: they end with the filters. */
export function usePageList(asked: Asked, filters: PageFilters) {
  const given = givenOf(asked, filters);
  const [trail, setTrail] = useState<{ of: string; cursors: readonly string[] }>({ of: '', cursors: [] });
  const of = JSON.stringify(given);
  const cursors = trail.of === of ? trail.cursors : [];
  const {
    read: last,
    problem,
    askAgain,
  } = useAnswer(PagesDocument, { ...given, after: cursors.at(-1) ?? null });
  // Other filters have other figures, while another part of the same list may wait for the next one.
  const read = last && isOf(last.variables, given) ? last : undefined;
  const next = read && nextOf(read.data);
  const at = [null, ...cursors].indexOf(read?.variables.after ?? null);
  return {
    ...{ problem, askAgain, read },
    /** Which part is shown, from 0; it is not yet the one asked for while that loads. */
    part: at === -1 ? cursors.length + 1 : at,
    isLoading: at !== cursors.length,
    goBack: () => setTrail({ of, cursors: cursors.slice(0, -1) }),
    goOn: () => {
      if (next) setTrail({ of, cursors: [...cursors, next] });
    },
  };
}

const nextOf = ({ site }: PagesQuery) => site?.pages?.pageInfo.endCursor;

const givenOf = (asked: Asked, { order, search, bot, company, purpose }: PageFilters) => ({
  ...{ ...asked, orderBy: order, search: search || null, botName: bot || null },
  ...{ company: company || null, purpose: purpose ?? null },
});

const isOf = (variables: PagesQueryVariables, given: object) =>
  JSON.stringify({ ...variables, after: null }) === JSON.stringify({ ...given, after: null });

export type PageList = ReturnType<typeof usePageList>;

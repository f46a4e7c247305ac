import { useState } from 'preact/hooks';
import { type AnswerState, useAnswer } from '../answers/use-answer.ts';
import { PagesDocument, type PagesQuery, type PagesQueryVariables } from '../generated/graphql.ts';
import type { PageFilters } from './filters.ts';

type Asked = { readonly id: string; readonly start: string; readonly end: string };

/** One part of the list. The cursors that led to it are no part of the URL: they end with the filters. */
export function usePageList(asked: Asked, filters: PageFilters) {
  const given = givenOf(asked, filters);
  const [trail, setTrail] = useState<{ of: string; cursors: readonly string[] }>({ of: '', cursors: [] });
  const of = JSON.stringify(given);
  const cursors = trail.of === of ? trail.cursors : [];
  const variables = { ...given, after: cursors.at(-1) ?? null };
  const answer = useAnswer(PagesDocument, variables);
  const { read, part, isOfDays } = placeOf(answer.read, cursors, asked);
  const next = read && nextOf(read.data);
  return {
    ...{ problem: answer.problem, askAgain: answer.askAgain, read },
    /** Whether other days are shown than those asked for, which are on their way. */
    isBusy: answer.isBusy && !isOfDays,
    /** Which part is shown, from 0; it is not yet the one asked for while that loads. */
    part,
    isLoading: !answer.isCurrent,
    goBack: () => setTrail({ of, cursors: cursors.slice(0, -1) }),
    goOn: () => {
      if (next) setTrail({ of, cursors: [...cursors, next] });
    },
  };
}

type Read = AnswerState<PagesQuery, PagesQueryVariables>['read'];

function placeOf(read: Read, cursors: readonly string[], asked: Asked) {
  const part = [null, ...cursors].indexOf(read?.variables.after ?? null);
  const isOfDays = read !== undefined && areDays(read.variables, asked);
  // which part of other days a later one is, is not known
  return part === -1
    ? { read: isOfDays ? read : undefined, part: cursors.length + 1, isOfDays }
    : { read, part, isOfDays };
}

const nextOf = ({ site }: PagesQuery) => site?.pages?.pageInfo.endCursor;

const givenOf = (asked: Asked, { order, search, bot, company, purpose }: PageFilters) => ({
  ...{ ...asked, orderBy: order, search: search || null, botName: bot || null },
  ...{ company: company || null, purpose: purpose ?? null },
});

type Days = Pick<PagesQueryVariables, 'start' | 'end'>;

/** Whether both are of the same days. */
export const areDays = (one: Days, other: Days): boolean =>
  one.start === other.start && one.end === other.end;

export type PageList = ReturnType<typeof usePageList>;

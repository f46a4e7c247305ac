import {
  type BotFilters,
  type PagesPart,
  botFiltersIn,
  paramOfRows,
  paramsOfBots,
  rowsIn,
} from '../pages/filters.ts';
import { paramsOfPlace, placeIn } from '../pages/places.ts';
import type { ReachQueryVariables } from '../generated/graphql.ts';
import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';

/** Which pages are listed: how they were read, or those that the sitemap lacks. */
export type ListedState = 'UNREAD' | 'STALE' | 'READ' | 'NOT_LISTED';

export const STATES: readonly {
  readonly value: ListedState;
  readonly name: string;
  readonly label: string;
}[] = [
  { value: 'UNREAD', name: 'never-read', label: 'Never read' },
  { value: 'STALE', name: 'stale', label: 'Stale' },
  { value: 'READ', name: 'up-to-date', label: 'Up to date' },
  { value: 'NOT_LISTED', name: 'not-listed', label: 'Not listed' },
];

/** Whose reading is compared. */
export type Readers = 'companies' | 'bots';

/** What the URL says about the reach shown. */
export type ReachView = View &
  BotFilters &
  PagesPart & { readonly readBy: Readers; readonly state: ListedState; readonly search: string };

/** Reads the query of a URL. Unknown values fall back to the defaults. */
export function parseReachView(query: URLSearchParams, today: Day): ReachView {
  const state = STATES.find(({ name }) => name === query.get('state'));
  return {
    ...parseView(query, today),
    ...botFiltersIn(query),
    readBy: query.get('read-by') === 'bots' ? 'bots' : 'companies',
    state: state?.value ?? 'UNREAD',
    search: query.get('search') ?? '',
    rows: rowsIn(query),
    ...placeIn(query),
  };
}

/** The query that `parseReachView` reads, without defaults. */
export function formatReachView(view: ReachView): string {
  const { readBy, state, search, rows } = view;
  return formatViewWith(view, {
    ...paramsOfBots(view),
    'read-by': readBy === 'companies' ? undefined : readBy,
    state: state === 'UNREAD' ? undefined : STATES.find(({ value }) => value === state)?.name,
    search,
    rows: paramOfRows(rows),
    ...paramsOfPlace(view),
  });
}

/** The days, and whose reading counts. */
export type ReachAsked = ReachQueryVariables & { readonly id: string };

export const askedIn = (id: string, { start, end, bot, company, purpose }: ReachView): ReachAsked => ({
  ...{ id, start, end, botName: bot || null, company: company || null, purpose: purpose ?? null },
});

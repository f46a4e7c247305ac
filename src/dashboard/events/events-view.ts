import type { EventType } from '../generated/graphql.ts';
import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';

export type EventFilters = {
  readonly type: EventType | undefined;
  readonly bot: string | undefined;
  readonly page: string | undefined;
};

/** What the URL says about the events shown. */
export type EventsView = View & EventFilters;

export const NO_FILTERS: EventFilters = { type: undefined, bot: undefined, page: undefined };

const TYPES = [
  { name: 'bot', type: 'BOT' },
  { name: 'referral', type: 'REFERRAL' },
  { name: 'conversion', type: 'CONVERSION' },
] as const;

/** Reads the query of a URL. Events are neither counted by the hour nor compared, so that is left out. */
export function parseEventsView(query: URLSearchParams, today: Day): EventsView {
  return {
    ...parseView(query, today),
    hourly: false,
    compare: 'PREVIOUS_PERIOD',
    type: TYPES.find(({ name }) => name === query.get('type'))?.type,
    bot: textOf(query.get('bot')),
    page: textOf(query.get('page')),
  };
}

/** An empty filter is none. */
const textOf = (value: string | null) => (value === null || value === '' ? undefined : value);

/** The query that `parseEventsView` reads. */
export function formatEventsView(view: EventsView): string {
  const { type, bot, page } = view;
  return formatViewWith(view, { type: TYPES.find((known) => known.type === type)?.name, bot, page });
}

export const isFiltered = ({ type, bot, page }: EventFilters): boolean =>
  type !== undefined || bot !== undefined || page !== undefined;

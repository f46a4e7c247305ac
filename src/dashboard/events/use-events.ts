import { useEffect, useRef, useState } from 'preact/hooks';
import type { EventsPageQueryVariables } from '../generated/graphql.ts';
import { nowMs } from '../time/days.ts';
import type { Counted } from './arrival.ts';
import {
  type EventList,
  type Page,
  appendPage,
  mergeNewest,
  showWaiting,
  startAgain,
  startList,
} from './event-list.ts';
import { type EventsConnection, type EventsEvent, type QuestionState, useQuestion } from './use-question.ts';

export type EventsState = {
  /** What was read last of the site, also while something else is being read; undefined until something was. */
  readonly list: EventList<EventsEvent> | undefined;
  /** What it answers, and when the server was asked for it first. */
  readonly read: { readonly variables: EventsPageQueryVariables; readonly atMs: number } | undefined;
  /** Whether the list is that of the variables. */
  readonly isCurrent: boolean;
  /** Whether the list was read again because more arrived than one page has. */
  readonly hadGap: boolean;
  /** When what stands above the list was counted; undefined while that is of other days. */
  readonly counted: Counted | undefined;
  readonly first: QuestionState;
  readonly next: QuestionState;
  readonly readNext: () => void;
  /** Takes the newest page, and when it was asked for. */
  readonly merge: (page: EventsConnection, askedMs: number) => void;
};

type Read = {
  readonly asked: string;
  readonly variables: EventsPageQueryVariables;
  readonly atMs: number;
  readonly list: EventList<EventsEvent>;
  readonly hadGap: boolean;
};

/** The events that a reader has scrolled through, and those that came in meanwhile. */
export function useEvents(
  variables: EventsPageQueryVariables,
  isAtTop: boolean,
  counted: Counted | undefined,
): EventsState {
  const asked = JSON.stringify(variables);
  const [read, setRead] = useState<Read>();
  const current = read?.asked === asked ? read : undefined;
  const newestMs = useRef(0);

  // A gap is closed by reading the list again, but not under the eyes of a reader who is further below.
  const startsOver = !current || (current.list.hasGap && isAtTop);
  const first = useQuestion(startsOver ? variables : undefined, (page) => {
    const newest = { afterMs: newestMs.current, counted };
    newestMs.current = nowMs();
    setRead((last) => ({
      ...{ asked, variables, atMs: nowMs() },
      ...listFrom(last?.asked === asked ? last.list : undefined, toPage(page), newest),
    }));
  });

  const change = (changed: (last: EventList<EventsEvent>) => EventList<EventsEvent>) =>
    setRead((last) => (last?.asked === asked ? { ...last, list: changed(last.list) } : last));
  const { next, readNext } = useNext(variables, startsOver ? undefined : current.list, change);

  useEffect(() => {
    if (isAtTop) change(showWaiting);
  }, [isAtTop, current?.list.waiting]);

  return {
    ...shownOf(read, variables),
    ...{ isCurrent: current !== undefined, hadGap: current?.hadGap === true },
    ...{ counted, first, next, readNext },
    merge: (page, askedMs) => {
      const newest = { afterMs: newestMs.current, counted };
      newestMs.current = askedMs;
      change((last) => mergeNewest(last, toPage(page), newest));
    },
  };
}

/** The list from its newest page on. The same question is asked again only because of a gap. */
function listFrom(
  last: EventList<EventsEvent> | undefined,
  page: Page<EventsEvent>,
  newest: Parameters<typeof startAgain>[2],
): Pick<Read, 'list' | 'hadGap'> {
  return last
    ? { list: startAgain(last, page, newest), hadGap: last.hasGap }
    : { list: startList(page), hadGap: false };
}

/** The events of another site are not shown. */
function shownOf(
  read: Read | undefined,
  { id }: EventsPageQueryVariables,
): Pick<EventsState, 'list' | 'read'> {
  return read?.variables.id === id ? { list: read.list, read } : { list: undefined, read: undefined };
}

/** Asks for the page after the list, once it is wanted. */
function useNext(
  variables: EventsPageQueryVariables,
  list: EventList<EventsEvent> | undefined,
  change: (changed: (last: EventList<EventsEvent>) => EventList<EventsEvent>) => void,
): Pick<EventsState, 'next' | 'readNext'> {
  const [wanted, setWanted] = useState<string>();
  const after = list?.endCursor ?? undefined;
  const isWanted = after !== undefined && wanted === after;
  const next = useQuestion(isWanted ? { ...variables, after } : undefined, (page) =>
    change((last) => (last.endCursor === after ? appendPage(last, toPage(page)) : last)),
  );
  return { next, readNext: () => setWanted(after) };
}

const toPage = ({ nodes, pageInfo: { hasNextPage, endCursor } }: EventsConnection) => ({
  ...{ nodes, endCursor: hasNextPage ? endCursor : null },
});

import { type Arrival, type Counted, isUncounted } from './arrival.ts';

type Ordered = { readonly id: string; readonly eventId: number; readonly createdAt: string };

/** A page of events, newest first. `endCursor` is null on the last one. */
export type Page<Row> = { readonly nodes: readonly Row[]; readonly endCursor: string | null };

/** What was read of the events, newest first. */
export type EventList<Row> = {
  readonly rows: readonly Row[];
  /** Newer events that the reader has not been shown. */
  readonly waiting: readonly Row[];
  /** Whether events between `rows` and the newest were not read: the list has to be read again. */
  readonly hasGap: boolean;
  /** The ids of those that came in since the list was read. */
  readonly fresh: ReadonlySet<string>;
  /** Those that came in since events were counted, also if the list was read again since. */
  readonly arrivals: readonly Arrival<Row>[];
  /** The cursor of the next page; null at the end. */
  readonly endCursor: string | null;
};

export const startList = <Row>({ nodes, endCursor }: Page<Row>): EventList<Row> => ({
  ...{ rows: nodes, waiting: [], hasGap: false, fresh: new Set(), arrivals: [], endCursor },
});

/** What is known of when the events of the newest page came in. */
type Newest = {
  /** When the newest page was asked for before. */
  readonly afterMs: number;
  readonly counted: Counted | undefined;
};

/** The list from its newest page on, because of a gap. */
export function startAgain<Row extends Ordered>(
  list: EventList<Row>,
  page: Page<Row>,
  newest: Newest,
): EventList<Row> {
  return { ...startList(page), arrivals: arrivalsOf(list, unknownOf(list, page), newest) };
}

function arrivalsOf<Row extends Ordered>(
  { arrivals }: EventList<Row>,
  unknown: readonly Row[],
  { afterMs, counted }: Newest,
): readonly Arrival<Row>[] {
  const uncounted = counted ? arrivals.filter((arrival) => isUncounted(arrival, counted)) : arrivals;
  return [...uncounted, ...unknown.map((event) => ({ event, afterMs }))];
}

/** Adds the next page. What came in since then may be on it, too. */
export function appendPage<Row extends Ordered>(list: EventList<Row>, page: Page<Row>): EventList<Row> {
  return { ...list, rows: [...list.rows, ...unknownOf(list, page)], endCursor: page.endCursor };
}

/**
 * Merges the newest page by id. Its new events wait to be shown. There is a gap if the oldest of a page that is not the
 * last one is newer than all that is known.
 */
export function mergeNewest<Row extends Ordered>(
  list: EventList<Row>,
  page: Page<Row>,
  newest: Newest,
): EventList<Row> {
  if (list.hasGap) return list;
  const unknown = unknownOf(list, page);
  if (unknown.length === 0) return list;
  if (unknown.length === page.nodes.length && page.endCursor !== null) return { ...list, hasGap: true };
  const waiting = [...list.waiting, ...unknown].sort(newestFirst);
  return { ...list, waiting, arrivals: arrivalsOf(list, unknown, newest) };
}

/** Moves what waits among the rows. An event may be recorded later than others that happened after it. */
export function showWaiting<Row extends Ordered>(list: EventList<Row>): EventList<Row> {
  if (list.waiting.length === 0) return list;
  const rows = [...list.waiting, ...list.rows].sort(newestFirst);
  return { ...list, rows, waiting: [], fresh: new Set(list.waiting.map(({ id }) => id)) };
}

function unknownOf<Row extends Ordered>({ rows, waiting }: EventList<Row>, page: Page<Row>): readonly Row[] {
  const known = new Set([...rows, ...waiting].map(({ id }) => id));
  return page.nodes.filter(({ id }) => !known.has(id));
}

function newestFirst(a: Ordered, b: Ordered): number {
  if (a.createdAt === b.createdAt) return b.eventId - a.eventId;
  return a.createdAt < b.createdAt ? 1 : -1;
}

/** A row of the table: an event, or the day above the events that happened on it. */
export type EventLine<Row> =
  { readonly kind: 'day'; readonly day: string } | { readonly kind: 'event'; readonly event: Row };

export function eventLines<Row extends Ordered>(rows: readonly Row[]): readonly EventLine<Row>[] {
  let last = '';
  return rows.flatMap((event): readonly EventLine<Row>[] => {
    const day = event.createdAt.slice(0, 10);
    const line = { kind: 'event', event } as const;
    if (day === last) return [line];
    last = day;
    return [{ kind: 'day', day }, line];
  });
}

import { describe, expect, it } from 'vitest';
import {
  type EventList,
  appendPage,
  eventLines,
  mergeNewest,
  showWaiting,
  startList,
} from '../../src/dashboard/events/event-list.ts';

type Row = { readonly id: string; readonly eventId: number; readonly createdAt: string };

/** An event so many minutes into a day. */
const event = (eventId: number, minutes = eventId): Row => ({
  ...{ id: `event_${eventId}`, eventId },
  createdAt: new Date(Date.UTC(2026, 2, 14) + minutes * 60_000).toISOString(),
});

const page = (endCursor: string | null, ...ids: readonly number[]) => ({
  ...{ nodes: ids.map((id) => event(id)), endCursor },
});

const idsOf = ({ rows, waiting }: EventList<Row>) => ({
  rows: rows.map(({ eventId }) => eventId),
  waiting: waiting.map(({ eventId }) => eventId),
});

const merge = (list: EventList<Row>, newest: ReturnType<typeof page>) =>
  mergeNewest(list, newest, { afterMs: 0, counted: undefined });

describe('a list of events', () => {
  const list = startList(page('c', 5, 4, 3));

  it('goes on with the next page, without what it knows', () => {
    const longer = appendPage(list, page(null, 3, 2, 1));
    expect([idsOf(longer), longer.endCursor]).toEqual([{ rows: [5, 4, 3, 2, 1], waiting: [] }, null]);
  });

  it('keeps what is new apart until it is shown, in order', () => {
    const merged = merge(merge(list, page('d', 7, 6, 5)), page('e', 8, 7, 6));
    expect(idsOf(merged)).toEqual({ rows: [5, 4, 3], waiting: [8, 7, 6] });
    const shown = showWaiting(merged);
    expect([idsOf(shown), [...shown.fresh], shown.endCursor]).toEqual([
      { rows: [8, 7, 6, 5, 4, 3], waiting: [] },
      ['event_8', 'event_7', 'event_6'],
      'c',
    ]);
  });

  it('has events in their place that were recorded late, those of the same time by id', () => {
    const late = { nodes: [event(5), event(9, 4), event(4), event(3)], endCursor: 'c' };
    expect(idsOf(showWaiting(merge(list, late))).rows).toEqual([5, 9, 4, 3]);
  });

  it('stays the same if nothing is new', () => {
    expect(merge(list, page('c', 5, 4, 3))).toBe(list);
    expect(showWaiting(list)).toBe(list);
  });

  it('has a gap if all of a full page is newer, and is then left alone', () => {
    const torn = merge(list, page('d', 20, 19, 18));
    expect([torn.hasGap, idsOf(torn)]).toEqual([true, { rows: [5, 4, 3], waiting: [] }]);
    expect(merge(torn, page('d', 21, 20, 19))).toBe(torn);
  });

  it('has no gap if the page is the last one, as on a day without events before', () => {
    const filled = merge(startList<Row>(page(null)), page(null, 2, 1));
    expect([filled.hasGap, idsOf(filled)]).toEqual([false, { rows: [], waiting: [2, 1] }]);
  });

  it('has a row for each day above its events', () => {
    const [newer, older, oldest] = [event(3, 1441), event(2, 1439), event(1, 0)];
    expect(eventLines([newer, older, oldest])).toEqual([
      { kind: 'day', day: '2026-03-15' },
      { kind: 'event', event: newer },
      { kind: 'day', day: '2026-03-14' },
      { kind: 'event', event: older },
      { kind: 'event', event: oldest },
    ]);
  });
});

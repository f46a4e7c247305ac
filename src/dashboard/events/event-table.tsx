import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Column, Table } from '../parts/table.tsx';
import { type Day, formatLongDay } from '../time/days.ts';
import { EVENT_COLUMNS, NAME_AT } from './event-columns.tsx';
import { type EventLine, type EventList, eventLines } from './event-list.ts';
import type { EventsEvent } from './use-question.ts';
import { MOST_PRINTED, usePrinting } from './use-printing.ts';
import { type Shown, useWindow } from './use-window.ts';

/** The heights of the style sheet. */
const ROW_PX = { wide: 36, narrow: 60 };
const DAY_PX = 30;

const SKELETON = Array.from({ length: 24 }, (_, row) =>
  EVENT_COLUMNS.map(() => ['w4', 'w3', 'w2'][row % 3] ?? ''),
);

type Line = EventLine<EventsEvent> & { readonly index: number };

/** A day stands across all columns, and has no cells. */
const COLUMNS = EVENT_COLUMNS.map(({ cell, title, ...column }): Column<Line> => ({
  ...column,
  cell: (line) => line.kind === 'event' && cell(line.event),
  title: (line) => (line.kind === 'event' ? title?.(line.event) : undefined),
}));

type Props = { readonly list: EventList<EventsEvent> | undefined; readonly today: Day };

/** The events that were read. Only those near the window of the browser are in the document, and the first ones on paper. */
export function EventTable({ list, today }: Props) {
  const start = useRef<HTMLTableSectionElement>(null);
  const isPrinting = usePrinting();
  const lines = useMemo(
    () => eventLines(list?.rows ?? []).map((line, index): Line => ({ ...line, index })),
    [list?.rows],
  );
  const rowPx = useRowPx();
  const near = useWindow({
    table: start,
    count: lines.length,
    heightOf: (index) => (lines[index]?.kind === 'day' ? DAY_PX : rowPx),
    layout: [lines, rowPx],
  });
  const { indexes, pxBefore, pxAfter } = isPrinting ? printedOf(list?.rows ?? []) : near;
  const rowCount = list?.endCursor === null ? lines.length + 1 : -1;
  return (
    <Table
      label="Events, newest first"
      columns={COLUMNS}
      nameAt={NAME_AT}
      rows={list && indexes.flatMap((index) => lines[index] ?? [])}
      keyOf={(line) => (line.kind === 'day' ? line.day : line.event.id)}
      skeleton={SKELETON}
      rowClass={(line) => {
        if (line.kind === 'day') return 'day';
        return list?.fresh.has(line.event.id) ? 'fresh' : undefined;
      }}
      across={(line) =>
        line.kind === 'day' ? { from: 0, content: formatLongDay(line.day, today) } : undefined
      }
      part={{ rowCount, placeOf: ({ index }) => index + 2, pxBefore, pxAfter, start }}
    />
  );
}

/** Paper does not scroll: what is not in the document would be blank sheets. */
function printedOf(rows: readonly EventsEvent[]): Shown {
  const count = eventLines(rows.slice(0, MOST_PRINTED)).length;
  return { indexes: Array.from({ length: count }, (_, index) => index), pxBefore: 0, pxAfter: 0 };
}

function useRowPx(): number {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const onChange = () => setNarrow(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return isNarrow ? ROW_PX.narrow : ROW_PX.wide;
}

const NARROW = '(max-width: 639px)';

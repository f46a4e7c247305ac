import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Day, formatLongDay } from '../time/days.ts';
import { type EventList, linesOf } from './event-list.ts';
import { EventRow } from './event-row.tsx';
import { useWindow } from './use-window.ts';
import type { Event } from './use-question.ts';

const HEADS = [
  ['t', 'Time'],
  ['y', 'Type'],
  ['w', 'Who'],
  ['p', 'Page'],
  ['s num', 'Status'],
  ['f', 'Country'],
  ['v num', 'Value'],
] as const;

/** The heights of the style sheet. */
const ROW_PX = { wide: 36, narrow: 60 };
const DAY_PX = 30;

type Props = { readonly list: EventList<Event> | undefined; readonly today: Day };

/** The events that were read. Only those near the window of the browser are in the document. */
export function EventTable({ list, today }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const lines = useMemo(() => linesOf(list?.rows ?? []), [list?.rows]);
  const rowPx = useRowPx();
  const { indexes, pxBefore, pxAfter } = useWindow({
    table: body,
    count: lines.length,
    heightOf: (index) => (lines[index]?.kind === 'day' ? DAY_PX : rowPx),
    layout: [lines, rowPx],
  });
  const rowCount = list?.endCursor === null ? lines.length + 1 : -1;
  return (
    <table class="ledger" role="table" aria-label="Events, newest first" aria-rowcount={rowCount}>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {HEADS.map(([place, name]) => (
            <th scope="col" role="columnheader" class={place} key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {list ? (
        <>
          <Space px={pxBefore} mark={body} />
          <tbody role="rowgroup">
            {indexes.map((index) => {
              const line = lines[index];
              if (line?.kind === 'day')
                return <DayRow key={line.day} day={line.day} today={today} row={index + 2} />;
              if (!line) return null;
              const { event } = line;
              return (
                <EventRow key={event.id} event={event} row={index + 2} isFresh={list.fresh.has(event.id)} />
              );
            })}
          </tbody>
          <Space px={pxAfter} />
        </>
      ) : (
        <Skeleton />
      )}
    </table>
  );
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

type SpaceProps = {
  readonly px: number;
  readonly mark?: RefObject<HTMLTableSectionElement>;
};

/** In place of the rows that are not in the document. */
function Space({ px, mark }: SpaceProps) {
  return (
    <tbody class="space" aria-hidden="true" ref={mark ?? null}>
      <tr>
        <td colSpan={HEADS.length} style={{ height: `${px}px` }} />
      </tr>
    </tbody>
  );
}

function DayRow({ day, today, row }: { readonly day: Day; readonly today: Day; readonly row: number }) {
  return (
    <tr role="row" class="day" aria-rowindex={row}>
      <th role="rowheader" scope="rowgroup" colSpan={HEADS.length} aria-colspan={HEADS.length}>
        {formatLongDay(day, today)}
      </th>
    </tr>
  );
}

const SKELETON_ROWS = Array.from({ length: 24 }, (_, row) => row);

function Skeleton() {
  return (
    <tbody aria-hidden="true">
      {SKELETON_ROWS.map((row) => (
        <tr key={row}>
          {HEADS.map(([place]) => (
            <td class={place} key={place}>
              <div class={`skel ${['w4', 'w3', 'w2'][row % 3] ?? ''}`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

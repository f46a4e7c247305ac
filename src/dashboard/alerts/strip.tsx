import { useMemo, useRef, useState } from 'preact/hooks';
import { alertsPath, keepDays } from '../links.ts';
import { LEFT, RIGHT, xOf } from '../overview/lane-shapes.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import type { Day } from '../time/days.ts';
import { formatPoint } from '../time/days.ts';
import { AlertMark } from './alert-mark.tsx';
import { countOf } from './alert-words.ts';
import type { OwnMarks } from './strip-cards.tsx';
import { type MarkedNote, type Noticed, type StripMark, stripMarks, wordsOf } from './strip-marks.ts';

/** What an owner may do there. */
type Own = { readonly siteId: string; readonly search: string; readonly askAgain: () => void };

/** What it shows. */
export type Strip = Noticed & {
  /** Whether there are more alerts in these days. */
  readonly hasMore: boolean;
  /** Undefined for those who may only look. */
  readonly own?: Own;
};

type Props = {
  readonly strip: Strip;
  readonly points: readonly { readonly startsAt: string }[];
  readonly hourly: boolean;
  readonly width: number;
  readonly today: Day;
  /** Moves the crosshair to a point, or takes it away. */
  readonly move: (index: number | undefined) => void;
};

/** Marks nearer than this are one; on a screen that is touched, fingers need more. */
const APART = 27;
const APART_FOR_FINGERS = 44;

/** What was noticed and noted in the days of the lanes, above them. */
export function AlertStrip({ strip, ...chart }: Props) {
  const { own, alerts, notes } = strip;
  const [isNear, setIsNear] = useState(false);
  const cards = useLoaded(isNear, () => import('./strip-cards.tsx'));
  const [deleted, setDeleted] = useState<MarkedNote>();
  const { points, width, today } = chart;
  const marks = useMemo(() => {
    const apart = matchMedia('(pointer: coarse)').matches ? APART_FOR_FINGERS : APART;
    const starts = points.map(({ startsAt }) => startsAt);
    return stripMarks({ alerts, notes }, { starts, x: xOf(starts.length, width), apart });
  }, [alerts, notes, points, width]);
  return (
    <div class="told">
      <div class="told-h">
        <h2>Alerts and notes</h2>
        {cards && own && deleted ? (
          <cards.DeletedNote {...own} note={deleted} forget={() => setDeleted(undefined)} />
        ) : (
          <p>
            <Counts {...strip} />{' '}
            {own && <AddNote {...own} day={points.at(-1)?.startsAt.slice(0, 10) ?? today} />}
          </p>
        )}
      </div>
      <div class="told-strip" onPointerEnter={() => setIsNear(true)} onFocusIn={() => setIsNear(true)}>
        {width > LEFT + RIGHT && (
          <Marks {...{ ...chart, cards, marks }} own={own && { ...own, onDeleted: setDeleted }} />
        )}
        {alerts?.length === 0 && marks.length === 0 && <p class="none">No alerts in this range</p>}
      </div>
    </div>
  );
}

/** How many there are, of what was read. */
function Counts({ own, alerts, hasMore, notes }: Strip) {
  const noticed = alerts && countOf(alerts, 'alert', hasMore);
  const noted = notes && countOf(notes, 'note');
  return (
    <>
      {own && noticed ? <a href={keepDays(alertsPath(own.siteId), own.search)}>{noticed}</a> : noticed}
      {noticed && noted && ', '}
      {noted}
    </>
  );
}

function AddNote({ siteId, day, askAgain }: Own & { readonly day: Day }) {
  const [isNoting, setIsNoting] = useState(false);
  const loaded = useLoaded(isNoting, () => import('./note-dialog.tsx'));
  return (
    <>
      <button class="btn quiet small" onClick={() => setIsNoting(true)}>
        Add a note
      </button>
      {isNoting && loaded && (
        <loaded.NewNoteDialog {...{ siteId, day }} onDone={askAgain} onClosed={() => setIsNoting(false)} />
      )}
    </>
  );
}

type MarksProps = Pick<Props, 'points' | 'hourly' | 'width' | 'today' | 'move'> & {
  /** Undefined until they are loaded. */
  readonly cards: typeof import('./strip-cards.tsx') | undefined;
  readonly own: OwnMarks | undefined;
  readonly marks: readonly StripMark[];
};

/** One stop of the tabulator: the arrows lead from mark to mark. */
function Marks({ marks, ...chart }: MarksProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: marks.length - 1 }[event.key];
    const buttons = bar.current?.querySelectorAll<HTMLElement>('.told-mark');
    if (to === undefined || buttons?.[to] === undefined) return;
    event.preventDefault();
    setStop(to);
    buttons[to].focus();
  };
  return (
    <div ref={bar} role="toolbar" aria-label="Alerts and notes" onKeyDown={onKeyDown}>
      {marks.map((mark, at) => (
        <Mark
          key={idOf(mark)}
          id={`told-${idOf(mark)}`}
          {...{ ...chart, mark }}
          isStop={at === Math.min(stop, marks.length - 1)}
          onFocus={() => setStop(at)}
        />
      ))}
    </div>
  );
}

type MarkProps = Omit<MarksProps, 'marks'> & {
  readonly id: string;
  readonly mark: StripMark;
  /** Whether the tabulator stops here. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
};

/** A mark, the line down to its point, and what it stands for. */
function Mark({ id, mark, isStop, onFocus, cards, own, ...chart }: MarkProps) {
  const { points, hourly, width, today, move } = chart;
  const point = formatPoint(points[mark.index]?.startsAt ?? '', hourly, today);
  const place = { left: `${xOf(points.length, width)(mark.index)}px` };
  const count = mark.alerts.length + mark.notes.length;
  return (
    <>
      <i class="told-line" style={place} aria-hidden="true" />
      <button
        class="told-mark"
        style={place}
        popovertarget={id}
        tabIndex={isStop ? 0 : -1}
        aria-label={nameOf(mark, point)}
        onFocus={() => {
          onFocus();
          move(mark.index);
        }}
        onPointerEnter={() => move(mark.index)}
        onPointerLeave={() => move(undefined)}
        onBlur={() => move(undefined)}
      >
        <AlertMark kind={kindOf(mark)} />
        {count > 1 && <i>{count}</i>}
      </button>
      <div popover="auto" id={id} class="told-card" role="dialog" aria-label={point}>
        {cards && <cards.MarkCards {...{ mark, today, own }} />}
      </div>
    </>
  );
}

/** It stays the same while more comes to the mark, so that what is open stays open. */
const idOf = ({ notes, alerts }: StripMark): string => (notes[0] ?? alerts[0])?.id ?? '';

/** The strongest of what it stands for. */
function kindOf({ alerts }: StripMark): 'alert' | 'expected' | 'note' {
  if (alerts.length === 0) return 'note';
  return alerts.every(({ state }) => state === 'EXPECTED') ? 'expected' : 'alert';
}

function nameOf(mark: StripMark, point: string): string {
  const said = wordsOf(mark);
  const together = said.length > 1 ? `${said.length} together: ` : '';
  return `${point}, ${together}${said.join('; ')}`;
}

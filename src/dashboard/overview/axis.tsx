import type { ComponentChildren, RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatCount } from '../numbers.ts';
import { type Day, formatPoint } from '../time/days.ts';
import { type ChartGaps, type MissingAt, sayGaps } from './gaps.ts';
import type { Lane } from './kinds.ts';
import { axisMarks } from './axis-marks.ts';
import { LEFT, RIGHT, xOf } from './lane-shapes.ts';
import type { OverviewTimeseries } from './site.ts';

/** As the styles have it. */
const HEIGHT = 34;

type Props = {
  readonly lanes: readonly Lane[];
  readonly series: OverviewTimeseries | undefined;
  readonly gaps: ChartGaps;
  /** The element of the axis, and its width. */
  readonly box: RefObject<HTMLDivElement>;
  readonly width: number;
  /** What was noticed and noted of a point, in words. */
  readonly noticed: ReadonlyMap<number, readonly string[]> | undefined;
  readonly today: Day;
  /** Whether the last point still grows. */
  readonly unfinished: boolean;
  /** The point under the crosshair. */
  readonly over: number | undefined;
  readonly move: (over: number | undefined) => void;
  /** The lanes as drawn. */
  readonly children: ComponentChildren;
};

/** The lanes with the clock that they share, and a crosshair for the pointer and the keys. */
export function Axis({ lanes, children, box, move, noticed, ...shown }: Props) {
  const { series, width, over } = shown;
  const last = (series?.data.length ?? 0) - 1;
  const moveTo = (index: number | undefined) =>
    move(index === undefined || last < 0 ? undefined : Math.max(0, Math.min(last, index)));
  const onPointer = ({ clientX }: PointerEvent) => {
    const x = clientX - (box.current?.getBoundingClientRect().left ?? 0);
    const step = (width - LEFT - RIGHT) / Math.max(1, last);
    moveTo(x < 0 ? undefined : Math.round((x - LEFT) / step));
  };
  const onKey = (event: KeyboardEvent) => {
    const target = targetOf(event.key, over ?? last, last);
    if (target === null) return;
    event.preventDefault();
    moveTo(target);
  };
  const reading = series && over !== undefined ? readOut({ ...shown, lanes, noticed, series }, over) : '';
  return (
    <>
      <div onPointerMove={onPointer} onPointerLeave={() => moveTo(undefined)}>
        {children}
        <div
          ref={box}
          class="axis"
          role="slider"
          tabIndex={0}
          aria-label="Point under the crosshair; the arrow keys move it"
          aria-valuemin={1}
          aria-valuemax={Math.max(1, last + 1)}
          aria-valuenow={Math.max(1, (over ?? last) + 1)}
          aria-valuetext={reading || 'none'}
          onKeyDown={onKey}
          onBlur={() => moveTo(undefined)}
        >
          {width > 0 && series && <Marks {...shown} series={series} />}
        </div>
      </div>
      <p class="sr" aria-live="polite">
        {reading}
      </p>
    </>
  );
}

type MarksProps = Omit<Props, 'series' | 'lanes' | 'noticed' | 'box' | 'move' | 'children'> & {
  readonly series: OverviewTimeseries;
};

function Marks({ series, gaps, width, today, unfinished, over }: MarksProps) {
  const hourly = series.granularity === 'HOUR';
  const { marks, starts } = useMemo(() => {
    const starts = series.data.map(({ startsAt }) => startsAt);
    return { starts, marks: axisMarks({ starts, hourly, unfinished, today }, width) };
  }, [series, width, today, unfinished]);
  const x = xOf(starts.length, width);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="xMinYMin">
      {marks.map(({ index, left, middle, text }) => (
        <g key={index}>
          <line class="g" x1={Math.round(left) + 0.5} x2={Math.round(left) + 0.5} y1={0} y2={4} />
          <text x={middle} y={20} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      {over !== undefined && (
        <Chip
          left={x(over)}
          width={width}
          texts={chipTexts(formatPoint(starts[over] ?? '', hourly, today), gaps.missing.get(over), today)}
        />
      )}
    </svg>
  );
}

/** The point under the crosshair and when nothing was recorded of it, in full, and shorter for where that has no room. */
function chipTexts(point: string, missing: MissingAt | undefined, today: Day): readonly string[] {
  if (!missing) return [point];
  const said = sayGaps(missing.gaps, today);
  return [`${point}: ${said}`, said, `${point}: not recorded`];
}

type ChipProps = { readonly left: number; readonly width: number; readonly texts: readonly string[] };

const chipWidth = (text: string) => 20 + 5.6 * text.length;

/** The first text that has room. */
function Chip({ left, width, texts }: ChipProps) {
  const text = texts.find((each) => chipWidth(each) <= width) ?? texts.at(-1) ?? '';
  const wide = chipWidth(text);
  const start = Math.max(0, Math.min(width - wide, left - wide / 2));
  return (
    <g class="chip-date">
      <rect x={start} y={4} width={wide} height={22} rx={5} />
      <text x={start + wide / 2} y={19} text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

type ReadOutProps = Pick<MarksProps, 'series' | 'gaps' | 'today'> & Pick<Props, 'lanes' | 'noticed'>;

/** All figures of a point, in words. */
function readOut({ lanes, series, gaps, noticed, today }: ReadOutProps, index: number) {
  const { data, granularity } = series;
  const point = data[index];
  if (!point) return '';
  const missing = gaps.missing.get(index);
  const counts = lanes.map(({ field, name }) => `${formatCount(point[field])} ${name}`).join(', ');
  const said = missing ? sayGaps(missing.gaps, today) : '';
  const figures = [missing?.isWhole ? '' : counts, said, ...(noticed?.get(index) ?? [])]
    .filter(Boolean)
    .join('. ');
  return `${formatPoint(point.startsAt, granularity === 'HOUR', today)}: ${figures}`;
}

/** The point that a key leads to; undefined hides the crosshair, null is for keys that do nothing. */
function targetOf(key: string, at: number, last: number): number | undefined | null {
  switch (key) {
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowRight':
      return at + 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return undefined;
    default:
      return null;
  }
}

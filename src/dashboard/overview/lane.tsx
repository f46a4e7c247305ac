import { useMemo } from 'preact/hooks';
import { formatCompact, formatCount } from '../numbers.ts';
import type { EventKind } from '../parts/mark.tsx';
import { type ChartGaps, recordedRuns, wholeOf } from './gaps.ts';
import { Hatch } from './hatch.tsx';
import {
  LEFT,
  RIGHT,
  type Scale,
  type Series,
  areaPath,
  barsOf,
  drawRuns,
  linePath,
  topOf,
  xOf,
} from './lane-shapes.ts';

const TOP = 20;
const FOOT = 1;

type Props = {
  readonly kind: EventKind;
  readonly series: Series;
  readonly gaps: ChartGaps;
  /** How many points the axis has. */
  readonly count: number;
  readonly width: number;
  readonly height: number;
  /** Whether the last point still grows. */
  readonly unfinished: boolean;
  /** The point under the crosshair. */
  readonly over: number | undefined;
};

/** The plot of one kind, on its own scale. */
export function LanePlot({ kind, series, gaps, count, width, height, unfinished, over }: Props) {
  const top = topOf(series);
  const y = (value: number) => height - FOOT - (value / top) * (height - TOP - FOOT);
  const scale = { x: xOf(count, width), y };
  const shape = { series, gaps, scale, floor: height - FOOT, unfinished };
  // The crosshair moves over the same lines, which may be a year of hours.
  const drawn = useMemo(
    () => (
      <>
        {[1, 0.5, 0].map((part) => (
          <GridLine key={part} part={part} top={top} y={y} width={width} />
        ))}
        <Hatch kind={kind} gaps={gaps} count={count} width={width} height={height} />
        {kind === 'con' ? <Bars {...shape} width={width} /> : <Area {...shape} />}
      </>
    ),
    [kind, series, gaps, width, height, unfinished],
  );
  return (
    // Paper may be narrower than the window.
    <svg
      aria-hidden="true"
      class={`kind-${kind}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMax"
    >
      {drawn}
      {over !== undefined && <Crosshair {...shape} at={over} isRight={over > count * 0.72} height={height} />}
    </svg>
  );
}

type GridProps = {
  readonly part: number;
  readonly top: number;
  readonly y: Scale['y'];
  readonly width: number;
};

function GridLine({ part, top, y, width }: GridProps) {
  const at = Math.round(y(top * part)) + 0.5;
  return (
    <>
      <line class={part ? 'g' : 'g zero'} x1={0} x2={width - RIGHT + 6} y1={at} y2={at} />
      {part > 0 && (
        <text x={width - RIGHT + 12} y={at + 4}>
          {formatCompact(top * part)}
        </text>
      )}
    </>
  );
}

type Shape = {
  readonly series: Series;
  readonly gaps: ChartGaps;
  readonly scale: Scale;
  readonly floor: number;
  readonly unfinished: boolean;
};

function Before({ series: { before }, gaps, scale }: Pick<Shape, 'series' | 'gaps' | 'scale'>) {
  if (!before) return null;
  const draw = (counts: readonly number[], from: number) => {
    const line = linePath(counts, scale, from);
    // a point alone between two gaps is a dash
    return counts.length === 1 && before.length > 1 ? `${line}m-2 0h4` : line;
  };
  return <path class="prev" d={drawRuns(before, recordedRuns(before.length - 1, gaps.before), draw)} />;
}

function Area({ series, gaps, scale, floor, unfinished }: Shape) {
  const { now } = series;
  const last = now.length - 1;
  const missing = wholeOf(gaps);
  const runs = recordedRuns(unfinished ? last - 1 : last, missing);
  return (
    <>
      <path class="area" d={drawRuns(now, runs, (counts, from) => areaPath(counts, scale, floor, from))} />
      <Before series={series} gaps={gaps} scale={scale} />
      {/* a point alone between two gaps is a dot */}
      {runs.length > 0 && (
        <path class="line" d={drawRuns(now, runs, (counts, from) => `${linePath(counts, scale, from)}h0`)} />
      )}
      {unfinished && last > 0 && !missing.has(last) && !missing.has(last - 1) && (
        <path class="line part" d={linePath(now.slice(-2), scale, last - 1)} />
      )}
      {(unfinished || now.length === 1) && !missing.has(last) && (
        <circle class="dot" r={3} cx={scale.x(last)} cy={scale.y(now[last] ?? 0)} />
      )}
    </>
  );
}

function Bars({ series, gaps, scale, floor, unfinished, width }: Shape & { readonly width: number }) {
  const { now } = series;
  const step = (width - LEFT - RIGHT) / Math.max(1, now.length - 1);
  const thick = Math.max(2, Math.min(14, step * 0.56));
  return (
    <>
      <g class="bars">
        {barsOf(now, scale).map((index) => {
          const at = scale.y(now[index] ?? 0);
          return (
            <rect
              key={index}
              class={unfinished && index === now.length - 1 ? 'today' : undefined}
              x={(scale.x(index) - thick / 2).toFixed(1)}
              width={thick.toFixed(1)}
              y={at.toFixed(1)}
              height={Math.max(0, floor - at).toFixed(1)}
              rx={Math.min(2, thick / 3)}
            />
          );
        })}
      </g>
      <Before series={series} gaps={gaps} scale={scale} />
    </>
  );
}

type CrosshairProps = Shape & { readonly at: number; readonly isRight: boolean; readonly height: number };

function Crosshair({ series, gaps, scale, at, isRight, height }: CrosshairProps) {
  const count = series.now[at] ?? 0;
  const isMissing = gaps.missing.get(at)?.isWhole;
  const x = scale.x(at);
  const middle = Math.round(x) + 0.5;
  const before = series.before?.[at];
  return (
    <>
      <line class="cross" x1={middle} x2={middle} y1={0} y2={height} />
      {!isMissing && <circle class="dot" r={3.5} cx={x} cy={scale.y(count)} />}
      <text class="val halo" x={x + (isRight ? -9 : 9)} y={14} text-anchor={isRight ? 'end' : 'start'}>
        {isMissing ? 'not recorded' : formatCount(count)}
        {before !== undefined && (
          <tspan dx={6}>before {gaps.before.has(at) ? 'not recorded' : formatCount(before)}</tspan>
        )}
      </text>
    </>
  );
}

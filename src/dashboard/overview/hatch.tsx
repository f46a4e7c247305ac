import type { ChartGaps } from './gaps.ts';
import { LEFT, RIGHT, xOf } from './lane-shapes.ts';

/** A gap of hours in a year must be seen, too. */
const LEAST_WIDTH = 3;

type Props = {
  /** Of the lane: its pattern has a name of its own. */
  readonly kind: string;
  readonly gaps: ChartGaps;
  /** How many points the axis has. */
  readonly count: number;
  readonly width: number;
  readonly height: number;
};

/** The stretches of a lane of which nothing was recorded. */
export function Hatch({ kind, gaps, count, width, height }: Props) {
  if (gaps.hatched.length === 0) return null;
  const right = width - RIGHT;
  const x = count > 1 ? xOf(count, width) : (place: number) => LEFT + (place + 0.5) * (right - LEFT);
  const within = (left: number) => Math.max(LEFT, Math.min(right, left));
  const id = `hatch-${kind}`;
  return (
    <>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line class="hatch" x1={0} x2={0} y1={0} y2={6} />
      </pattern>
      {gaps.hatched.map(([from, until]) => {
        const wide = Math.max(LEAST_WIDTH, within(x(until)) - within(x(from)));
        const left = Math.min(right - wide, within(x(from)));
        const place = { x: left.toFixed(1), width: wide.toFixed(1), y: 0, height };
        return (
          <g key={from}>
            <rect class="gap" {...place} />
            <rect {...place} fill={`url(#${id})`} />
          </g>
        );
      })}
    </>
  );
}

import { recordedRuns } from '../overview/gaps.ts';
import { areaPath, drawRuns, linePath, topOf } from '../overview/lane-shapes.ts';
import type { EventKind } from '../parts/mark.tsx';

const WIDTH = 118;
const HEIGHT = 34;
const FLOOR = HEIGHT - 1;

type Props = {
  readonly kind: EventKind;
  readonly counts: readonly number[];
  /** The points of which nothing was recorded, in their order: no line leads through them. */
  readonly missing: ReadonlySet<number>;
  readonly unfinished: boolean;
};

/** A line as small as a word, beside the total that it adds up to. */
export function Spark({ kind, counts, missing, unfinished }: Props) {
  const top = topOf({ now: counts, before: undefined });
  const last = counts.length - 1;
  const scale = {
    x: (index: number) => (WIDTH * index) / Math.max(1, last),
    y: (count: number) => FLOOR - (30 * count) / top,
  };
  const runs = recordedRuns(unfinished ? last - 1 : last, missing);
  return (
    <svg
      class={`spark kind-${kind}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="area" d={drawRuns(counts, runs, (run, from) => areaPath(run, scale, FLOOR, from))} />
      {runs.length > 0 && (
        <path class="line" d={drawRuns(counts, runs, (run, from) => `${linePath(run, scale, from)}h0`)} />
      )}
      {unfinished && last > 0 && !missing.has(last) && !missing.has(last - 1) && (
        <path class="line part" d={linePath(counts.slice(-2), scale, last - 1)} />
      )}
      <path class="g zero" d={`M0 ${HEIGHT - 0.5}h${WIDTH}`} />
    </svg>
  );
}

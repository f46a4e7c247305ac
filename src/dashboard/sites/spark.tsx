import { recordedRuns } from '../overview/gaps.ts';
import { type Scale, areaPath, barsOf, drawRuns, linePath, topOf } from '../overview/lane-shapes.ts';
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

/** A line as small as a word, or bars for conversions, beside the total that it adds up to. */
export function Spark(props: Props) {
  const { kind, counts } = props;
  const top = topOf({ now: counts, before: undefined });
  const scale = {
    x: (index: number) => (WIDTH * index) / Math.max(1, counts.length - 1),
    y: (count: number) => FLOOR - (30 * count) / top,
  };
  return (
    <svg
      class={`spark kind-${kind}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {kind === 'con' ? <Bars {...props} scale={scale} /> : <Line {...props} scale={scale} />}
      <path class="g zero" d={`M0 ${HEIGHT - 0.5}h${WIDTH}`} />
    </svg>
  );
}

type Shape = Omit<Props, 'kind'> & { readonly scale: Scale };

function Line({ counts, missing, unfinished, scale }: Shape) {
  const last = counts.length - 1;
  const runs = recordedRuns(unfinished ? last - 1 : last, missing);
  return (
    <>
      <path class="area" d={drawRuns(counts, runs, (run, from) => areaPath(run, scale, FLOOR, from))} />
      {runs.length > 0 && (
        <path class="line" d={drawRuns(counts, runs, (run, from) => `${linePath(run, scale, from)}h0`)} />
      )}
      {unfinished && last > 0 && !missing.has(last) && !missing.has(last - 1) && (
        <path class="line part" d={linePath(counts.slice(-2), scale, last - 1)} />
      )}
    </>
  );
}

function Bars({ counts, unfinished, scale }: Shape) {
  const thick = Math.min(6, (WIDTH / counts.length) * 0.6);
  const last = counts.length - 1;
  return (
    <g class="bars">
      {barsOf(counts, scale).map((index) => {
        const top = scale.y(counts[index] ?? 0);
        return (
          <rect
            key={index}
            class={unfinished && index === last ? 'today' : undefined}
            x={((scale.x(index) * (WIDTH - thick)) / WIDTH).toFixed(1)}
            width={thick.toFixed(1)}
            y={top.toFixed(1)}
            height={(FLOOR - top).toFixed(1)}
          />
        );
      })}
    </g>
  );
}

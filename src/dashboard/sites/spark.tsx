import type { EventKind } from '../parts/mark.tsx';
import { areaPath, linePath, topOf } from '../overview/lane-shapes.ts';

const WIDTH = 118;
const HEIGHT = 34;

type Props = { readonly kind: EventKind; readonly counts: readonly number[]; readonly unfinished: boolean };

/** A line as small as a word, beside the total that it adds up to. */
export function Spark({ kind, counts, unfinished }: Props) {
  const top = topOf({ now: counts, before: undefined });
  const last = counts.length - 1;
  const scale = {
    x: (index: number) => (WIDTH * index) / Math.max(1, last),
    y: (count: number) => HEIGHT - 1 - (30 * count) / top,
  };
  const whole = unfinished ? counts.slice(0, -1) : counts;
  return (
    <svg
      class={`spark kind-${kind}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="area" d={areaPath(whole, scale, HEIGHT - 1)} />
      {whole.length > 0 && <path class="line" d={linePath(whole, scale)} />}
      {unfinished && last > 0 && <path class="line part" d={linePath(counts.slice(-2), scale, last - 1)} />}
      <path class="g zero" d={`M0 ${HEIGHT - 0.5}h${WIDTH}`} />
    </svg>
  );
}

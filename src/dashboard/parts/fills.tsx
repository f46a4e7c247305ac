import type { Fill } from './fill.ts';

const PALE = 0.4;

/** Between two parts, in percent of the bar, and the least that is seen of one. */
const GAP = 0.4;
const LEAST = 0.2;

type Props = {
  readonly parts: readonly { readonly fill: Fill; readonly count: number }[];
  /** What the whole width stands for. */
  readonly all: number;
  readonly height: number;
  readonly class?: string;
};

/** One bar in parts. What it draws stands beside it in figures. */
export function FillBar({ parts, all, height, class: own }: Props) {
  const percentOf = (count: number) => (all === 0 ? 0 : (100 * count) / all);
  let left = 0;
  const placed = parts.map(({ fill, count }) => {
    const width = percentOf(count);
    left += width;
    return { fill, width, x: left - width };
  });
  return (
    <svg class={own} aria-hidden="true" height={height}>
      {placed.map(
        ({ fill, x, width }) =>
          width > 0 && (
            <FillRect
              key={fill}
              fill={fill}
              x={`${x.toFixed(2)}%`}
              width={`${Math.max(LEAST, width - GAP).toFixed(2)}%`}
              height={height}
            />
          ),
      )}
    </svg>
  );
}

type RectProps = { readonly fill: Fill; readonly x: string; readonly width: string; readonly height: number };

function FillRect({ fill, height, ...place }: RectProps) {
  if (fill === 'empty') return <rect class="empty" {...place} y="0.5" height={height - 1} />;
  return <rect {...place} height={height} fill="currentColor" opacity={fill === 'pale' ? PALE : 1} />;
}

/** In a legend, and before a name. */
export function Swatch({ fill, class: own = '' }: { readonly fill: Fill; readonly class?: string }) {
  return (
    <svg class={`kind-bot ${own}`} viewBox="0 0 9 9" aria-hidden="true">
      {fill === 'empty' ? (
        <rect class="empty" x="0.5" y="0.5" width="8" height="8" />
      ) : (
        <rect width="9" height="9" fill="currentColor" opacity={fill === 'pale' ? PALE : 1} />
      )}
    </svg>
  );
}

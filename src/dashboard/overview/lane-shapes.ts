/** One kind of event over the points of the chart; `before` is what it is compared with. */
export type Series = { readonly now: readonly number[]; readonly before: readonly number[] | undefined };

export type Scale = { readonly x: (index: number) => number; readonly y: (count: number) => number };

/** What is left free at the sides of a plot. */
export const LEFT = 10;
export const RIGHT = 46;

/** Where the points of a plot stand; one alone stands in the middle. */
export const xOf = (count: number, width: number) => (index: number) =>
  LEFT + (count <= 1 ? 0.5 : index / (count - 1)) * Math.max(0, width - LEFT - RIGHT);

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The upper end of a scale: a round number, of which the half is a whole one. */
export function niceTop(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const tops = STEPS.map((step) => step * power);
  return tops.find((top) => top >= most && Number.isInteger(top / 2)) ?? 10 * power;
}

export const topOf = ({ now, before = [] }: Series): number =>
  niceTop([...now, ...before].reduce((most, count) => Math.max(most, count), 0));

/** A line through the points from `from` on. With more than two points a pixel, only what each pixel shows. */
export function linePath(counts: readonly number[], { x, y }: Scale, from = 0): string {
  const points = counts.map((count, index) => [x(from + index), y(count)] as const);
  return `M${thin(points)
    .map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`)
    .join('L')}`;
}

/** The line through the points from `from` on, and down to the floor. */
export function areaPath(counts: readonly number[], scale: Scale, floor: number, from = 0): string {
  if (counts.length === 0) return '';
  const end = scale.x(from + counts.length - 1).toFixed(1);
  return `${linePath(counts, scale, from)}L${end} ${floor}L${scale.x(from).toFixed(1)} ${floor}Z`;
}

/** The first and the last of points that follow each other. */
export type Run = readonly [first: number, last: number];

type Draw = (counts: readonly number[], from: number) => string;

/** The path of several runs, each drawn by itself. */
export const drawRuns = (counts: readonly number[], runs: readonly Run[], draw: Draw): string =>
  runs.map(([first, last]) => draw(counts.slice(first, last + 1), first)).join('');

/** The points to draw a bar for: those with a count. With more than two points a pixel, the highest of each pixel. */
export function barsOf(counts: readonly number[], { x }: Pick<Scale, 'x'>): readonly number[] {
  const counted = counts.flatMap((count, index) => (count > 0 ? [index] : []));
  if (counts.length <= 2 * (x(counts.length - 1) - x(0))) return counted;
  const highest = new Map<number, number>();
  for (const index of counted) {
    const column = Math.round(x(index));
    const known = highest.get(column);
    if (known === undefined || (counts[index] ?? 0) > (counts[known] ?? 0)) highest.set(column, index);
  }
  return [...highest.values()];
}

type Point = readonly [left: number, top: number];

function thin(points: readonly Point[]): readonly Point[] {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length <= 2 * (last[0] - first[0])) return points;
  const columns = groupColumns(points);
  return [...columns.values()].flatMap((column) => {
    const tops = column.map(([, top]) => top);
    const left = column[0]?.[0] ?? 0;
    return [
      [left, Math.max(...tops)],
      [left, Math.min(...tops)],
    ] as const;
  });
}

function groupColumns(points: readonly Point[]): ReadonlyMap<number, readonly Point[]> {
  const columns = new Map<number, Point[]>();
  for (const point of points) {
    const column = Math.round(point[0]);
    const known = columns.get(column);
    if (known) known.push(point);
    else columns.set(column, [point]);
  }
  return columns;
}

import type { GrowthPoint, GrowthSeries } from './growth.ts';

const COLUMNS = 2;
const PANEL = { width: 420, height: 260 };
const MARGIN = { left: 60, right: 20, top: 40, bottom: 50 };
const INNER = {
  width: PANEL.width - MARGIN.left - MARGIN.right,
  height: PANEL.height - MARGIN.top - MARGIN.bottom,
};
const TICKS = 4;

/** Plots cost against size as an SVG with a panel per series. Sizes are on a logarithmic scale and costs start at 0. */
export function plot(growth: readonly GrowthSeries[]): string {
  const rows = Math.ceil(growth.length / COLUMNS);
  const [width, height] = [COLUMNS * PANEL.width, rows * PANEL.height];
  const panels = growth.map((series, index) => {
    const x = (index % COLUMNS) * PANEL.width + MARGIN.left;
    const y = Math.floor(index / COLUMNS) * PANEL.height + MARGIN.top;
    return `<g transform="translate(${x} ${y})">\n${panel(series)}\n</g>`;
  });
  const style =
    'text{font:12px sans-serif;fill:#333}.axis{stroke:#ccc}.cost{fill:none;stroke:#06c;stroke-width:2}' +
    '.spread{stroke:#06c;stroke-opacity:.4}circle{fill:#06c}';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<style>${style}</style>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...panels,
    '</svg>\n',
  ].join('\n');
}

function panel({ name, size, unit, points }: GrowthSeries): string {
  const top = roundUp(Math.max(...points.map(({ cost, spread }) => Math.max(cost, spread[1]))));
  const at = placesOf(points, top);
  const line = points.map((point) => `${at.x(point)},${at.y(point.cost)}`).join(' ');
  return [
    `<text x="0" y="-14" font-weight="bold">${name}, ${unit}</text>`,
    ...Array.from({ length: TICKS + 1 }, (_, tick) => costTick((top * tick) / TICKS, at.y)),
    ...points.map((point) => sizeTick(point, at.x(point))),
    `<text x="${INNER.width / 2}" y="${INNER.height + 38}" text-anchor="middle">${size}</text>`,
    ...points.map((point) => spreadLine(point, at)),
    `<polyline class="cost" points="${line}"/>`,
    ...points.map((point) => `<circle cx="${at.x(point)}" cy="${at.y(point.cost)}" r="3"/>`),
  ].join('\n');
}

type Places = { readonly x: (point: GrowthPoint) => number; readonly y: (cost: number) => number };

function placesOf(points: readonly GrowthPoint[], top: number): Places {
  const [first, last] = [points[0]?.size ?? 1, points.at(-1)?.size ?? 1];
  const decades = Math.log10(last / first) || 1;
  return {
    x: ({ size }) => Math.round((Math.log10(size / first) / decades) * INNER.width),
    y: (cost) => Math.round(INNER.height * (1 - cost / top)),
  };
}

function costTick(cost: number, y: Places['y']): string {
  const label = Number(cost.toPrecision(3));
  return (
    `<line class="axis" x1="0" x2="${INNER.width}" y1="${y(cost)}" y2="${y(cost)}"/>` +
    `<text x="-8" y="${y(cost) + 4}" text-anchor="end">${label}</text>`
  );
}

function sizeTick({ size }: GrowthPoint, x: number): string {
  const label = size.toLocaleString('en', { notation: 'compact' });
  return `<text x="${x}" y="${INNER.height + 18}" text-anchor="middle">${label}</text>`;
}

function spreadLine(point: GrowthPoint, { x, y }: Places): string {
  const [least, most] = point.spread;
  return `<line class="spread" x1="${x(point)}" x2="${x(point)}" y1="${y(least)}" y2="${y(most)}"/>`;
}

/** Rounds up to 1, 2, 4, 6, 8 or 10 times a power of ten, so that its quarters are easy to read. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8].find((step) => step * power >= value) ?? 10) * power;
}

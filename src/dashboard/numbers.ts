const whole = new Intl.NumberFormat('en-US');
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const BYTE_UNITS = [
  { size: 1e12, name: 'TB' },
  { size: 1e9, name: 'GB' },
  { size: 1e6, name: 'MB' },
  { size: 1e3, name: 'kB' },
];

export const UNKNOWN = '–';

/** `42,731`; a dash if it is not known. */
export const formatCount = (count: number | null | undefined): string =>
  count === null || count === undefined ? UNKNOWN : whole.format(count);

/** `3,475.10`, in the owner's own unit. */
export const formatValue = (value: number): string => money.format(value);

/** From here on a number has no hundredths of its own: the digits that it would be written with are not known. */
const WITHOUT_HUNDREDTHS_FROM = Number.MAX_SAFE_INTEGER / 100;

const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 15 });

/** A value in all digits that are known: `3,475.125`, `-224,999,983,980,246,500`. */
export function formatExactValue(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e21) return String(value);
  return size < WITHOUT_HUNDREDTHS_FROM
    ? exact.format(Number(value.toPrecision(15)))
    : whole.format(Math.round(value));
}

const MOST_CHARACTERS = 10;

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const scientific = new Intl.NumberFormat('en-US', { notation: 'scientific', maximumFractionDigits: 1 });

/** A value in at most 10 characters: `123,475.10`, `12.3M`, `-225T`, `1.8E20`. */
export function formatShortValue(value: number): string {
  const full = formatValue(value);
  if (full.length <= MOST_CHARACTERS) return full;
  return Math.abs(value) < 1e15 ? short.format(value).replace('K', 'k') : scientific.format(value);
}

/** One decimal: none is written off as `0.0%`, and not quite all is not `100.0%`. */
function formatPercent(part: number, all: number): string {
  const percent = ((100 * part) / all).toFixed(1);
  if (percent === '0.0' && part > 0) return '< 0.1%';
  return percent === '100.0' && part < all ? '> 99.9%' : `${percent}%`;
}

/** `18.4%`; a dash if there is nothing to have a share of. */
export const formatShare = (part: number, all: number): string =>
  all === 0 ? UNKNOWN : formatPercent(part, all);

/** `0.184286`, for files; undefined if there is nothing to have a share of. */
export const shareOf = (part: number, all: number): number | undefined =>
  all === 0 ? undefined : Number((part / all).toPrecision(6));

/** `1.5k` and `2.25M`, for the marks of an axis. */
export function formatCompact(count: number): string {
  if (count >= 1_000_000) return `${Number((count / 1_000_000).toFixed(2))}M`;
  return count >= 1000 ? `${Number((count / 1000).toFixed(2))}k` : String(count);
}

/** One decimal below ten: `5.7`, `13`. */
export const formatRatio = (ratio: number): string =>
  ratio < 9.95 ? ratio.toFixed(1) : whole.format(Math.round(ratio));

/** `35.8 kB`, in powers of 1,000; a dash if it is not known. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return UNKNOWN;
  const unit = BYTE_UNITS.find(({ size }) => bytes >= size);
  if (!unit) return `${whole.format(bytes)} B`;
  return `${tenths.format(bytes / unit.size)} ${unit.name}`;
}

/** What has changed: `↑ 30.1%`, `unchanged`, or `new` if there was nothing before. */
export function formatChange(now: number, before: number): string {
  if (now === before) return 'unchanged';
  if (before === 0) return 'new';
  const change = Math.abs(now - before);
  const percent = (100 * change) / before;
  const size = percent >= 1000 ? `${whole.format(Math.round(percent))}%` : formatPercent(change, before);
  return `${now > before ? '↑' : '↓'} ${size}`;
}

/** The first rows, and the sum of the others. With one row too many, that row itself is shown. */
export function cutRows<Row>(
  rows: readonly Row[],
  most: number,
): { shown: readonly Row[]; rest: readonly Row[] } {
  const end = rows.length <= most + 1 ? rows.length : most;
  return { shown: rows.slice(0, end), rest: rows.slice(end) };
}

export const sumOf = <Row>(rows: readonly Row[], count: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + count(row), 0);

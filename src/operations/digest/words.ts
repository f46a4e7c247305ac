import type { TimeRange } from '../../domain/date-range.ts';
import type { DigestPeriod } from '../../domain/digest.ts';
import { shortened, unlinked } from '../../domain/plain-text.ts';
import { DAY_MS, HOUR_MS, startOfMonth } from '../../domain/time.ts';
import { visible } from '../../domain/visible.ts';

/** `week` of a weekly digest, `month` of a monthly one. */
export const PERIOD = { weekly: 'week', monthly: 'month' } as const satisfies Record<DigestPeriod, string>;

const MOST_NAME = 80;
const MOST_PATH = 120;

/** A name as both forms of a digest show it: on one line, not too long, and no link. */
export function nameOf(name: string, most = MOST_NAME): string {
  return unlinked(shortened(visible(name), most)).replace(FIRST_SLASH, '/');
}

/** No address begins with it, and a line should not end with it. */
const FIRST_SLASH = /(?<=^|\s)\/\u200b(?=[\p{L}\p{N}])/gu;

export function pathOf(path: string): string {
  return nameOf(path, MOST_PATH);
}

/** `11,994`. */
export function number(count: number): string {
  return count.toLocaleString('en-US');
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** The same in few characters, for a narrow column: `1.2B`. */
export function shortNumber(count: number): string {
  return count < 1e8 ? number(count) : compact.format(count);
}

/** `1 bot visit`, `11,994 bot visits`. */
export function numbered(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The signs of a count that has become more, and less. */
export type Signs = { readonly more: string; readonly fewer: string };

/** How a count has changed: `↑ 24.3%`, `unchanged`, or `new` if there was nothing before. */
export type Change = {
  readonly size: string;
  /** What it was before; null if the size says that already. */
  readonly from: number | null;
};

/** Undefined if there is nothing to compare. */
export function changeOf(
  now: number,
  before: number | undefined,
  { more, fewer }: Signs,
): Change | undefined {
  if (before === undefined || (now === 0 && before === 0)) return undefined;
  if (now === before) return { size: 'unchanged', from: null };
  if (before === 0) return { size: 'new', from: null };
  const size =
    now > before
      ? `${more}${rounded((100 * (now - before)) / before, Infinity)}`
      : `${fewer}${rounded((100 * (before - now)) / before, now === 0 ? 100 : 99.9)}`;
  return { size, from: before };
}

/** `24.3%` of a share of more than nothing: it is not written off as `0.0%`, nor is not quite all `100.0%`. */
export function percent(part: number, all: number): string {
  return rounded((100 * part) / all, part < all ? 99.9 : 100);
}

function rounded(share: number, most: number): string {
  if (share >= 1000) return `${shortNumber(Math.round(share))}%`;
  return `${Math.min(most, Math.max(0.1, share)).toFixed(1)}%`;
}

/** `A`, `A and B`, `A, B and 3 others`. */
export function enumerated(names: readonly string[], others = 0): string {
  const all = others === 0 ? names : [...names, numbered(others, 'other')];
  if (all.length < 2) return all.join('');
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const dates = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (ms: number) => dates.format(ms);
};

/** `November 9`. */
export const day = format({ month: 'long', day: 'numeric' });
const month = format({ month: 'long', year: 'numeric' });
const weekdayAndDay = format({ weekday: 'long', month: 'long', day: 'numeric' });

/** `November 9 to 15`, `November 30 to December 6`, `October 2026`. */
export function daysOf(every: DigestPeriod, { fromMs, untilMs }: TimeRange): string {
  if (every === 'monthly') return month(fromMs);
  const lastMs = untilMs - DAY_MS;
  const isOneMonth = startOfMonth(fromMs) === startOfMonth(lastMs);
  return `${day(fromMs)} to ${isOneMonth ? new Date(lastMs).getUTCDate() : day(lastMs)}`;
}

/** `Tuesday, November 10, 03:00 to 08:00`; with both days if it is of several. */
export function stretch({ fromMs, untilMs }: TimeRange): string {
  const [first, last] = [weekdayAndDay(fromMs), weekdayAndDay(untilMs - 1)];
  const end = untilMs % DAY_MS === 0 ? '24:00' : clock(untilMs);
  return `${first}, ${clock(fromMs)} to ${first === last ? end : `${last}, ${end}`}`;
}

/** `5 hours`, `3 days`: in days where hours are too many to imagine. */
export function duration(ms: number): string {
  return ms >= 3 * DAY_MS
    ? numbered(Math.round(ms / DAY_MS), 'day')
    : numbered(Math.round(ms / HOUR_MS), 'hour');
}

export function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

import type { Option } from 'commander';
import { COMPARISONS, type Comparison } from '../../domain/comparison.ts';
import { type TimeRange, datesOf } from '../../domain/date-range.ts';
import { startOfDay } from '../../domain/time.ts';
import { wordOption } from '../arguments.ts';
import type { RangeOptions } from './read-site.ts';

export type ComparedOptions = RangeOptions & { readonly compare?: Comparison };

export function compareOption(): Option {
  return wordOption('--compare <period>', 'also show the counts of an earlier period', COMPARISONS);
}

/** The days that a command shows, those that they are compared with, and then `unfinished` if today is one of them. */
export function describeDays(
  { range, previousPeriod }: { readonly range: TimeRange; readonly previousPeriod?: TimeRange | undefined },
  nowMs: number,
  unfinished = '',
): string {
  if (previousPeriod === undefined) return spanOf(range);
  const compared = `${spanOf(range)}, compared with ${spanOf(previousPeriod)}`;
  return range.untilMs > startOfDay(nowMs) ? `${compared}; ${unfinished}` : compared;
}

function spanOf(range: TimeRange): string {
  const { start, end } = datesOf(range);
  return `${start} to ${end}`;
}

/** The head of a column of counts. A comparison adds two columns. */
export function countHeads(name: string, isCompared: boolean): readonly string[] {
  return isCompared ? [name, 'previous', 'change'] : [name];
}

/** The cells below it. `previous` is null without a comparison. */
export function countCells(count: number, previous: number | null): readonly string[] {
  return previous === null ? [String(count)] : [String(count), String(previous), changeOf(count, previous)];
}

function changeOf(count: number, previous: number): string {
  if (previous === 0) return count === 0 ? '0%' : 'new';
  const percent = Math.round((100 * (count - previous)) / previous);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

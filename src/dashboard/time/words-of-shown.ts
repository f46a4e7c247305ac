import type { Problem } from '../answers/problem.ts';
import { type Day, dayOf, formatDay, formatDays, formatTime } from './days.ts';

type Shown = {
  readonly read?: { readonly variables: unknown; readonly atMs: number } | undefined;
  /** Whether it is of other days than those asked for, which are on their way. */
  readonly isBusy: boolean;
  /** Why nothing newer is there. */
  readonly problem?: Problem | undefined;
};

/**
 * Which days are shown, and when they were read; for under the title of a screen. Undefined as long as that is what was
 * asked for, and new.
 */
export function wordsOfShown({ read, isBusy, problem }: Shown, today: Day): string | undefined {
  if (!read) return undefined;
  const days = daysOf(read.variables, today);
  if (problem) return `Showing ${days ? `${days},` : 'what was'} read ${formatRead(read.atMs, today)}`;
  return isBusy && days !== undefined ? `Reading. Still showing ${days}` : undefined;
}

function daysOf(variables: unknown, today: Day): string | undefined {
  const { start, end } = Object(variables) as { readonly start?: Day; readonly end?: Day };
  return start === undefined || end === undefined ? undefined : formatDays(start, end, today);
}

function formatRead(atMs: number, today: Day): string {
  const day = dayOf(atMs);
  return `${day === today ? '' : `on ${formatDay(day, today)} `}at ${formatTime(atMs)} UTC`;
}

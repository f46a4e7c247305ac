import type { RequestContext } from '../../context.ts';
import { type GivenDates, type TimeRange, parseGivenDates } from '../../domain/date-range.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import { parseRange, requireShown } from '../rules.ts';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** The range of a list, and where a page of it begins; undefined for the first page. */
export type Walk<Position> = { readonly range: TimeRange; readonly after: Position | undefined };

/** The first page resolves the dates; later pages keep its range, even across midnight. */
export function parseWalk<Position>(
  ctx: RequestContext,
  dates: GivenDates,
  cursor: string | undefined,
  decode: (cursor: string) => { readonly range: TimeRange; readonly position: Position },
): Walk<Position> {
  if (cursor === undefined) return { range: parseRange(ctx, dates), after: undefined };
  parseGivenDates(dates);
  const { range, position } = decode(cursor);
  // anybody can write a cursor
  requireShown(ctx, range);
  return { range, after: position };
}

/** The most items on a page. INVALID_PARAMETER for anything but a whole number from 1 to MAX_LIMIT. */
export function parseLimit(given: string | number | undefined, usual = DEFAULT_LIMIT): number {
  if (given === undefined) return usual;
  const limit = /^\d{1,9}$/.test(String(given)) ? Number(given) : NaN;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw invalidParameter('limit', given, `a whole number from 1 to ${MAX_LIMIT}`);
}

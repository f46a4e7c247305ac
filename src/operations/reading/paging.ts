import type { RequestContext } from '../../context.ts';
import { type GivenDates, type TimeRange, parseGivenDates } from '../../domain/date-range.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import { type RawParameter, parseRange, requireShown, single } from '../rules.ts';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** The range of a list, and where a page of it begins; undefined for the first page. */
export type Walk<Position> = { readonly range: TimeRange; readonly after: Position | undefined };

/** The first page resolves the dates; later pages keep its range, even across midnight. */
export function parseWalk<Position>(
  ctx: RequestContext,
  dates: GivenDates,
  cursor: RawParameter,
  decode: (cursor: string) => { readonly range: TimeRange; readonly position: Position },
): Walk<Position> {
  const given = single('cursor', cursor);
  if (given === undefined) return { range: parseRange(ctx, dates), after: undefined };
  parseGivenDates(dates);
  const { range, position } = decode(given);
  // anybody can write a cursor
  requireShown(ctx, range);
  return { range, after: position };
}

/** The most items on a page. INVALID_PARAMETER for anything but a whole number from 1 to the most. */
export function parseLimit(raw: RawParameter | number, usual = DEFAULT_LIMIT, most = MAX_LIMIT): number {
  const given = typeof raw === 'number' ? raw : single('limit', raw);
  if (given === undefined) return usual;
  const limit = /^\d{1,9}$/.test(String(given)) ? Number(given) : NaN;
  if (limit >= 1 && limit <= most) return limit;
  throw invalidParameter('limit', given, `a whole number from 1 to ${most}`);
}

/** A page of a list. */
export type ListPage<Item> = {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** The cursor that continues the list after an item of the page. */
  readonly cursorOf: (item: Item) => string;
};

/** The page of what was found: one more than fits on it shows that another page follows. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => string,
): ListPage<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last && found.length > limit ? cursorOf(last) : null, cursorOf };
}

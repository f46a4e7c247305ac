import { utcInstant } from './zoned-time.ts';

/** What `parseInstant` accepts. */
export const ALLOWED_INSTANT =
  'an ISO 8601 time with its zone, such as "2026-12-31T23:59:59.999Z", in years 0001 to 9999';

/**
 * An instant as milliseconds since 1970; undefined for anything else. Cuts off digits after the milliseconds: rounding would
 * move 23:59:59.9996 to the next day.
 */
export function parseInstant(text: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d{1,30}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (!parts) return undefined;
  const [, date = '', clock = '', fraction = '', offset = ''] = parts;
  return utcInstant({ date, clock, milliseconds: Number(fraction.slice(0, 3).padEnd(3, '0')), offset });
}

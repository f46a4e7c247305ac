import { EARLIEST_MS, LATEST_MS } from '../../domain/time.ts';
import { utcInstant } from '../../domain/zoned-time.ts';
import { parseClfTime } from './clf-time.ts';

/**
 * The instant in a field of a JSON log, in whole milliseconds since 1970 UTC, without anything finer. It may be a number
 * of seconds, milliseconds, microseconds or nanoseconds (its size decides), as a number or in digits; a time in ISO 8601
 * or like Go's `2006/01/02 15:04:05`, in UTC unless it has a zone; or `31/Dec/2026:23:59:59 +0000`.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  if (/^\d{1,19}(?:\.\d{1,9})?$/.test(value)) return fromEpoch(Number(value));
  return fromWritten(value) ?? parseClfTime(value);
}

const MAX_LENGTH = 64;

function fromEpoch(count: number): number | undefined {
  const microseconds = Math.round(count * microsecondsPer(count));
  // round first: 1790000000.123 is not exact as a double, and a thousand times it may be below .123
  const instantMs = Math.floor(microseconds / 1000);
  return instantMs >= EARLIEST_MS && instantMs < LATEST_MS ? instantMs : undefined;
}

/** The unit of a count since 1970. For times in the years 1973 to 5138 it follows from the size. */
function microsecondsPer(count: number): number {
  if (count < 1e11) return 1e6;
  if (count < 1e14) return 1e3;
  return count < 1e17 ? 1 : 1e-3;
}

const WRITTEN =
  /^(\d{4})([-/])(\d\d)\2(\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,12}))? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/;

function fromWritten(text: string): number | undefined {
  const parts = WRITTEN.exec(text);
  if (!parts) return undefined;
  const [, year = '', , month = '', day = '', clock = '', fraction = '', zone = 'Z'] = parts;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return utcInstant({ date: `${year}-${month}-${day}`, clock, milliseconds, offset: offsetOf(zone) });
}

function offsetOf(zone: string): string {
  if (zone === 'UTC') return 'Z';
  return zone.length === '+01'.length ? `${zone}00` : zone;
}

import { EARLIEST_MS, LATEST_MS } from '../../domain/time.ts';
import { utcInstant } from '../zoned-time.ts';
import { parseClfTime } from './clf-time.ts';

/**
 * The instant that a field of a JSON log tells, in whole milliseconds since 1970 UTC, what is finer cut off. Read are
 * numbers (or digits as text) that count seconds, milliseconds, microseconds or nanoseconds, which of them their size
 * tells; ISO 8601 and Go's `2006/01/02 15:04:05`, in UTC unless they name a zone; and `31/Dec/2026:23:59:59 +0000`.
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
  // Rounded before the cut: 1790000000.123 has no exact double, and seconds times 1000 may come out below .123.
  const instantMs = Math.floor(microseconds / 1000);
  return instantMs >= EARLIEST_MS && instantMs < LATEST_MS ? instantMs : undefined;
}

/** Counts of the years 1973 to 5138 tell by their size what they count. */
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

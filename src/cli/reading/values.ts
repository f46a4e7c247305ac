import type { Granularity } from '../../domain/granularity.ts';
import { formatDate, formatHour } from '../../domain/time.ts';

/** The label of a bucket of time, as REST has it. */
export function bucketLabel(granularity: Granularity, startMs: number): string {
  return granularity === 'day' ? formatDate(startMs) : formatHour(startMs);
}

/** The same as a field of an object. */
export function labelObject(granularity: Granularity, startMs: number): object {
  const label = bucketLabel(granularity, startMs);
  return granularity === 'day' ? { date: label } : { datetime: label };
}

/** A dash for what is not known. */
export function textOf(value: number | string | null): string {
  return value === null ? '-' : String(value);
}

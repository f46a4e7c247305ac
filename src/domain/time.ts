/** Instants are whole milliseconds since 1970-01-01 UTC. Days and hours are in UTC. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The start of year 1 and the end of year 9999. Every date and event lies between them. */
export const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
export const LATEST_MS = Date.parse('9999-12-31T00:00:00Z') + DAY_MS;

export function startOfDay(instantMs: number): number {
  return Math.floor(instantMs / DAY_MS) * DAY_MS;
}

export function startOfHour(instantMs: number): number {
  return Math.floor(instantMs / HOUR_MS) * HOUR_MS;
}

export function startOfMonth(instantMs: number): number {
  return new Date(startOfDay(instantMs)).setUTCDate(1);
}

export function startOfNextMonth(instantMs: number): number {
  const month = new Date(startOfMonth(instantMs));
  return month.setUTCMonth(month.getUTCMonth() + 1);
}

/** The first day of a UTC month, `YYYY-MM-DD`. */
export function formatMonth(ms: number): string {
  return formatDate(startOfMonth(ms));
}

/** `YYYY-MM-DD` of an instant in the years 0001 to 9999. The day after that has a year of five digits. */
export function formatDate(instantMs: number): string {
  const { year, month, day } = civilDate(Math.floor(instantMs / DAY_MS));
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `YYYY-MM-DD HH:00` of an instant. */
export function formatHour(instantMs: number): string {
  return `${formatDate(instantMs)} ${twoDigits(hourOf(instantMs))}:00`;
}

/** ISO 8601 UTC with milliseconds. */
export function formatInstant(instantMs: number): string {
  if (instantMs !== lastInstant.ms) lastInstant = { ms: instantMs, text: formatWhole(instantMs) };
  return lastInstant.text;
}

/** The same of an instant that may not be there. */
export function instantOrNull(instantMs: number | null | undefined): string | null {
  return typeof instantMs === 'number' ? formatInstant(instantMs) : null;
}

/** The instant formatted last: a response may have it again, under other names. */
let lastInstant = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

/** The day formatted last: a page of events has few of them. */
let lastDay = { startMs: 0, text: '1970-01-01' };

function formatWhole(instantMs: number): string {
  const startMs = startOfDay(instantMs);
  if (startMs !== lastDay.startMs) lastDay = { startMs, text: formatDate(startMs) };
  const ms = instantMs - startMs;
  const hours = twoDigits(Math.floor(ms / HOUR_MS));
  const minutes = twoDigits(Math.floor(ms / 60_000) % 60);
  const seconds = twoDigits(Math.floor(ms / 1000) % 60);
  const fraction = ms % 1000;
  return `${lastDay.text}T${hours}:${minutes}:${seconds}.${fraction < 100 ? '0' : ''}${twoDigits(fraction)}Z`;
}

function hourOf(instantMs: number): number {
  return (startOfHour(instantMs) - startOfDay(instantMs)) / HOUR_MS;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));

function twoDigits(n: number): string {
  return TWO_DIGITS[n] ?? String(n);
}

/**
 * The date of a day counted from 1970-01-01, by the arithmetic of Howard Hinnant, "chrono-Compatible Low-Level Date
 * Algorithms" (civil_from_days). A Date takes ten times as long, which matters for a series of a million points.
 */
function civilDate(daysSince1970: number): { year: number; month: number; day: number } {
  const days = daysSince1970 + 719_468; // since 0000-03-01: years that begin in March end with the leap day
  const era = Math.floor(days / 146_097); // 400 years
  const dayOfEra = days - era * 146_097;
  const leapless = dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524);
  const yearOfEra = Math.floor((leapless - Math.floor(dayOfEra / 146_096)) / 365);
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - (365 * yearOfEra + leapDays);
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** What `parseDate` accepts. */
export const ALLOWED_DATE = 'a calendar date as YYYY-MM-DD in the years 0001 to 9999';

/**
 * Midnight of a `YYYY-MM-DD` day in the years 0001 to 9999; undefined for anything else. The round trip finds days that
 * do not exist: Date turns 2026-02-30 into a day in March.
 */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const midnight = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || midnight < EARLIEST_MS || formatDate(midnight) !== text) return undefined;
  return midnight;
}

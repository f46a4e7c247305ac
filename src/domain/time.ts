/** Instants are whole milliseconds since 1970-01-01 UTC; days and hours are UTC. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The first instant of year 1 and the one after year 9999: every date and event lies between. */
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

/** `YYYY-MM-DD` of an instant in years 0001 to 9999. */
export function formatDate(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

/** `YYYY-MM-DD HH:00` of an instant. */
export function formatHour(instantMs: number): string {
  return `${new Date(instantMs).toISOString().slice(0, 13).replace('T', ' ')}:00`;
}

/** ISO 8601 UTC with milliseconds. */
export function formatInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/**
 * Midnight of a `YYYY-MM-DD` day, years 0001 to 9999; undefined for anything else.
 * The round trip finds days that no calendar has: Date rolls 2026-02-30 over to March.
 */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const midnight = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || midnight < EARLIEST_MS || formatDate(midnight) !== text) return undefined;
  return midnight;
}

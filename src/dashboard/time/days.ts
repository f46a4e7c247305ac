/** A day in UTC, `YYYY-MM-DD`. */
export type Day = string;

/** No day is before it, neither here nor for the server. */
export const FIRST_DAY: Day = '0001-01-01';

const DAY_MS = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

// eslint-disable-next-line no-restricted-syntax -- the one place of the dashboard that reads the clock
export const nowMs = (): number => Date.now();

export const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const startOf = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`);

export const addDays = (day: Day, days: number): Day => dayOf(startOf(day) + days * DAY_MS);

/** How many days the range has, both ends included. */
export const countDays = (start: Day, end: Day): number => (startOf(end) - startOf(start)) / DAY_MS + 1;

/** The day, if the text is one of the calendar, which begins with year 1: 2026-02-30 is not. */
export function parseDay(text: string | null): Day | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return undefined;
  const ms = startOf(text);
  return Number.isNaN(ms) || dayOf(ms) !== text ? undefined : text;
}

/** `Nov 21`, with the year if it is not that of `today`. */
export function formatDay(day: Day, today: Day): string {
  const short = `${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${Number(day.slice(8))}`;
  return day.slice(0, 4) === today.slice(0, 4) ? short : `${short}, ${day.slice(0, 4)}`;
}

/** `Oct 23 – Nov 21`, or one day alone. */
export function formatDays(start: Day, end: Day, today: Day): string {
  return start === end ? formatDay(start, today) : `${formatDay(start, today)} – ${formatDay(end, today)}`;
}

const longDay = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' },
});

/** `Today, Saturday November 21`, with the year if it is not that of `today`. */
export function formatLongDay(day: Day, today: Day): string {
  const long = longDay.format(startOf(day)).replace(',', '');
  if (day === today) return `Today, ${long}`;
  return day.slice(0, 4) === today.slice(0, 4) ? long : `${long}, ${day.slice(0, 4)}`;
}

/** The beginning of a point: `Sat Nov 21`, and with hours `Sat Nov 21, 14:00`. */
export function formatPoint(startsAt: string, hourly: boolean, today: Day): string {
  const day = startsAt.slice(0, 10);
  const weekday = WEEKDAYS[new Date(startOf(day)).getUTCDay()] ?? '';
  return `${weekday} ${formatDay(day, today)}${hourly ? `, ${startsAt.slice(11, 16)}` : ''}`;
}

/** `14:00 today`, or `14:00 on Nov 21`. */
export function formatHour(instant: string, today: Day): string {
  const day = instant.slice(0, 10);
  return `${instant.slice(11, 16)} ${day === today ? 'today' : `on ${formatDay(day, today)}`}`;
}

/** `14:52:41` in UTC. */
export const formatTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

/** `4 s ago` up to an hour, then the time today, then the day. */
export function formatAgo(thenMs: number, atMs: number): string {
  const seconds = Math.max(0, Math.round((atMs - thenMs) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return formatInstant(thenMs, atMs);
}

/** `at 14:52 UTC` today, `on Nov 20, 14:52 UTC` on other days. */
export function formatInstant(ms: number, atMs: number): string {
  const today = dayOf(atMs);
  const day = dayOf(ms);
  const time = formatTime(ms).slice(0, 5);
  return day === today ? `at ${time} UTC` : `on ${formatDay(day, today)}, ${time} UTC`;
}

/** How long ago an instant was, or `never`. */
export const formatLast = (instant: string | null): string =>
  instant === null ? 'never' : formatAgo(Date.parse(instant), nowMs());

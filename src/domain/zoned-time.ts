import { DAY_MS, EARLIEST_MS, HOUR_MS, LATEST_MS, parseDate } from './time.ts';

/** A date and a time of day in a time zone, as they were written in digits. */
type ZonedTime = {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM:SS`. */
  readonly clock: string;
  /** Whole milliseconds past the second. */
  readonly milliseconds?: number;
  /** `Z`, or `+HHMM` or `+HH:MM` with either sign. */
  readonly offset: string;
};

/** The instant in milliseconds since 1970 UTC; undefined if it does not exist or is not in years 1 to 9999 UTC. */
export function utcInstant({ date, clock, milliseconds = 0, offset }: ZonedTime): number | undefined {
  const midnight = parseDate(date);
  const sinceMidnight = clockMs(clock);
  const offsetFromUtc = offsetMs(offset);
  if (midnight === undefined || sinceMidnight === undefined || offsetFromUtc === undefined) return undefined;
  const instant = midnight + sinceMidnight + milliseconds - offsetFromUtc;
  return instant >= EARLIEST_MS && instant < LATEST_MS ? instant : undefined;
}

function clockMs(clock: string): number | undefined {
  if (!/^\d\d:\d\d:\d\d$/.test(clock)) return undefined;
  const hours = Number(clock.slice(0, 2));
  const minutes = Number(clock.slice(3, 5));
  const seconds = Number(clock.slice(6));
  const ms = hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  return minutes < 60 && seconds < 60 && ms < DAY_MS ? ms : undefined;
}

function offsetMs(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  const ms = clockMs(`${hours ?? ''}:${minutes ?? ''}:00`);
  return ms !== undefined && sign === '-' ? -ms : ms;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

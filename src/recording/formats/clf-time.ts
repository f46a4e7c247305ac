import { utcInstant } from '../zoned-time.ts';

/**
 * Makes a reader of times as Apache writes them by `%t` and nginx as `$time_local`: `31/Dec/2026:23:59:59 +0000`. It
 * answers milliseconds since 1970 UTC, undefined for no such time. It remembers the last second and the last day,
 * which most lines of a log share with the one before.
 *
 * @see https://httpd.apache.org/docs/2.4/mod/mod_log_config.html
 */
export function createClfTimeReader(): (text: string) => number | undefined {
  let lastText = '';
  let lastMs: number | undefined;
  let day = '';
  let zone = '';
  let midnightMs: number | undefined;

  function instantOf(text: string): number | undefined {
    if (!text.startsWith(day) || !text.endsWith(zone) || day === '') {
      day = text.slice(0, CLOCK_AT);
      zone = text.slice(ZONE_AT);
      midnightMs = parseClfTime(`${day}00:00:00${zone}`);
    }
    const sinceMidnightMs = parseClock(text);
    if (midnightMs === undefined || sinceMidnightMs === undefined) return parseClfTime(text);
    const instantMs = midnightMs + sinceMidnightMs;
    // At either end of the calendar midnight and the time may lie on different sides.
    return Math.abs(instantMs) < WELL_WITHIN_MS ? instantMs : parseClfTime(text);
  }

  return (text) => {
    if (text !== lastText) {
      lastMs = instantOf(text);
      lastText = text;
    }
    return lastMs;
  };
}

const CLOCK_AT = '31/Dec/2026:'.length;
const ZONE_AT = '31/Dec/2026:23:59:59'.length;
const LENGTH = '31/Dec/2026:23:59:59 +0000'.length;
const WELL_WITHIN_MS = Date.UTC(5000, 0);

/** The milliseconds since midnight of a time written out in full; undefined if no clock shows it. */
function parseClock(text: string): number | undefined {
  if (text.length !== LENGTH || text[CLOCK_AT + 2] !== ':' || text[CLOCK_AT + 5] !== ':') return undefined;
  const hours = twoDigits(text, CLOCK_AT);
  const minutes = twoDigits(text, CLOCK_AT + 3);
  const seconds = twoDigits(text, CLOCK_AT + 6);
  return hours < 24 && minutes < 60 && seconds < 60
    ? (hours * 3600 + minutes * 60 + seconds) * 1000
    : undefined;
}

/** NaN, which no limit admits, for what is no digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - DIGIT_ZERO;
  const ones = text.charCodeAt(at + 1) - DIGIT_ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

const DIGIT_ZERO = 0x30;

/** The same without a memory. */
export function parseClfTime(text: string): number | undefined {
  const parts = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text);
  if (!parts) return undefined;
  const [, day = '', monthName = '', year = '', clock = '', offset = ''] = parts;
  // A name that is none becomes month 00, which no date has.
  const month = String(MONTHS.indexOf(monthName) + 1).padStart(2, '0');
  return utcInstant({ date: `${year}-${month}-${day}`, clock, offset });
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

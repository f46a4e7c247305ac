import { utcInstant } from '../../domain/zoned-time.ts';

/**
 * Returns a parser of times as written by `%t` of Apache and `$time_local` of nginx: `31/Dec/2026:23:59:59 +0000`. It
 * returns milliseconds since 1970 UTC, undefined for a time that does not exist. It remembers the last second and the
 * last day, which most lines of a log share with the line before.
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
    // near the first and last possible instant, midnight and the time may be on different sides of it
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

/** The milliseconds since midnight of a complete time; undefined if it does not exist. */
function parseClock(text: string): number | undefined {
  if (text.length !== LENGTH || text[CLOCK_AT + 2] !== ':' || text[CLOCK_AT + 5] !== ':') return undefined;
  const hours = twoDigits(text, CLOCK_AT);
  const minutes = twoDigits(text, CLOCK_AT + 3);
  const seconds = twoDigits(text, CLOCK_AT + 6);
  return hours < 24 && minutes < 60 && seconds < 60
    ? (hours * 3600 + minutes * 60 + seconds) * 1000
    : undefined;
}

/** NaN, which fails every comparison, if one is not a digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - DIGIT_ZERO;
  const ones = text.charCodeAt(at + 1) - DIGIT_ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

const DIGIT_ZERO = 0x30;

/** Parses one such time without remembering any. */
export function parseClfTime(text: string): number | undefined {
  const parts = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text);
  if (!parts) return undefined;
  const [, day = '', monthName = '', year = '', clock = '', offset = ''] = parts;
  // an unknown name becomes month 00, which is invalid
  const month = String(MONTHS.indexOf(monthName) + 1).padStart(2, '0');
  return utcInstant({ date: `${year}-${month}-${day}`, clock, offset });
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

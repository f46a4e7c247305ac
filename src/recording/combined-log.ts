import type { LogRecord } from './log-record.ts';
import type { PassedOver } from './passed-over.ts';
import { unescapeField } from './unescape-field.ts';
import { utcInstant } from './zoned-time.ts';

/** A line beyond this many characters is not looked at: servers bound their request headers far below. */
export const MAX_LINE_LENGTH = 65_536;

/**
 * Reads one line of the combined format of Apache and nginx: address, identity, user, time, request line, status,
 * size, referrer, user agent. Whatever a server appends after these is ignored. A request line that is no request
 * gives a record without method and target.
 */
export function parseCombined(line: string): { readonly record: LogRecord } | PassedOver {
  if (line.length > MAX_LINE_LENGTH) return { passedOver: 'too-long' };
  if (line.trim() === '') return { passedOver: 'blank-line' };
  const head = HEAD.exec(line);
  if (!head) return { passedOver: 'not-a-log-line' };
  const rest = line.slice(head[0].length);
  const fields = FIELDS.exec(rest);
  if (!fields) return { passedOver: COMMON_FORMAT.test(rest) ? 'no-agent-field' : 'cut-off' };
  return toRecord(head, fields);
}

// Every part below either excludes the character that ends it or is bounded, so that no line, however hostile,
// makes the expressions go back and forth. A user name may hold spaces; a quoted field escapes its quotes.
const HEAD = /^\uFEFF?(\S+) \S+ [^[]{1,256} \[([^\]]{0,64})\] (?=")/;
const QUOTED = String.raw`"([^"\\]*(?:\\.[^"\\]*)*)"`;
const COMMON = String.raw`^${QUOTED} (\d{3}|-) (?:\d+|-)`;
const FIELDS = new RegExp(`${COMMON} ${QUOTED} ${QUOTED}`);
const COMMON_FORMAT = new RegExp(String.raw`${COMMON}\s*$`);

function toRecord(
  head: RegExpExecArray,
  fields: RegExpExecArray,
): { readonly record: LogRecord } | PassedOver {
  const [, address = '', time = ''] = head;
  const [, request = '', status = '', referrer = '', userAgent = ''] = fields;
  const timeMs = parseTime(time);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address,
      ...parseRequestLine(unescapeField(request)),
      status: status === '-' ? undefined : Number(status),
      referrer: presentField(referrer),
      userAgent: presentField(userAgent),
    },
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function parseTime(text: string): number | undefined {
  const parts = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text);
  if (!parts) return undefined;
  const [, day = '', monthName = '', year = '', clock = '', offset = ''] = parts;
  // A name that is none becomes month 00, which no date has.
  const month = String(MONTHS.indexOf(monthName) + 1).padStart(2, '0');
  return utcInstant({ date: `${year}-${month}-${day}`, clock, offset });
}

/** HTTP/0.9 sends no protocol, and servers log a target with spaces in it as it came. */
function parseRequestLine(request: string): Pick<LogRecord, 'method' | 'target'> {
  const [, method, target] = /^([A-Z][A-Z_-]{0,31}) (\S.*)$/s.exec(request) ?? [];
  return { method, target: target?.replace(/ [A-Z]{1,8}\/\d(?:\.\d)?$/, '') };
}

function presentField(field: string): string | undefined {
  return field === '-' || field === '' ? undefined : unescapeField(field);
}

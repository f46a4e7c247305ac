import type { LogReading } from '../log-record.ts';
import { unescapeField } from '../unescape-field.ts';
import { createClfTimeReader } from './clf-time.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { parseBytes, QUOTED, unquote } from './quoted-field.ts';
import { parseRequestLine } from './request-line.ts';
import { createTextParser } from './text-parser.ts';
import { statusOf } from '../status.ts';

/**
 * The combined format of Apache and nginx: address, identity, user, time, request line, status, size, referrer and user
 * agent. Its parser also reads the common format, since both may be mixed in one log. Anything that a server appends is
 * ignored.
 *
 * @see https://httpd.apache.org/docs/2.4/logs.html#accesslog
 * @see https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 */
export const COMBINED = {
  name: 'combined',
  readme: {
    logs: 'the standard formats of Apache and nginx; fields added at the end of a line are ignored',
    lack: 'the host; `common` also has no user agent and no referrer, so no bots can be recognised',
  },
  example: '192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
  beginning: /^/,
  withoutAgents: 'common',
  createParser: createCombinedParser,
} as const satisfies LogFormat;

/** The combined format without referrer and user agent. Only these distinguish the two. */
export const COMMON = {
  name: 'common',
  example: '192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET / HTTP/1.1" 200 5',
  createParser: createCombinedParser,
} as const satisfies LogFormat;

/**
 * The same with the virtual host before each record, like `vhost_combined` of Apache (`%v:%p %h …`) and the usual
 * `$host $remote_addr …` of nginx.
 *
 * @see https://httpd.apache.org/docs/2.4/logs.html#virtualhost
 */
export const VHOST_COMBINED = {
  name: 'vhost-combined',
  readme: { logs: "`combined` with Apache's `%v:%p` or nginx's `$host` in front" },
  example: 'site.example:443 192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
  // a virtual host is followed by an IP address, or has a port and is the first of four words before the time; every
  // repetition excludes the character that ends it
  beginning:
    /^[^\s"]* (?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*) |^[a-z0-9.-]+:\d{1,5} [^\s"]+ [^\s"]+ [^\s"]+ \[/i,
  createParser: createVhostCombinedParser,
} as const satisfies LogFormat;

function createCombinedParser(): FormatParser {
  const timeOf = createClfTimeReader();
  return createTextParser({
    record: RECORD,
    head: RECORD_HEAD,
    start: RECORD_START,
    toReading: (fields) => toReading(fields, timeOf),
  });
}

function createVhostCombinedParser(): FormatParser {
  const timeOf = createClfTimeReader();
  return createTextParser({
    record: VHOST_RECORD,
    head: VHOST_HEAD,
    start: VHOST_START,
    toReading: (fields) => toReading(fields, timeOf),
  });
}

// Every part is bounded or excludes the character that ends it, so that no line, however hostile, makes the expressions
// backtrack. A user name may have spaces; quotes in it are escaped, as in every field, and an empty one is written
// as "".
const VHOST = String.raw`([^\s"]*) `;
const HEAD = String.raw`([^\s"]+) [^\s"]+ (?:""|[^["]{1,256}) \[([^\]]{0,64})\] (?=")`;
const REST = String.raw`${QUOTED} (\d+|-) (\d+|-)(?: ${QUOTED} ${QUOTED}|\s*$)`;

// Only the server writes an unescaped quote, so no agent or address that a client invents can look like a record.
const IP_ADDRESS = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})`;
const TIME = String.raw`\[\d\d/[a-z]{3}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\]`;
const START = String.raw`${IP_ADDRESS} [^\s"[\]]{1,64} (?:""|[^"[\]]{1,128}) ${TIME} "`;

const RECORD = new RegExp(`^()${HEAD}${REST}`);
const RECORD_HEAD = new RegExp(`^${HEAD}`);
const RECORD_START = new RegExp(START, 'gi');
const VHOST_RECORD = new RegExp(`^${VHOST}${HEAD}${REST}`);
const VHOST_HEAD = new RegExp(`^${VHOST}${HEAD}`);
const VHOST_START = new RegExp(String.raw`(?<![a-z0-9.-])[a-z0-9.-]{0,253}(?::\d{1,5})? ${START}`, 'gi');

function toReading(fields: RegExpExecArray, timeOf: (text: string) => number | undefined): LogReading {
  const [, host = '', address = '-', time = '', request = '', status, bytes, referrer, userAgent] = fields;
  const timeMs = timeOf(time);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const { method, target } = parseRequestLine(unescapeField(request));
  return {
    record: {
      timeMs,
      address,
      host: unquote(host),
      method,
      target,
      status: statusOf(status),
      // Apache writes a dash instead of zero
      bytes: bytes === '-' ? 0 : parseBytes(bytes),
      referrer: unquote(referrer),
      hasAgentField: userAgent !== undefined,
      userAgent: unquote(userAgent),
    },
  };
}

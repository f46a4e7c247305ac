import type { LogReading, LogRecord } from '../log-record.ts';
import { unescapeField } from '../unescape-field.ts';
import { ADDRESS_WORD, isAddressWord } from './address-word.ts';
import { createClfTimeReader } from './clf-time.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { parseBytes, QUOTED, unquote } from './quoted-field.ts';
import { parseRequestLine } from './request-line.ts';
import { CUT_OFF, createTextParser } from './text-parser.ts';
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
  needs: 'lines such as `192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET / HTTP/1.1" 200 5 "-" "-"`',
  example: '192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
  beginning: /^/,
  withoutAgents: 'common',
  createParser: createCombinedParser,
} as const satisfies LogFormat;

/** The combined format without referrer and user agent. Only these distinguish the two. */
export const COMMON = {
  name: 'common',
  needs: 'lines such as `192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET / HTTP/1.1" 200 5`',
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
  needs: 'a host before the address of each line of `combined`',
  example: 'site.example:443 192.0.2.7 - - [29/Oct/2026:09:20:17 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
  // a virtual host is followed by an IP address, or has a port and is the first of four words before the time; every
  // repetition excludes the character that ends it
  beginning: new RegExp(
    String.raw`^(?!${ADDRESS_WORD},? |[^\s"]*, )(?:[^\s"]* ${ADDRESS_WORD},? |[a-z0-9.-]+:\d{1,5} [^\s"]+ [^\s"]+ [^\s"]+ \[)`,
    'i',
  ),
  createParser: createVhostCombinedParser,
} as const satisfies LogFormat;

function createCombinedParser(): FormatParser {
  const timeOf = createClfTimeReader();
  return createTextParser({
    usual: USUAL,
    record: RECORD,
    head: RECORD_HEAD,
    start: RECORD_START,
    toReading: (fields) => toReading(fields, timeOf),
  });
}

function createVhostCombinedParser(): FormatParser {
  const timeOf = createClfTimeReader();
  return createTextParser({
    usual: VHOST_USUAL,
    record: VHOST_RECORD,
    head: VHOST_HEAD,
    start: VHOST_START,
    toReading: (fields) => toReading(fields, timeOf),
  });
}

// Every part is bounded or excludes the character that ends it, so that no line, however hostile, makes the expressions
// backtrack. A user name may have spaces; quotes in it are escaped, as in every field, and an empty one is written
// as "". A word that is an address belongs to the list before it and is no identity.
const VHOST = String.raw`([^\s"]*) `;
const PLACES = String.raw`([^\s"]+(?: ${ADDRESS_WORD},?){0,31})`;
const IDENTITY = String.raw`(?!${ADDRESS_WORD},? )[^\s"]+`;
export const USER_AND_TIME = String.raw`(""|[^["]{1,256}) \[([^\]]{0,64})\] (?=")`;
const HEAD = `${PLACES} ${IDENTITY} ${USER_AND_TIME}`;
export const REQUEST_TO_AGENT = String.raw`${QUOTED} (\d+|-) (\d+|-)(?: ${QUOTED} ${QUOTED}|\s*$)`;

// A client cannot send a quote that is not escaped, but a server writes one behind what it sent. None of those is followed
// by the first character of a request line.
const TIME = String.raw`\[\d\d/[a-z]{3}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\]`;
const LIST = String.raw`(?:${ADDRESS_WORD},? ){1,32}`;
const STARTED_IDENTITY = String.raw`(?:-(?!${ADDRESS_WORD} )|[a-z_])[^\s"[\]]{0,64}`;
const START = String.raw`${LIST}${STARTED_IDENTITY} (?:""|[^"[\]]{1,128}) ${TIME} "(?=[a-z\\-])`;
/** At the start of a line, a word before the address is its virtual host. */
const FIRST_WORD = String.raw`^[^\s"]* `;
const STARTED_VHOST = String.raw`(?<![a-z0-9.-])[a-z0-9.-]{0,253}(?::\d{1,5})? `;

const USUAL_REST = String.raw`(\d{1,3}\.\d+\.\d+\.\d+|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}) - (-) \[([^\]]{0,64})\] ${REQUEST_TO_AGENT}`;
const USUAL = new RegExp(`^()${USUAL_REST}`);
const VHOST_USUAL = new RegExp(`^${VHOST}${USUAL_REST}`);
const RECORD = new RegExp(`^()${HEAD}${REQUEST_TO_AGENT}`);
const RECORD_HEAD = new RegExp(`^${HEAD}`);
export const RECORD_START = new RegExp(`(?:${FIRST_WORD})?${START}`, 'gi');
const VHOST_RECORD = new RegExp(`^${VHOST}${HEAD}${REQUEST_TO_AGENT}`);
const VHOST_HEAD = new RegExp(`^${VHOST}${HEAD}`);
const VHOST_START = new RegExp(`(?:${FIRST_WORD}|${STARTED_VHOST})${START}`, 'gi');

/** Within the name of a user: whoever sends it may have chosen it so, or another record begins here. */
const ADDRESS_IN_USER = new RegExp(String.raw`${ADDRESS_WORD} \S+ \S`);

export function toReading(fields: RegExpExecArray, timeOf: (text: string) => number | undefined): LogReading {
  const [, vhost = '', places = '', user = '-', time = '', request = '', status, bytes, referrer, userAgent] =
    fields;
  // whose request it is cannot be known
  if (user.length > 1 && ADDRESS_IN_USER.test(user)) return CUT_OFF;
  const timeMs = timeOf(time);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const where = placesOf(vhost, places);
  const { method, target } = parseRequestLine(unescapeField(request));
  return {
    record: {
      timeMs,
      address: where.address,
      host: where.host,
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

type Places = Pick<LogRecord, 'host' | 'address'>;

function placesOf(vhost: string, places: string): Places {
  if (hasList(vhost, places)) return readList(vhost, places);
  return { host: unquote(vhost), address: places };
}

const LISTED = /[ ,]/;

/** Whether a record has a list of addresses, such as X-Forwarded-For, before or behind that of the connection. */
function hasList(vhost: string, places: string): boolean {
  return LISTED.test(places) || (vhost !== '' && mayBeListed(vhost));
}

/** The virtual host and the list of addresses of a record. An address is no virtual host, whatever its place. */
function readList(vhost: string, places: string): Places {
  const words = (vhost === '' ? places : `${vhost} ${places}`).split(' ');
  const [first = ''] = words;
  const isHost = !mayBeListed(first);
  const listed = isHost ? words.slice(1) : words;
  return {
    host: isHost ? unquote(first) : undefined,
    address: listed.map((word) => word.replace(/,$/, '')).join(', '),
  };
}

function mayBeListed(word: string): boolean {
  return word.endsWith(',') || isAddressWord(word);
}

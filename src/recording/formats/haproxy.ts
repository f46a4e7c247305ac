import type { LogReading } from '../log-record.ts';
import { readSignature } from '../request-signature.ts';
import { statusOf } from '../status.ts';
import { decodeBytes } from '../unescape-field.ts';
import { ADDRESS_WORD } from './address-word.ts';
import { parseClfTime } from './clf-time.ts';
import { proxyList } from './client-address.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { parseBytes, presentText } from './quoted-field.ts';
import { parseRequestLine } from './request-line.ts';
import { createTextParser } from './text-parser.ts';

/**
 * `option httplog` of HAProxy, and `httpslog`. It has headers only if they are captured, without their names: those of
 * docs/access-logs.md are read, in their order. Its time has no zone, unless the format of that page is used.
 *
 * @see https://docs.haproxy.org/3.0/configuration.html#8.2.3
 */
export const HAPROXY = {
  name: 'haproxy',
  readme: {
    logs: 'HAProxy, `option httplog`, with the [captured headers](#haproxy) that follow',
    lack: 'without captured headers, host, referrer and user agent, so no bots can be recognised; without our `log-format`, the time zone: times count as UTC',
  },
  needs:
    'lines such as `192.0.2.7:1 [29/Oct/2026:09:20:17.123] www app/web1 0/0/0/5/5 200 5 - - ---- … "GET / HTTP/1.1"`',
  example:
    '192.0.2.7:1 [29/Oct/2026:09:20:17.123] www app/web1 0/0/0/5/5 200 5 - - ---- 1/1/0/0/0 0/0 {site.example|-|} "GET / HTTP/1.1"',
  beginning: /^[^\s"]{1,64}:\d{1,5} \[\d\d\/[A-Z][a-z]{2}\/\d{4}:/,
  createParser: createHaproxyParser,
} as const satisfies LogFormat;

const CLIENT = String.raw`([^\s"]{1,64}):\d{1,5}`;
const TIME = String.raw`\[(\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d)(\.\d{3})?( [+-]\d{4})?\]`;
/** Frontend, backend and server, durations. */
const ROUTE = String.raw`[^\s"]{1,256} [^\s"]{1,256} [\d/+-]{5,80}`;
/** Cookies, how the session ended, connections and queues. */
const SESSION = String.raw`[^\s"]{1,512} [^\s"]{1,512} [\w-]{2,8} [\d/+]{5,80} \d{1,10}/\d{1,10}`;
const TIME_TO_SESSION = String.raw`${TIME} ${ROUTE} (-?\d{1,3}) \+?(\d{1,20}) ${SESSION} `;
const CAPTURES = String.raw`(?:\{([^{}"]*)\} )?(?:\{[^{}"]*\} )?`;
const ID = String.raw`(?: id=([^\s"]{1,200})(?= |$))?`;

const RECORD = new RegExp(`^${CLIENT} ${TIME_TO_SESSION}${CAPTURES}"([^"]*)"${ID}`);
const RECORD_HEAD = new RegExp(`^${CLIENT} ${TIME} `);
// HAProxy writes braces and quotes that a client sends as #7B and #22
const RECORD_START = new RegExp(String.raw`${ADDRESS_WORD} ${TIME_TO_SESSION}(?:\{|"(?=[A-Z<]))`, 'g');

function createHaproxyParser(): FormatParser {
  return createTextParser({ record: RECORD, head: RECORD_HEAD, start: RECORD_START, toReading });
}

function toReading(fields: RegExpExecArray): LogReading {
  const [, client = '-', second = '', fraction = '', zone = ' +0000', status, bytes] = fields;
  const [captured, request = '', requestId] = fields.slice(7);
  const timeMs = parseClfTime(second + zone);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const headers = captured?.split('|') ?? [];
  const [host, userAgent, referrer, forwardedFor, signatureAgent, signatureInput, signature] = headers.map(
    (header) => presentText(decoded(header)),
  );
  return {
    record: {
      timeMs: timeMs + Number(fraction) * 1000,
      address: proxyList(forwardedFor, client),
      host,
      ...parseRequestLine(decoded(request)),
      status: statusOf(status),
      bytes: parseBytes(bytes),
      referrer,
      hasAgentField: headers.length > 1,
      userAgent,
      requestId,
      signed: readSignature({ signature, signatureInput, signatureAgent }),
    },
  };
}

function decoded(text: string): string {
  return text.replace(/(?:#[0-9A-F]{2})+/g, (escapes) => decodeBytes(escapes.replaceAll('#', '%')));
}

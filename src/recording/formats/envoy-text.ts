import type { LogReading } from '../log-record.ts';
import { statusOf } from '../status.ts';
import { proxyList, withoutPort } from './client-address.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseBytes, presentText } from './quoted-field.ts';
import { parseRequestLine } from './request-line.ts';
import { CUT_OFF } from './text-parser.ts';

/**
 * The text that Envoy and Istio write by default. Envoy escapes no quotes in what a client sends, so a record is read only
 * if the whole line has the quotes of the format and no more: a client cannot add fields.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
 */
export const ENVOY_TEXT = {
  name: 'envoy-text',
  readme: { logs: 'the default text of Envoy and Istio', lack: 'the referrer' },
  needs: 'lines such as `[2026-10-29T09:20:17.123Z] "GET / HTTP/1.1" 200 - …`',
  example: '[2026-10-29T09:20:17.123Z] "GET / HTTP/1.1" 200 - 0 5 1 1 "192.0.2.7" "-" "x" "site.example" "-"',
  beginning: /^\[\d{4}-\d\d-\d\dT/,
  createParser: createEnvoyTextParser,
} as const satisfies LogFormat;

const HEAD = String.raw`^\[(\d{4}-\d\d-\d\dT[\d:.]{8,20}Z)\] "([^"]*)" (\d{1,3}) [^\s"]{1,64} `;
/** The details of the response, that of the connection and why the upstream failed, which Istio adds. */
const DETAILS = String.raw`(?:[^\s"]{1,256} [^\s"]{1,256} "[^"]*" )?`;
/** Bytes received and sent, two durations; X-Forwarded-For, user agent, request id, authority, upstream. */
const REST = String.raw`\d{1,20} (\d{1,20}) [\d-]{1,20} [\d-]{1,20} "([^"]*)" "([^"]*)" "[^"]*" "([^"]*)" "[^"]*"`;
/** Cluster, local address, its own address and the client's, which Istio adds. */
const CONNECTION = String.raw`(?: [^\s"]{1,512} [^\s"]{1,64} [^\s"]{1,64} ([^\s"]{1,64})(?: [^"]*)?)?`;

const RECORD = new RegExp(`${HEAD}${DETAILS}${REST}${CONNECTION}$`);
const RECORD_HEAD = new RegExp(HEAD);

function createEnvoyTextParser(): FormatParser {
  return {
    parse(line) {
      const fields = RECORD.exec(line);
      if (fields) return [toReading(fields)];
      return RECORD_HEAD.test(line) ? [CUT_OFF] : undefined;
    },
  };
}

function toReading(fields: RegExpExecArray): LogReading {
  const [, time, request = '', status, bytes, forwardedFor, userAgent, host, peer = '-'] = fields;
  const timeMs = readInstant(time);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address: proxyList(presentText(forwardedFor), withoutPort(peer)),
      host: presentText(host),
      ...parseRequestLine(request),
      status: statusOf(status),
      bytes: parseBytes(bytes),
      referrer: undefined,
      hasAgentField: true,
      userAgent: presentText(userAgent),
    },
  };
}

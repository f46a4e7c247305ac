import type { LogReading } from '../log-record.ts';
import { splitUrl } from './absolute-url.ts';
import { unescapeField } from '../unescape-field.ts';
import { withoutPort } from './client-address.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseBytes, QUOTED, QUOTED_TEXT, unquote } from './quoted-field.ts';
import { parseRequestLine } from './request-line.ts';
import { createTextParser } from './text-parser.ts';
import { statusOf } from '../status.ts';

/**
 * the access log of an AWS Application Load Balancer, which has no referrer. The time is that of the
 * request if the entry has it, otherwise that of the response.
 *
 * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
 */
export const ALB = {
  name: 'alb',
  readme: { logs: "Amazon's Application Load Balancer", lack: 'the referrer' },
  needs: 'lines such as `https 2026-10-29T09:20:17.1Z app/name/id 192.0.2.7:1 …`',
  example:
    'http 2026-10-29T09:20:17.1Z app/b/c 192.0.2.7:1 - 0 0 0 200 - 0 5 "GET http://site.example:80/ HTTP/1.1" "-" - -',
  beginning: /^(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT/,
  createParser: createAlbParser,
} as const satisfies LogFormat;

function createAlbParser(): FormatParser {
  return createTextParser({
    record: RECORD,
    head: RECORD_HEAD,
    start: RECORD_START,
    toReading,
  });
}

const TYPE = '(?:https?|h2|grpcs|wss?)';
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\dZ]{0,16}`;
/**
 * Type, time, balancer, client, target, three durations, the balancer's status and the target's, the bytes received and
 * sent.
 */
const HEAD = String.raw`${TYPE} (${TIME}) \S{1,256} (\S{1,64}) \S{1,64}(?: -?[\d.]{1,16}){3} (\d{3}|-) \S{1,8} \d{1,20} (\d{1,20}) (?=")`;
/** Cipher, protocol, target group, trace, domain, certificate, priority of the rule, time of the request. */
const CREATION = String.raw` \S+ \S+ \S+(?: "${QUOTED_TEXT}"){3} \S+ (${TIME})`;

const RECORD = new RegExp(`^${HEAD}${QUOTED} ${QUOTED}(?:${CREATION})?`);
const RECORD_HEAD = new RegExp(`^${TYPE} ${TIME} `);
const RECORD_START = new RegExp(HEAD, 'g');

function toReading(fields: RegExpExecArray): LogReading {
  const [, answered, client = '-', status, bytes, request = '', userAgent, created] = fields;
  const timeMs = readInstant(created ?? answered);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const { method, target } = parseRequestLine(unescapeField(request));
  return {
    record: {
      timeMs,
      address: withoutPort(client),
      ...splitUrl(target),
      method,
      status: statusOf(status),
      bytes: parseBytes(bytes),
      referrer: undefined,
      hasAgentField: true,
      userAgent: unquote(userAgent),
    },
  };
}

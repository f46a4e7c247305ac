import type { LogReading } from '../log-reading.ts';
import { unescapeField } from '../unescape-field.ts';
import { withoutPort } from './client-address.ts';
import type { FormatParser } from './format-parser.ts';
import { readInstant } from './log-time.ts';
import { parseBytes, QUOTED, QUOTED_TEXT, unquote } from './quoted-field.ts';
import { parseRequestLine } from './request-line.ts';
import { createTextParser } from './text-parser.ts';
import { statusOf } from '../status.ts';

/**
 * Parses the access log of an AWS Application Load Balancer, which has no referrer. The time is that of the
 * request if the entry has it, otherwise that of the response.
 *
 * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
 */
export function createAlbParser(): FormatParser {
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
  const [, host, path] = /^[a-z]{2,5}:\/\/([^/?#]*)(.*)$/s.exec(target ?? '') ?? [];
  return {
    record: {
      timeMs,
      address: withoutPort(client),
      host: unquote(host),
      method,
      target: path ?? target,
      status: statusOf(status),
      bytes: parseBytes(bytes),
      referrer: undefined,
      hasAgentField: true,
      userAgent: unquote(userAgent),
    },
  };
}

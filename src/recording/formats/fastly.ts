import type { JsonObject } from '../../domain/json.ts';
import { type LogReading, passOver } from '../log-record.ts';
import { readSignature } from '../request-signature.ts';
import { statusOf } from '../status.ts';
import { splitUrl } from './absolute-url.ts';
import { createJsonParser, fieldBytes, fieldText } from './json-parser.ts';
import type { LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';

/**
 * JSON of Fastly, in the format of docs/access-logs.md, or in the one that Fastly proposes, which has no id. A request
 * that passes a shield is logged there, too, as one that is not from the edge.
 *
 * @see https://www.fastly.com/documentation/guides/integrations/streaming-logs/useful-variables-to-log
 */
export const FASTLY = {
  name: 'fastly',
  readme: { logs: 'Fastly, JSON in [this format](#fastly)', lack: 'the fields that you left out' },
  needs: 'JSON with `timestamp`, `url`, `request_method`, `response_status` and `request_user_agent`',
  example:
    '{"timestamp":"2026-10-29T09:20:17Z","url":"/","request_method":"GET","response_status":200,"request_user_agent":"","id":"cache-fra1-1-2"}',
  objectKeys: 'own',
  createParser: () => createJsonParser((fields) => (isAccess(fields) ? readEntry(fields) : undefined)),
} as const satisfies LogFormat;

function isAccess(fields: JsonObject): boolean {
  const isRequest = ['timestamp', 'url', 'request_method', 'response_status'].every((key) => key in fields);
  return isRequest && ('request_user_agent' in fields || 'fastly_is_edge' in fields);
}

function readEntry(fields: JsonObject): LogReading {
  const reading = toReading(fields);
  return fields['fastly_is_edge'] === false ? passOver('inner-request', reading) : reading;
}

function toReading(fields: JsonObject): LogReading {
  const timeMs = readInstant(fields['timestamp']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const { host, target } = splitUrl(textOf(fields['url']));
  return {
    record: {
      timeMs,
      address: textOf(fields['client_ip']) ?? '-',
      host: host ?? textOf(fields['host']),
      method: parseMethod(textOf(fields['request_method'])),
      target,
      status: statusOf(fields['response_status']),
      bytes: fieldBytes(fields['response_body_size']),
      referrer: textOf(fields['request_referer']),
      hasAgentField: 'request_user_agent' in fields,
      userAgent: textOf(fields['request_user_agent']),
      requestId: textOf(fields['id']),
      signed: readSignature({
        signature: textOf(fields['signature']),
        signatureInput: textOf(fields['signature_input']),
        signatureAgent: textOf(fields['signature_agent']),
        scheme: fields['scheme'],
      }),
    },
  };
}

/** Fastly writes "(null)" for a header that a request does not have. */
function textOf(field: unknown): string | undefined {
  return field === '(null)' ? undefined : fieldText(field);
}

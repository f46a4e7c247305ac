import { type JsonObject, isJsonObject } from '../../domain/json.ts';
import type { LogReading } from '../log-record.ts';
import { statusOf } from '../status.ts';
import { splitUrl } from './absolute-url.ts';
import { withoutPort } from './client-address.ts';
import { createJsonParser, fieldBytes, fieldText } from './json-parser.ts';
import type { LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';

/**
 * Entries of Google Cloud Logging (`LogEntry`) that have an `httpRequest`, such as those of an application load balancer
 * and of Cloud Run. Entries without one are messages.
 *
 * @see https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry
 */
export const GOOGLE_CLOUD = {
  name: 'google-cloud',
  readme: { logs: 'Google Cloud load balancer and Cloud Run, entries of Cloud Logging as NDJSON' },
  needs: 'JSON with `insertId`, `logName` or `receiveTimestamp`, and an `httpRequest` with `requestUrl`',
  example:
    '{"insertId":"a1b2c3","timestamp":"2026-10-29T09:20:17Z","httpRequest":{"requestMethod":"GET","requestUrl":"https://site.example/","status":200}}',
  objectKeys: 'own',
  createParser: () => createJsonParser(readEntry),
} as const satisfies LogFormat;

function readEntry(fields: JsonObject): LogReading | undefined {
  const isEntry = ['insertId', 'logName', 'receiveTimestamp'].some((key) => key in fields);
  if (!isEntry) return undefined;
  const { httpRequest: request } = fields;
  if (isJsonObject(request) && 'requestUrl' in request) return toReading(fields, request);
  return 'logName' in fields ? { passedOver: 'no-request' } : undefined;
}

function toReading(fields: JsonObject, request: JsonObject): LogReading {
  const timeMs = readInstant(fields['timestamp'] ?? fields['receiveTimestamp']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address: addressOf(fieldText(request['remoteIp'])),
      ...splitUrl(fieldText(request['requestUrl'])),
      method: parseMethod(fieldText(request['requestMethod'])),
      status: statusOf(request['status']),
      bytes: fieldBytes(request['responseSize']),
      referrer: fieldText(request['referer']),
      // an empty field is left out, so that a request without a user agent looks like one
      hasAgentField: true,
      userAgent: fieldText(request['userAgent']),
      requestId: fieldText(fields['insertId']),
    },
  };
}

/** A port may follow an IPv4 address, or brackets. */
function addressOf(written = '-'): string {
  return written.startsWith('[') || written.includes('.') ? withoutPort(written) : written;
}

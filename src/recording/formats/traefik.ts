import type { JsonObject } from '../../domain/json.ts';
import type { LogReading } from '../log-record.ts';
import { readSignature } from '../request-signature.ts';
import { statusOf } from '../status.ts';
import { withoutPort } from './client-address.ts';
import { createJsonParser, fieldBytes, fieldText } from './json-parser.ts';
import type { LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';

/**
 * the JSON access log of Traefik. It has the headers of a request only if Traefik is told to keep them.
 *
 * @see https://doc.traefik.io/traefik/observability/access-logs/
 */
export const TRAEFIK = {
  name: 'traefik',
  readme: {
    logs: "Traefik's JSON",
    lack: 'user agent and referrer, unless Traefik [keeps the headers](#traefik)',
  },
  needs: 'JSON with `StartUTC` or `StartLocal`, `RequestMethod`, `RequestPath` and `DownstreamStatus`',
  example:
    '{"StartUTC":"2026-10-29T09:20:17Z","RequestMethod":"GET","RequestPath":"/","DownstreamStatus":200}',
  objectKeys: 'own',
  createParser: () => createJsonParser((fields) => (isAccess(fields) ? toReading(fields) : undefined)),
} as const satisfies LogFormat;

function isAccess(fields: JsonObject): boolean {
  const isRequest = 'RequestMethod' in fields && 'RequestPath' in fields && 'DownstreamStatus' in fields;
  return isRequest && ('StartUTC' in fields || 'StartLocal' in fields);
}

function toReading(fields: JsonObject): LogReading {
  const timeMs = readInstant(fields['StartUTC'] ?? fields['StartLocal']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      // X-Forwarded-For if Traefik trusts whoever sent it, else the other end of the connection
      address: fieldText(fields['ClientHost']) ?? withoutPort(fieldText(fields['ClientAddr']) ?? '-'),
      host: fieldText(fields['RequestHost']) ?? fieldText(fields['RequestAddr']),
      method: parseMethod(fieldText(fields['RequestMethod'])),
      target: fieldText(fields['RequestPath']),
      status: statusOf(fields['DownstreamStatus']),
      bytes: fieldBytes(fields['DownstreamContentSize']),
      referrer: fieldText(fields['request_Referer']),
      hasAgentField: 'request_User-Agent' in fields,
      userAgent: fieldText(fields['request_User-Agent']),
      signed: readSignature({
        signature: fields['request_Signature'],
        signatureInput: fields['request_Signature-Input'],
        signatureAgent: fields['request_Signature-Agent'],
        scheme: fields['RequestScheme'],
      }),
    },
  };
}

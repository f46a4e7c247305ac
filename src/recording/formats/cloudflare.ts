import { type JsonObject, isJsonObject } from '../../domain/json.ts';
import { type LogReading, passOver } from '../log-record.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { fieldBytes, createJsonParser, fieldText } from './json-parser.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';
import { readSignature } from '../request-signature.ts';
import { statusOf } from '../status.ts';

/**
 * the dataset `http_requests` of Cloudflare Logpush, with times in any of its formats. Requests that
 * Cloudflare made itself, such as those of a Worker to the origin, are passed over: each results from a visitor's
 * request, which is in the log too.
 *
 * @see https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/
 * @see https://developers.cloudflare.com/logs/logpush/logpush-job/log-output-options/
 */
export const CLOUDFLARE = {
  name: 'cloudflare',
  readme: { logs: 'Cloudflare Logpush of `http_requests`, NDJSON' },
  needs: 'JSON with `EdgeStartTimestamp` or `ClientRequestURI`',
  example: '{"EdgeStartTimestamp":1793265617000000000}',
  objectKeys: 'own',
  createParser: createCloudflareParser,
} as const satisfies LogFormat;

function createCloudflareParser(): FormatParser {
  return createJsonParser((fields) => {
    if (!('EdgeStartTimestamp' in fields || 'ClientRequestURI' in fields)) return undefined;
    const reading = toReading(fields);
    return isInner(fields) ? passOver('inner-request', reading) : reading;
  });
}

/**
 * Either field tells: a job may leave the other out. The parent of a visitor's request is missing, empty or "00".
 *
 * @see https://developers.cloudflare.com/logs/reference/clientrequestsource/
 */
function isInner({ ClientRequestSource: source, ParentRayID: parent }: JsonObject): boolean {
  if (/[^0]/.test(fieldText(parent) ?? '')) return true;
  return fieldText(source) !== undefined && source !== 'eyeball' && source !== 'unknown';
}

function toReading(fields: JsonObject): LogReading {
  const timeMs = readInstant(fields['EdgeStartTimestamp'] ?? fields['EdgeEndTimestamp']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address: fieldText(fields['ClientIP']) ?? '-',
      host: fieldText(fields['ClientRequestHost']),
      method: parseMethod(fieldText(fields['ClientRequestMethod'])),
      target: fieldText(fields['ClientRequestURI']) ?? fieldText(fields['ClientRequestPath']),
      status: statusOf(fields['EdgeResponseStatus']),
      bytes: fieldBytes(fields['EdgeResponseBodyBytes'] ?? fields['EdgeResponseBytes']),
      referrer: fieldText(fields['ClientRequestReferer']),
      hasAgentField: 'ClientRequestUserAgent' in fields,
      userAgent: fieldText(fields['ClientRequestUserAgent']),
      requestId: fieldText(fields['RayID']),
      signed: signatureOf(fields),
    },
  };
}

/**
 * The headers are there if a job has them as custom fields.
 *
 * @see https://developers.cloudflare.com/logs/logpush/logpush-job/custom-fields/
 */
function signatureOf({ RequestHeaders: headers, ClientRequestScheme: scheme }: JsonObject) {
  if (!isJsonObject(headers)) return undefined;
  return readSignature({
    signature: headers['signature'],
    signatureInput: headers['signature-input'],
    signatureAgent: headers['signature-agent'],
    scheme,
  });
}

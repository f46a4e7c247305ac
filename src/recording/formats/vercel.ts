import { createHash } from 'node:crypto';
import { type JsonObject, isJsonObject } from '../../domain/json.ts';
import { type LogReading, passOver } from '../log-record.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { fieldBytes, createJsonParser, fieldText } from './json-parser.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';
import { statusOf } from '../status.ts';

/**
 * what a log drain of Vercel delivers, an object or an array of objects on each line, and what its dashboard
 * exports, which names the fields differently. A request may have several records, one for each service that took part
 * and each line that a function printed. The first counts, and the others are recognised among the last 1,000 requests.
 * The memory is digests of the ids of those requests, oldest first.
 *
 * @see https://vercel.com/docs/drains/reference/logs
 */
export const VERCEL = {
  name: 'vercel',
  readme: {
    logs: "Vercel log drains, NDJSON, and the dashboard's export `logs_result.json`; several records of one request count as one visit",
    lack: 'the export has no referrer and no address',
  },
  needs: 'JSON with `source`, `projectId` and `proxy`, or `timestampInMs` and `requestPath`',
  example:
    '{"projectId":"p","source":"static","requestId":"a","proxy":{"timestamp":1793265617000,"path":"/"}}',
  objectKeys: 'own',
  remembersRequests: true,
  createParser: createVercelParser,
} as const satisfies LogFormat;

function createVercelParser(memory: readonly string[]): FormatParser {
  const seen = new Set(memory.slice(-REMEMBERED_REQUESTS));

  function readOnce(fields: JsonObject, reading: LogReading): LogReading {
    const requestId = fieldText(fields['requestId']);
    if (requestId === undefined || !('record' in reading)) return reading;
    const digest = shortDigestOf(requestId);
    if (seen.has(digest)) return passOver('seen-request', reading);
    seen.add(digest);
    const [oldest = digest] = seen;
    if (seen.size > REMEMBERED_REQUESTS) seen.delete(oldest);
    return reading;
  }

  return {
    ...createJsonParser((fields) => {
      if ('timestampInMs' in fields && 'requestPath' in fields) return readOnce(fields, fromExport(fields));
      const { proxy } = fields;
      if (!('deploymentId' in fields || 'projectId' in fields) || !('source' in fields)) return undefined;
      if (!isJsonObject(proxy)) return { passedOver: 'no-request' };
      const reading = toReading(fields, proxy);
      if (proxy['statusCode'] === REVALIDATION) return passOver('inner-request', reading);
      return readOnce(fields, reading);
    }),
    memory: () => [...seen],
  };
}

const REMEMBERED_REQUESTS = 1_000;

/** The page was rendered again in the background after an older version was sent. */
const REVALIDATION = -1;

/** 48 bits: the chance that a request matches one of 1,000 others is one in 300 billion. */
function shortDigestOf(requestId: string): string {
  return createHash('sha256').update(requestId).digest('base64url').slice(0, 8);
}

function toReading(fields: JsonObject, proxy: JsonObject): LogReading {
  const timeMs = readInstant(proxy['timestamp'] ?? fields['timestamp']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const { userAgent } = proxy;
  return {
    record: {
      timeMs,
      address: fieldText(proxy['clientIp']) ?? '-',
      host: fieldText(proxy['host']),
      method: parseMethod(fieldText(proxy['method'])),
      target: fieldText(proxy['path']),
      status: statusOf(proxy['statusCode'] ?? fields['statusCode']),
      bytes: fieldBytes(proxy['responseByteSize']),
      referrer: fieldText(proxy['referer']),
      hasAgentField: 'userAgent' in proxy,
      userAgent: fieldText(Array.isArray(userAgent) ? userAgent[0] : userAgent),
      requestId: fieldText(fields['requestId']),
    },
  };
}

/** A record of the export. Its path begins with the host; it has no address, no referrer and no bytes. */
function fromExport(fields: JsonObject): LogReading {
  // a line that a function printed; the request has a record of its own
  if (fields['responseStatusCode'] === PRINTED) return { passedOver: 'no-request' };
  const timeMs = readInstant(fields['timestampInMs']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const [, host, path] = /^([^/]*)(.*)$/s.exec(fieldText(fields['requestPath']) ?? '') ?? [];
  const query = fieldText(fields['requestQueryString'])?.replace(/^\?/, '');
  return {
    record: {
      timeMs,
      address: '-',
      host: host === '' ? fieldText(fields['host']) : host,
      method: parseMethod(fieldText(fields['requestMethod'])),
      target: query === undefined ? path : `${path ?? ''}?${query}`,
      status: statusOf(fields['responseStatusCode']),
      bytes: undefined,
      referrer: undefined,
      hasAgentField: 'requestUserAgent' in fields,
      userAgent: fieldText(fields['requestUserAgent']),
      requestId: fieldText(fields['requestId']),
    },
  };
}

const PRINTED = -1;

import { type JsonObject, isJsonObject } from '../../domain/json.ts';
import { type LogReading, passOver } from '../log-record.ts';
import { statusOf } from '../status.ts';
import { splitUrl } from './absolute-url.ts';
import { createJsonParser, fieldBytes, fieldText } from './json-parser.ts';
import type { LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';

/**
 * The access log of Azure Front Door, as its diagnostic settings write it: an object for each request, perhaps several
 * together as `{"records": […]}`.
 *
 * @see https://learn.microsoft.com/azure/frontdoor/monitor-front-door
 */
export const AZURE_FRONT_DOOR = {
  name: 'azure-front-door',
  readme: { logs: 'Azure Front Door, `FrontDoorAccessLog` as JSON' },
  needs: 'JSON with `category` "FrontDoorAccessLog", `time`, and `properties` with `requestUri`',
  example:
    '{"category":"FrontDoorAccessLog","time":"2026-10-29T09:20:17Z","properties":{"httpMethod":"GET","requestUri":"https://site.example:443/","trackingReference":"a1b2c3"}}',
  objectKeys: 'own',
  createParser: () => createJsonParser(readEntry),
} as const satisfies LogFormat;

function readEntry(fields: JsonObject): LogReading | undefined {
  const { category, properties } = fields;
  if (typeof category !== 'string' || !/^frontdoor/i.test(category)) return undefined;
  if (!/^frontdooraccesslog$/i.test(category)) return { passedOver: 'no-request' };
  if (!isJsonObject(properties)) return undefined;
  const reading = toReading(fields, properties);
  // what an edge asked the edge in front of the origin for is recorded there, too
  return properties['isReceivedFromClient'] === false && 'record' in reading
    ? passOver('inner-request', reading)
    : reading;
}

function toReading(fields: JsonObject, request: JsonObject): LogReading {
  const timeMs = readInstant(fields['time']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address: fieldText(request['clientIp']) ?? '-',
      ...splitUrl(fieldText(request['requestUri'])),
      method: parseMethod(fieldText(request['httpMethod'])),
      status: statusOf(request['httpStatusCode']),
      bytes: fieldBytes(request['responseBytes']),
      referrer: fieldText(request['referer']),
      hasAgentField: true,
      userAgent: fieldText(request['userAgent']),
      requestId: fieldText(request['trackingReference']),
    },
  };
}

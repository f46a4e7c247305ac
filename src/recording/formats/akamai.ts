import type { JsonObject } from '../../domain/json.ts';
import type { LogReading } from '../log-record.ts';
import { statusOf } from '../status.ts';
import { createJsonParser, fieldBytes, fieldText } from './json-parser.ts';
import type { LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { decodePercents, undoublePercents } from './percent-escapes.ts';
import { parseMethod } from './request-line.ts';

/**
 * DataStream 2 of Akamai, as JSON. All values are strings; what a client sent is percent-encoded, with "+" for a space.
 *
 * @see https://techdocs.akamai.com/datastream2/docs/data-set-parameters
 */
export const AKAMAI = {
  name: 'akamai',
  readme: { logs: 'Akamai DataStream 2, JSON', lack: 'the fields that you left out' },
  needs: 'JSON with `reqTimeSec`, `reqPath`, `reqMethod` and `statusCode`',
  example:
    '{"reqTimeSec":"1793265617.123","reqMethod":"GET","reqPath":"/","statusCode":"200","reqId":"a1b2c3"}',
  objectKeys: 'own',
  createParser: () => createJsonParser((fields) => (isAccess(fields) ? toReading(fields) : undefined)),
} as const satisfies LogFormat;

function isAccess(fields: JsonObject): boolean {
  return ['reqTimeSec', 'reqPath', 'reqMethod', 'statusCode'].every((key) => key in fields);
}

function toReading(fields: JsonObject): LogReading {
  const timeMs = readInstant(fields['reqTimeSec']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address: fieldText(fields['cliIP']) ?? '-',
      host: decoded(fields['reqHost']),
      method: parseMethod(fieldText(fields['reqMethod'])),
      target: targetOf(fieldText(fields['reqPath']), fieldText(fields['queryStr'])),
      status: statusOf(fields['statusCode']),
      bytes: fieldBytes(fields['bytes']),
      referrer: decoded(fields['referer']),
      hasAgentField: 'UA' in fields,
      userAgent: decoded(fields['UA']),
      requestId: fieldText(fields['reqId']),
    },
  };
}

function decoded(field: unknown): string | undefined {
  const text = fieldText(field)?.replaceAll('+', ' ');
  return text === undefined ? undefined : decodePercents(text);
}

/** The path may lack its first slash, or have it encoded. */
function targetOf(path: string | undefined, query: string | undefined): string {
  const whole = undoublePercents(path ?? '')?.replace(/^(?:%2f)/i, '/') ?? '';
  const absolute = whole.startsWith('/') ? whole : `/${whole}`;
  return query === undefined ? absolute : `${absolute}?${undoublePercents(query) ?? ''}`;
}

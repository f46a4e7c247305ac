import type { JsonObject } from '../../domain/json.ts';
import type { LogReading } from '../log-record.ts';
import { statusOf } from '../status.ts';
import { splitUrl } from './absolute-url.ts';
import { createJsonParser, fieldBytes, fieldText } from './json-parser.ts';
import type { LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';

/**
 * What a log drain of Netlify delivers: the traffic is read, other kinds of logs have no requests.
 *
 * @see https://docs.netlify.com/manage/monitoring/log-drains/
 */
export const NETLIFY = {
  name: 'netlify',
  readme: {
    logs: 'Netlify log drains, NDJSON',
    lack: 'address and user agent if the drain excludes personal data, so no bots can be recognised',
  },
  needs: 'JSON with `log_type` "traffic", `timestamp`, `url` and `method`',
  example:
    '{"log_type":"traffic","timestamp":"2026-10-29T09:20:17Z","url":"https://site.example/","method":"GET","status_code":200,"request_id":"a1b2c3"}',
  objectKeys: 'own',
  createParser: () => createJsonParser(readEntry),
} as const satisfies LogFormat;

const OTHER_LOGS: readonly unknown[] = ['functions', 'edge_functions', 'deploy', 'waf', 'audit'];

function readEntry(fields: JsonObject): LogReading | undefined {
  const { log_type: kind } = fields;
  if (kind === 'traffic' && 'url' in fields && 'timestamp' in fields) return toReading(fields);
  return OTHER_LOGS.includes(kind) && 'timestamp' in fields ? { passedOver: 'no-request' } : undefined;
}

function toReading(fields: JsonObject): LogReading {
  const timeMs = readInstant(fields['timestamp']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const { host, target } = splitUrl(fieldText(fields['url']));
  return {
    record: {
      timeMs,
      address: fieldText(fields['client_ip']) ?? '-',
      host: host ?? fieldText(fields['host']),
      method: parseMethod(fieldText(fields['method'])),
      target,
      status: statusOf(fields['status_code']),
      bytes: fieldBytes(fields['response_size']),
      referrer: fieldText(fields['referrer']),
      hasAgentField: 'user_agent' in fields,
      userAgent: fieldText(fields['user_agent']),
      requestId: fieldText(fields['request_id']),
    },
  };
}

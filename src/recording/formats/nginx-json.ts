import type { JsonObject } from '../../domain/json.ts';
import type { LogReading } from '../log-record.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { createJsonParser, fieldBytes, fieldOf, fieldText, isIn } from './json-parser.ts';
import { readInstant } from './log-time.ts';
import { parseMethod, parseRequestLine } from './request-line.ts';
import { readSignature } from '../request-signature.ts';
import { statusOf } from '../status.ts';

/**
 * a `log_format` of nginx (or Apache) that writes JSON, with or without `escape=json`. The operator chooses
 * the keys: names of nginx variables and other usual names are recognised.
 *
 * @see https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 * @see https://nginx.org/en/docs/varindex.html
 */
export const NGINX_JSON = {
  name: 'nginx-json',
  readme: {
    logs: "`log_format … escape=json`, with nginx's variable names or the usual names",
    lack: 'the fields that you left out',
  },
  needs: 'JSON with a time, such as `time_iso8601`, and a `request` or a `request_uri`',
  example: '{"time":"2026-10-29T09:20:17Z","request":"GET / HTTP/1.1"}',
  objectKeys: 'usual',
  createParser: createNginxJsonParser,
} as const satisfies LogFormat;

function createNginxJsonParser(): FormatParser {
  return createJsonParser((fields) => {
    const hasTime = KEYS.time.some(isIn(fields));
    const hasRequest = [...KEYS.request, ...KEYS.target].some((key) => typeof fields[key] === 'string');
    return hasTime && hasRequest ? toReading(fields) : undefined;
  });
}

/** The first key that a line has counts. */
const KEYS = {
  time: ['msec', 'time_iso8601', 'time_local', '@timestamp', 'timestamp', 'time', 'ts', 'date'],
  address: ['remote_addr', 'client_ip', 'clientip', 'remote_ip', 'client', 'ip'],
  host: ['http_host', 'host', 'vhost', 'virtual_host', 'server_name'],
  request: ['request', 'request_line'],
  method: ['request_method', 'method', 'http_method', 'verb'],
  target: ['request_uri', 'uri', 'url', 'path'],
  query: ['args', 'query_string', 'query'],
  status: ['status', 'status_code', 'http_status', 'response', 'response_status'],
  bytes: ['body_bytes_sent', 'bytes_sent', 'bytes', 'response_size', 'resp_size', 'size'],
  referrer: ['http_referer', 'http_referrer', 'referer', 'referrer'],
  userAgent: ['http_user_agent', 'user_agent', 'useragent', 'agent'],
  // $request_id of nginx, UNIQUE_ID of Apache
  requestId: ['request_id', 'unique_id'],
  signature: ['signature', 'http_signature'],
  signatureInput: ['signature_input', 'http_signature_input'],
  signatureAgent: ['signature_agent', 'http_signature_agent'],
} as const;

function toReading(fields: JsonObject): LogReading {
  const valueOf = (keys: readonly string[]) => fieldOf(fields, keys);
  const timeMs = readInstant(valueOf(KEYS.time));
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address: fieldText(valueOf(KEYS.address)) ?? '-',
      host: hostOf(fieldText(valueOf(KEYS.host))),
      ...requestOf(valueOf),
      status: statusOf(valueOf(KEYS.status)),
      bytes: fieldBytes(valueOf(KEYS.bytes)),
      referrer: fieldText(valueOf(KEYS.referrer)),
      hasAgentField: KEYS.userAgent.some(isIn(fields)),
      userAgent: fieldText(valueOf(KEYS.userAgent)),
      requestId: fieldText(valueOf(KEYS.requestId)),
      signed: signatureOf(fields, valueOf),
    },
  };
}

/** nginx writes a line when the request is over, after as many seconds as `request_time` says. Apache has its beginning. */
function signatureOf(fields: JsonObject, valueOf: (keys: readonly string[]) => unknown) {
  const { scheme, request_time: seconds } = fields;
  return readSignature({
    signature: valueOf(KEYS.signature),
    signatureInput: valueOf(KEYS.signatureInput),
    signatureAgent: valueOf(KEYS.signatureAgent),
    scheme,
    durationMs: 1000 * Number(seconds),
  });
}

/** A catch-all server is usually named "_", which is no host. */
function hostOf(host: string | undefined): string | undefined {
  return host === '_' ? undefined : host;
}

function requestOf(valueOf: (keys: readonly string[]) => unknown) {
  const line = fieldText(valueOf(KEYS.request));
  if (line !== undefined) return parseRequestLine(line);
  const path = fieldText(valueOf(KEYS.target));
  // $request_uri includes the query, $uri does not
  const query = path?.includes('?') === true ? undefined : fieldText(valueOf(KEYS.query));
  return {
    method: parseMethod(fieldText(valueOf(KEYS.method))),
    target: path === undefined || query === undefined ? path : `${path}?${query.replace(/^\?/, '')}`,
  };
}

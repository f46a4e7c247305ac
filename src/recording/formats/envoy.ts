import type { JsonObject } from '../../domain/json.ts';
import type { LogReading } from '../log-record.ts';
import { readSignature } from '../request-signature.ts';
import { statusOf } from '../status.ts';
import { proxyList, withoutPort } from './client-address.ts';
import { createJsonParser, fieldBytes, fieldOf, fieldText, isIn } from './json-parser.ts';
import type { LogFormat } from './log-format.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';

/**
 * The JSON access log of Envoy, with the names that Istio, Contour and Envoy Gateway give its fields. Its request id may
 * come from the client.
 *
 * @see https://istio.io/latest/docs/tasks/observability/logs/access-log/
 * @see https://gateway.envoyproxy.io/docs/tasks/observability/proxy-accesslog/
 */
export const ENVOY = {
  name: 'envoy',
  readme: {
    logs: 'JSON of Envoy, Istio, Contour and Envoy Gateway',
    lack: 'the referrer, unless you [add it](#envoy-and-istio)',
  },
  needs: 'JSON with `start_time`, `method`, `path`, `response_code` and `response_flags`',
  example:
    '{"start_time":"2026-10-29T09:20:17Z","method":"GET","path":"/","response_code":200,"response_flags":"-"}',
  objectKeys: 'own',
  createParser: () => createJsonParser((fields) => (isAccess(fields) ? toReading(fields) : undefined)),
} as const satisfies LogFormat;

/** The first key that a line has counts. */
const KEYS = {
  time: ['start_time', '@timestamp', 'timestamp'],
  host: ['authority', ':authority'],
  method: ['method', ':method'],
  target: ['x-envoy-original-path', 'x-envoy-origin-path', 'path', ':path'],
  forwardedFor: ['x_forwarded_for', 'x-forwarded-for'],
  peer: ['downstream_remote_address', 'downstream_direct_remote_address'],
  referrer: ['referer', 'referrer'],
  userAgent: ['user_agent', 'user-agent'],
  signature: ['signature'],
  signatureInput: ['signature_input', 'signature-input'],
  signatureAgent: ['signature_agent', 'signature-agent'],
  scheme: ['scheme', ':scheme', 'x_forwarded_proto', 'x-forwarded-proto'],
} as const;

function isAccess(fields: JsonObject): boolean {
  const has = isIn(fields);
  const isResponse = has('response_code') && has('response_flags');
  return isResponse && [KEYS.time, KEYS.method, KEYS.target].every((keys) => keys.some(has));
}

function toReading(fields: JsonObject): LogReading {
  const textOf = (keys: readonly string[]) => fieldText(fieldOf(fields, keys));
  const timeMs = readInstant(fieldOf(fields, KEYS.time));
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  return {
    record: {
      timeMs,
      address: proxyList(textOf(KEYS.forwardedFor), withoutPort(textOf(KEYS.peer) ?? '-')),
      host: textOf(KEYS.host),
      method: parseMethod(textOf(KEYS.method)),
      target: textOf(KEYS.target),
      status: statusOf(fields['response_code']),
      bytes: fieldBytes(fields['bytes_sent']),
      referrer: textOf(KEYS.referrer),
      hasAgentField: KEYS.userAgent.some(isIn(fields)),
      userAgent: textOf(KEYS.userAgent),
      signed: readSignature({
        signature: textOf(KEYS.signature),
        signatureInput: textOf(KEYS.signatureInput),
        signatureAgent: textOf(KEYS.signatureAgent),
        scheme: textOf(KEYS.scheme),
      }),
    },
  };
}

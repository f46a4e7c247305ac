import { type JsonObject, isJsonObject } from '../../domain/json.ts';
import type { LogReading } from '../log-record.ts';
import { withoutPort } from './client-address.ts';
import type { FormatParser, LogFormat } from './log-format.ts';
import { fieldBytes, createJsonParser, fieldText } from './json-parser.ts';
import { readInstant } from './log-time.ts';
import { parseMethod } from './request-line.ts';
import { readSignature } from '../request-signature.ts';
import { statusOf } from '../status.ts';

/**
 * the JSON access log of Caddy, with the time in any of its time formats. Its messages are passed over, even
 * those about an error in a request, since the access log also has that request.
 *
 * @see https://caddyserver.com/docs/logging
 * @see https://caddyserver.com/docs/caddyfile/directives/log
 */
export const CADDY = {
  name: 'caddy',
  readme: { logs: "Caddy's JSON" },
  needs: 'JSON with `ts`, and `request` with `uri`',
  example: '{"ts":1793265617,"request":{"uri":"/"},"status":200}',
  objectKeys: 'own',
  createParser: createCaddyParser,
} as const satisfies LogFormat;

function createCaddyParser(): FormatParser {
  return createJsonParser((fields) => {
    const { request } = fields;
    if (isJsonObject(request)) return isAccess(fields) ? toReading(fields, request) : NO_REQUEST;
    return 'msg' in fields && ('logger' in fields || 'ts' in fields) ? NO_REQUEST : undefined;
  });
}

const NO_REQUEST: LogReading = { passedOver: 'no-request' };

function isAccess({ logger, msg }: JsonObject): boolean {
  if (typeof logger === 'string') return logger.startsWith('http.log.access');
  return msg === undefined || msg === 'handled request';
}

function toReading(fields: JsonObject, request: JsonObject): LogReading {
  const timeMs = readInstant(fields['ts']);
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const { headers } = request;
  return {
    record: {
      timeMs,
      address: addressOf(request),
      host: fieldText(request['host']),
      method: parseMethod(fieldText(request['method'])),
      target: fieldText(request['uri']),
      status: statusOf(fields['status']),
      bytes: fieldBytes(fields['size']),
      referrer: headerOf(headers, 'Referer'),
      hasAgentField: isJsonObject(headers),
      userAgent: headerOf(headers, 'User-Agent'),
      signed: signatureOf(fields, headers),
    },
  };
}

/** `client_ip` respects trusted proxies. Before 2.5 there was only `remote_addr`, which includes the port. */
function addressOf(request: JsonObject): string {
  const address = fieldText(request['client_ip']) ?? fieldText(request['remote_ip']);
  return address ?? withoutPort(fieldText(request['remote_addr']) ?? '-');
}

/** Caddy writes a line when the request is over, after as many seconds as `duration` says. */
function signatureOf({ duration }: JsonObject, headers: unknown) {
  if (!isJsonObject(headers)) return undefined;
  return readSignature({
    signature: joined(headers['Signature']),
    signatureInput: joined(headers['Signature-Input']),
    signatureAgent: joined(headers['Signature-Agent']),
    ...(typeof duration === 'number' && { durationMs: 1000 * duration }),
  });
}

/** The lines of a header together (RFC 9110, section 5.3). */
function joined(values: unknown): unknown {
  return Array.isArray(values) ? values.join(', ') : values;
}

/** The first value of a header, which may have several. */
function headerOf(headers: unknown, name: string): string | undefined {
  if (!isJsonObject(headers)) return undefined;
  const values = headers[name];
  return fieldText(Array.isArray(values) ? values[0] : values);
}

import { isJsonObject } from '../../domain/json.ts';
import { createLogReader } from '../../recording/log-reader.ts';
import type { LogReading, LogRecord } from '../../recording/log-record.ts';
import { readSignature } from '../../recording/request-signature.ts';
import { statusOf } from '../../recording/status.ts';
import { toLine } from '../batch-lines.ts';
import type { RecordBlock } from '../scan-batch.ts';

/** A log record of OpenTelemetry, with plain values. */
export type OtlpRecord = {
  /** When it happened or else when it was seen, in milliseconds since 1970 UTC; undefined if it tells neither. */
  readonly timeMs: number | undefined;
  readonly body: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
};

/**
 * What the reader of logs reads of a record: its body, which is the line of a log or an object. If that is none, the attributes
 * by the semantic conventions, or else in the names of a log.
 */
export function blockOf(record: OtlpRecord): RecordBlock {
  const line = lineOf(record);
  const reading = readAttributes(record);
  if (line === undefined) return reading ? [reading] : toLine(JSON.stringify(record.attributes));
  return reading === undefined || isLogLine(line) ? toLine(line) : [reading];
}

function lineOf({ body }: OtlpRecord): string | undefined {
  if (typeof body === 'string') return body.trim() === '' ? undefined : body;
  return isJsonObject(body) ? JSON.stringify(body) : undefined;
}

function isLogLine(line: string): boolean {
  return createLogReader()
    .read(line)
    .some((reading) => 'record' in reading);
}

/**
 * The attributes of a request: the stable names first, then those from before them.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
const NAMES = {
  method: ['http.request.method', 'http.method'],
  path: ['url.path', 'http.target', 'url.full', 'http.url'],
  query: ['url.query'],
  host: ['server.address', 'url.domain', 'http.host', 'net.host.name'],
  address: ['client.address', 'http.client_ip', 'net.peer.ip', 'network.peer.address'],
  status: ['http.response.status_code', 'http.status_code'],
  bytes: ['http.response.body.size', 'http.response_content_length'],
  referrer: ['http.request.header.referer'],
  userAgent: ['user_agent.original', 'http.user_agent', 'http.request.header.user-agent'],
  signature: ['http.request.header.signature'],
  signatureInput: ['http.request.header.signature-input'],
  signatureAgent: ['http.request.header.signature-agent'],
  scheme: ['url.scheme', 'http.scheme'],
} as const;

function readAttributes({ timeMs, attributes }: OtlpRecord): LogReading | undefined {
  const valueOf = (names: readonly string[]) =>
    firstOf(attributes[names.find((name) => name in attributes) ?? '']);
  const textOf = (names: readonly string[]) => {
    const value = valueOf(names);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const path = textOf(NAMES.path);
  const method = textOf(NAMES.method);
  if (path === undefined || method === undefined) return undefined;
  if (timeMs === undefined) return { passedOver: 'bad-time' };
  const query = path.includes('?') ? undefined : textOf(NAMES.query);
  const record: LogRecord = {
    timeMs,
    address: textOf(NAMES.address) ?? '-',
    host: textOf(NAMES.host),
    method,
    target: query === undefined ? path : `${path}?${query}`,
    status: statusOf(valueOf(NAMES.status)),
    bytes: sizeOf(valueOf(NAMES.bytes)),
    referrer: textOf(NAMES.referrer),
    hasAgentField: NAMES.userAgent.some((name) => name in attributes),
    userAgent: textOf(NAMES.userAgent),
    signed: readSignature({
      signature: textOf(NAMES.signature),
      signatureInput: textOf(NAMES.signatureInput),
      signatureAgent: textOf(NAMES.signatureAgent),
      scheme: textOf(NAMES.scheme),
    }),
  };
  return { record };
}

/** Headers are lists. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] as unknown) : value;
}

function sizeOf(value: unknown): number | undefined {
  const bytes = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(bytes) && (bytes as number) >= 0 ? (bytes as number) : undefined;
}

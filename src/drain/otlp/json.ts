import { type JsonObject, isJsonObject, parseJson } from '../../domain/json.ts';
import type { OtlpRecord } from './record.ts';

/**
 * A log record in the JSON encoding; undefined if it is none.
 *
 * @see https://github.com/open-telemetry/opentelemetry-proto/blob/main/docs/specification.md#json-protobuf-encoding
 */
export function readJsonRecord(text: string): OtlpRecord | undefined {
  const record = parseJson(text);
  if (!isJsonObject(record)) return undefined;
  return {
    timeMs: timeOf(record['timeUnixNano']) ?? timeOf(record['observedTimeUnixNano']),
    body: valueOf(record['body'], DEEPEST),
    attributes: pairsOf(record['attributes'], DEEPEST),
  };
}

/** Deeper values are of no log. */
const DEEPEST = 16;

/** Nanoseconds as digits, since no number of JSON has so many; 0 is no time. */
export function timeOf(nanoseconds: unknown): number | undefined {
  const text = typeof nanoseconds === 'number' ? String(nanoseconds) : nanoseconds;
  if (typeof text !== 'string' || !/^\d{7,19}$/.test(text)) return undefined;
  const milliseconds = Number(text.slice(0, -6));
  return milliseconds === 0 ? undefined : milliseconds;
}

function valueOf(value: unknown, depth: number): unknown {
  if (!isJsonObject(value) || depth === 0) return undefined;
  const { arrayValue, kvlistValue, intValue, bytesValue } = value;
  if (isJsonObject(arrayValue)) return listOf(arrayValue['values']).map((one) => valueOf(one, depth - 1));
  if (isJsonObject(kvlistValue)) return pairsOf(kvlistValue['values'], depth - 1);
  if (intValue !== undefined) return Number(intValue);
  if (typeof bytesValue === 'string') return Buffer.from(bytesValue, 'base64').toString('utf8');
  const plain = value['stringValue'] ?? value['doubleValue'] ?? value['boolValue'];
  // nothing else is plain, and it may be nested too deep to be written
  return typeof plain === 'object' ? undefined : plain;
}

function pairsOf(pairs: unknown, depth: number): JsonObject {
  return Object.fromEntries(
    listOf(pairs)
      .filter(isJsonObject)
      .map(({ key, value }) => [String(key), valueOf(value, depth)]),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

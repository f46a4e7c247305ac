import { isJsonObject, parseJson } from '../domain/json.ts';
import { isOfNoLog } from './mixed-reader.ts';
import type { BatchReader } from './scan-batch.ts';

/** Where shippers put the line: Fluent Bit and Docker, Vector and Filebeat, journald and syslog-ng. */
const KEYS = ['log', 'message', 'MESSAGE'] as const;

/** The line of a log that a shipper has wrapped in an object; undefined if there is none. */
export function wrappedLine(text: string): string | undefined {
  // finding out that a text is no JSON is slow
  if (!text.trimStart().startsWith('{') || !/"(?:log|message)"/i.test(text)) return undefined;
  const object = parseJson(text);
  if (!isJsonObject(object)) return undefined;
  const line = KEYS.map((key) => object[key]).find((value) => typeof value === 'string');
  return line?.trimEnd();
}

/** Reads the line within an object that is no record of a log itself. Only one object is taken off. */
export function createUnwrappingReader(reader: BatchReader): BatchReader {
  return {
    get format() {
      return reader.format;
    },
    meet: (block) => reader.meet?.(block),
    read(text) {
      const readings = reader.read(text);
      const line = isOfNoLog(readings) ? wrappedLine(text) : undefined;
      return line === undefined ? readings : reader.read(line);
    },
  };
}

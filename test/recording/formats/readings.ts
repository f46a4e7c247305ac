import type { LogReading, LogRecord } from '../../../src/recording/log-record.ts';
import type { FormatName } from '../../../src/recording/log-formats.ts';
import { createLogReader } from '../../../src/recording/log-reader.ts';

/** What a reader of a log in this format says of its lines, one reading after the other. */
export function readAs(format: FormatName, ...lines: readonly string[]): readonly LogReading[] {
  const reader = createLogReader({ format });
  return lines.flatMap((line) => reader.read(line));
}

/** The record of a request for "/" of which the log tells the least, but for the parts given. */
export function recordOf(parts: Partial<LogRecord> & Pick<LogRecord, 'timeMs'>): {
  readonly record: LogRecord;
} {
  return {
    record: {
      address: '192.0.2.7',
      host: undefined,
      method: 'GET',
      target: '/',
      status: 200,
      bytes: undefined,
      referrer: undefined,
      hasAgentField: true,
      userAgent: undefined,
      ...parts,
    },
  };
}

/** An entry of a JSON log that lacks some fields. */
export function without(entry: object, ...keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));
}

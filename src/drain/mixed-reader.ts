import { type LogReader, createLogReader } from '../recording/log-reader.ts';
import type { BatchReader } from './scan-batch.ts';
import type { LogReading } from '../recording/log-record.ts';

/** More formats are not in one batch. */
const MOST_FORMATS = 4;

/** Reads lines of several logs, each line in the format of one of them: a collector sends the logs of many programs together. */
export function createMixedReader(): BatchReader {
  const readers: LogReader[] = [];

  function readBy(reader: LogReader, line: string): readonly LogReading[] | undefined {
    const readings = reader.read(line);
    return isOfNoLog(readings) ? undefined : readings;
  }

  return {
    get format() {
      return readers[0]?.format;
    },
    read(line) {
      for (const reader of readers) {
        const readings = readBy(reader, line);
        if (readings) return readings;
      }
      const another = createLogReader();
      const readings = another.read(line);
      if (another.format !== undefined && readers.length < MOST_FORMATS) readers.push(another);
      return readings;
    },
  };
}

/** Whether a line is in no format that was tried. */
export function isOfNoLog(readings: readonly LogReading[]): boolean {
  return readings.some((one) => 'passedOver' in one && one.passedOver === 'not-a-log-line');
}

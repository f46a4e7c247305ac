import { type LogReader, createLogReader } from '../recording/log-reader.ts';
import type { BatchReader } from './scan-batch.ts';
import type { LogReading } from '../recording/log-record.ts';

/** More formats are not in one batch. */
const MOST_FORMATS = 4;

/** Reads lines of several logs, each line in the format of one of them: a collector sends the logs of many programs together. */
export function createMixedReader(): BatchReader {
  const readers: LogReader[] = [];
  /** Of no format yet. */
  let another = createLogReader();

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
      const readings = another.read(line);
      if (another.format !== undefined) {
        if (readers.length < MOST_FORMATS) readers.push(another);
        another = createLogReader();
      }
      return readings;
    },
  };
}

/** Records that are tried on all formats, until one is known. */
const MOST_TRIED = 100_000;

/** Trying all formats is slow: where so many records are in none, what follows is in none without being tried. */
export function createGivingUpReader(reader: BatchReader, mostTried = MOST_TRIED): BatchReader {
  let tried = 0;
  return {
    get format() {
      return reader.format;
    },
    meet: (block) => reader.meet?.(block),
    read: (line) => (reader.format === undefined && ++tried > mostTried ? NOT_A_LOG_LINE : reader.read(line)),
  };
}

const NOT_A_LOG_LINE: readonly LogReading[] = [{ passedOver: 'not-a-log-line' }];

/** Whether a line is in no format that was tried. */
export function isOfNoLog(readings: readonly LogReading[]): boolean {
  return readings.some((one) => 'passedOver' in one && one.passedOver === 'not-a-log-line');
}

import { setImmediate } from 'node:timers/promises';
import type { NewEvent } from '../domain/event.ts';
import type { BatchPart, PlacedEvent } from '../operations/recording/drain.ts';
import type { Skipped } from '../operations/recording/source-notes.ts';
import type { RobotCounts } from '../domain/robot-count.ts';
import { countRobot } from '../recording/count-robot.ts';
import type { Classification, Classifier } from '../recording/classify-request.ts';
import { MAX_LINE_LENGTH } from '../recording/line-text.ts';
import type { LogReader } from '../recording/log-reader.ts';
import { type LogReading, type LogRecord, recordOf } from '../recording/log-record.ts';
import type { PassedOverReason } from '../recording/passed-over.ts';
import { sampleOf } from '../recording/sample.ts';
import { linesWithin } from './batch-lines.ts';

/** Records of a batch: lines for the reader of logs, the last of which may lack its line feed, or what was read already. */
export type RecordBlock = Buffer | readonly LogReading[];

/** A part of a batch, with the records in it that become no event. */
export type ScannedPart = BatchPart & {
  readonly skipped: ReadonlyMap<PassedOverReason, Skipped>;
  readonly robots: RobotCounts;
  /** Whether the batch has more records than are read: this part is the last. */
  readonly isCut: boolean;
};

/** Reads the lines of a batch. */
export type BatchReader = Pick<LogReader, 'read' | 'format'> & {
  /** Called with each block of lines before they are read: the first may decide the format. */
  readonly meet?: (block: Buffer) => void;
};

export type ScanParts = {
  readonly reader: BatchReader;
  readonly classify: Classifier;
  /** Called for the records that were read. */
  readonly onRecord?: (record: LogRecord) => void;
  /** Aborted when nobody waits for the answer any more. Scanning then throws its reason. */
  readonly signal: AbortSignal;
  /** What follows is left. */
  readonly maxRecords?: number;
  /** A part has no more. */
  readonly maxRecordsOfPart?: number;
};

/** As many as Logpush sends at most. */
export const MAX_RECORDS = 1_000_000;

/** A larger transaction is no faster per event. */
const ENOUGH_EVENTS = 5_000;

/** Where few records have events, those that were found are recorded meanwhile: a repeat goes on behind them. */
const ENOUGH_RECORDS = 100_000;

/** About half a millisecond of work, between which others have their turn. */
const RECORDS_AT_A_TIME = 100;

const MAX_LINE_BYTES = 4 * MAX_LINE_LENGTH;

/** Reads and classifies records. A part ends with the record in which it has enough events, or enough records; it may have no events. */
export async function* scanBatch(
  blocks: AsyncIterable<RecordBlock>,
  { signal, maxRecords = MAX_RECORDS, maxRecordsOfPart = ENOUGH_RECORDS, ...parts }: ScanParts,
): AsyncGenerator<ScannedPart, void> {
  let [from, until] = [0, 0];
  let events: PlacedEvent[] = [];
  let skipped = new Map<PassedOverReason, Skipped>();
  let robots: RobotCounts = new Map();
  const isEnough = () => events.length >= ENOUGH_EVENTS || until - from >= maxRecordsOfPart;
  for await (const block of blocks) {
    signal.throwIfAborted();
    for (const { line, readings } of recordsIn(block, parts.reader)) {
      if (until === maxRecords) {
        yield { events, skipped, robots, until, isCut: true };
        return;
      }
      const found = classifyRecord(readings, parts, robots);
      if ('events' in found) for (const event of found.events) events.push({ event, record: until });
      else countSkipped(skipped, found, line);
      until++;
      if (isEnough()) {
        yield { events, skipped, robots, until, isCut: false };
        from = until;
        events = [];
        skipped = new Map();
        robots = new Map();
      }
      if (until % RECORDS_AT_A_TIME === 0) {
        await setImmediate();
        signal.throwIfAborted();
      }
    }
  }
  yield { events, skipped, robots, until, isCut: false };
}

type ReadRecord = { readonly line: string; readonly readings: readonly LogReading[] };

function* recordsIn(block: RecordBlock, reader: ScanParts['reader']): Generator<ReadRecord, void> {
  if (!Buffer.isBuffer(block)) {
    for (const reading of block) yield { line: '', readings: [reading] };
    return;
  }
  reader.meet?.(block);
  for (const bytes of linesWithin(block)) {
    const line = decode(bytes);
    yield { line, readings: reader.read(line) };
  }
}

/** Each line by itself: a substring would keep the whole block in memory as long as its event. */
function decode(bytes: Buffer): string {
  // enough of a line that is too long for the reader to find that out
  return bytes.length > MAX_LINE_BYTES
    ? bytes.toString('latin1', 0, MAX_LINE_LENGTH + 1)
    : bytes.toString('utf8');
}

type Classified =
  | { readonly events: readonly NewEvent[] }
  | { readonly passedOver: PassedOverReason | undefined; readonly record: LogRecord | undefined };

/** Of several records on a line, those with events count, or else the reason of a complete one. */
function classifyRecord(
  readings: readonly LogReading[],
  parts: ClassifyParts,
  robots: RobotCounts,
): Classified {
  const events: NewEvent[] = [];
  let passedOver: PassedOverReason | undefined;
  let record: LogRecord | undefined;
  for (const reading of readings) {
    const found = classifyReading(reading, parts, robots);
    if ('events' in found) events.push(...found.events);
    else if (passedOver === undefined || passedOver === 'cut-off') {
      passedOver = found.passedOver;
      record = recordOf(reading);
    }
  }
  return events.length > 0 ? { events } : { passedOver, record };
}

type ClassifyParts = Pick<ScanParts, 'classify' | 'onRecord'>;

function classifyReading(
  reading: LogReading,
  { classify, onRecord }: ClassifyParts,
  robots: RobotCounts,
): Classification {
  if (!('record' in reading)) return reading;
  onRecord?.(reading.record);
  const found = classify(reading.record);
  if ('passedOver' in found) countRobot(robots, found, reading.record);
  return found;
}

function countSkipped(
  skipped: Map<PassedOverReason, Skipped>,
  {
    passedOver,
    record,
  }: { readonly passedOver: PassedOverReason | undefined; readonly record: LogRecord | undefined },
  line: string,
): void {
  if (passedOver === undefined) return;
  const known = skipped.get(passedOver);
  skipped.set(passedOver, {
    count: (known?.count ?? 0) + 1,
    sample: known ? known.sample : sampleOf(line, record),
  });
}

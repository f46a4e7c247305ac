import { setImmediate } from 'node:timers/promises';
import type { NewEvent } from '../domain/event.ts';
import type { RobotCounts } from '../domain/robot-count.ts';
import type { Classifier } from '../recording/classify-request.ts';
import { countRobot } from '../recording/count-robot.ts';
import { SAMPLE_LINES, detectFormat } from '../recording/detect-format.ts';
import type { ProxyTest } from '../recording/listed-client.ts';
import type { FormatName } from '../recording/log-formats.ts';
import { MAX_LINE_LENGTH } from '../recording/line-text.ts';
import { type LogReader, createLogReader } from '../recording/log-reader.ts';
import { type LogRecord, recordOf } from '../recording/log-record.ts';
import type { PassedOver, PassedOverReason } from '../recording/passed-over.ts';
import { type SeenFields, noFields, seeFields } from '../recording/seen-fields.ts';
import { LINE_FEED } from './log-text.ts';
import { type SeenEvent, type Tally, emptyTally, tallyEvents, tallyPassedOver } from './tally.ts';

/** How the lines of a log become events. The format is detected if it is undefined. */
export type ScanRules = {
  readonly format: FormatName | undefined;
  readonly classify: Classifier;
  /** Which addresses in a list of them are those of proxies; by default those of private networks. */
  readonly isProxy?: ProxyTest | undefined;
};

/** Lines that were read. */
export type Scan = {
  readonly events: readonly NewEvent[];
  /** How many of them each line has, of those lines that have some. */
  readonly eventsByLine: readonly number[];
  /** The bytes of the lines. */
  readonly bytes: number;
  readonly tally: Tally;
  /** What the first requests among them have. */
  readonly seen: SeenFields;
  /** Those among them of robots that the catalogue does not have. */
  readonly robots: RobotCounts;
  /** What a reader needs to continue after them. */
  readonly readerState: string | null;
};

/** Complete lines, and the state of the reader before them. */
export type ScanInput = { readonly text: Buffer; readonly readerState: string | null };

/** A character takes at most four bytes in UTF-8. */
const MAX_LINE_BYTES = 4 * MAX_LINE_LENGTH;

/** About half a millisecond of work: a statement of the transaction that stores the last events may have to wait for it. */
const LINES_AT_A_TIME = 100;

/** Formats are told by so much of a text at most. */
export const SAMPLE_BYTES = 262_144;

/** Inserting more rows at a time is not faster. */
const ENOUGH_EVENTS = 5_000;

/** A reader that continues in this state. */
export function readerIn(
  state: string | null,
  { format, isProxy }: Pick<ScanRules, 'format' | 'isProxy'>,
): LogReader {
  return createLogReader({ format, state: state ?? undefined, isProxy });
}

/** The state in which to read the text: where the format of the log is not known yet, its first lines decide it. */
export function stateBefore({ text, readerState }: ScanInput, { format }: ScanRules): string | null {
  if (readerState !== null || format !== undefined) return readerState;
  const found = detectFormat(firstLines(text));
  return found === undefined ? null : (createLogReader({ format: found }).state() ?? null);
}

/** The first lines of the text, as far as they matter to its format. */
export function firstLines(text: Buffer): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length && at < SAMPLE_BYTES && lines.length < SAMPLE_LINES;) {
    const { line, next } = lineAt(text, at);
    if (line.trim() !== '') lines.push(line);
    at = next;
  }
  return lines;
}

/** Reads all lines of the text. Text after the last line feed is a line too. */
export function scanLines(input: ScanInput, rules: ScanRules): Scan {
  const [scan] = scansOf(input, rules, Infinity);
  if (scan === undefined) throw new Error('a text has a scan, even if it is empty');
  return scan;
}

/** Reads all lines of the text, at most as many at a time as have enough events for a batch. */
export function scanInBatches(input: ScanInput, rules: ScanRules): readonly Scan[] {
  return scansOf(input, rules, ENOUGH_EVENTS);
}

/** The same, yielding to other work now and then, such as recording a batch. */
export async function* scanInTurns(input: ScanInput, rules: ScanRules): AsyncGenerator<Scan, void> {
  for (const scan of scanInSteps(input, rules, ENOUGH_EVENTS)) {
    if (scan === undefined) await setImmediate();
    else yield scan;
  }
}

/** The size of the first lines of the text that together hold at most as many events as there is room for. */
export function bytesWithin(room: number, { text, readerState }: ScanInput, rules: ScanRules): number {
  const reader = readerIn(readerState, rules);
  let events = 0;
  for (let at = 0; at < text.length;) {
    const { line, next } = lineAt(text, at);
    events += readLine(line, reader, rules.classify, { seen: noFields(), robots: new Map() }).events.length;
    if (events > room) return at;
    at = next;
  }
  return text.length;
}

function scansOf(input: ScanInput, rules: ScanRules, enough: number): readonly Scan[] {
  const scans: Scan[] = [];
  for (const scan of scanInSteps(input, rules, enough)) if (scan) scans.push(scan);
  return scans;
}

/** Each scan ends with the line in which it has `enough` events. Between them, undefined allows other work. */
function* scanInSteps(input: ScanInput, rules: ScanRules, enough: number): Generator<Scan | undefined, void> {
  const { text } = input;
  const reader = readerIn(stateBefore(input, rules), rules);
  let at = 0;
  do {
    const from = at;
    const events: NewEvent[] = [];
    const eventsByLine: number[] = [];
    const tally = emptyTally();
    const seen = noFields();
    const robots: RobotCounts = new Map();
    while (at < text.length && events.length < enough) {
      const { line, next } = lineAt(text, at);
      const { record, passedOver, ...read } = readLine(line, reader, rules.classify, { seen, robots });
      if (read.events.length > 0) {
        tallyEvents(tally, read.events);
        tally.withEvents++;
        eventsByLine.push(read.events.length);
        for (const { event } of read.events) events.push(event);
      } else if (passedOver !== undefined) tallyPassedOver(tally, passedOver, { line, record });
      tally.lines++;
      at = next;
      if (tally.lines % LINES_AT_A_TIME === 0) yield undefined;
    }
    const readerState = reader.state() ?? null;
    yield { events, eventsByLine, bytes: at - from, tally, seen, robots, readerState };
  } while (at < text.length);
}

type LineRead = {
  readonly events: readonly Omit<SeenEvent, 'number'>[];
  /** Why the line has no event. Of several records on one line, the reason of a complete one counts. */
  readonly passedOver: PassedOverReason | undefined;
  /** The record that was passed over; undefined if the line could not be read as one. */
  readonly record: LogRecord | undefined;
};

/** Counts what the records have, and whose they are if nobody lists that robot. */
function readLine(
  line: string,
  reader: LogReader,
  classify: Classifier,
  { seen, robots }: Pick<Scan, 'seen' | 'robots'>,
): LineRead {
  const events: Omit<SeenEvent, 'number'>[] = [];
  let passedOver: PassedOverReason | undefined;
  let record: LogRecord | undefined;
  for (const reading of reader.read(line)) {
    if ('record' in reading) seeFields(seen, reading.record);
    const skipped = 'record' in reading ? addEventsOf(reading.record, classify, events) : reading;
    if (skipped && 'record' in reading) countRobot(robots, skipped, reading.record);
    if (skipped && (passedOver === undefined || passedOver === 'cut-off')) {
      passedOver = skipped.passedOver;
      record = recordOf(reading);
    }
  }
  return { events, passedOver, record };
}

/** Adds the events of a request, or says why it has none. */
function addEventsOf(
  record: LogRecord,
  classify: Classifier,
  events: Omit<SeenEvent, 'number'>[],
): PassedOver | undefined {
  const classified = classify(record);
  if ('passedOver' in classified) return classified;
  for (const event of classified.events) events.push({ address: record.address, event });
  return undefined;
}

/** The line at this place, and the place of the next. */
function lineAt(text: Buffer, from: number): { readonly line: string; readonly next: number } {
  const feed = text.indexOf(LINE_FEED, from);
  const to = feed < 0 ? text.length : feed;
  return { line: decode(text, from, to), next: feed < 0 ? to : feed + 1 };
}

/** Decodes each line by itself: a substring would keep the whole block in memory as long as its event. */
function decode(bytes: Buffer, from: number, to: number): string {
  // enough of a line that is too long for the reader to find that out
  if (to - from > MAX_LINE_BYTES) return bytes.toString('latin1', from, from + MAX_LINE_LENGTH + 1);
  return bytes.toString('utf8', from, to);
}

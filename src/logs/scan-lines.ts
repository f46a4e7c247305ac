import { setImmediate } from 'node:timers/promises';
import type { NewEvent } from '../domain/event.ts';
import type { Classifier } from '../recording/classify-request.ts';
import { type LogReader, MAX_LINE_LENGTH } from '../recording/log-reader.ts';
import type { PassedOverReason } from '../recording/passed-over.ts';
import { LINE_FEED } from './log-text.ts';
import { type Tally, emptyTally, tallyPassedOver } from './tally.ts';

export type Scan = {
  readonly events: readonly NewEvent[];
  /** The bytes of the lines that were read. */
  readonly bytes: number;
  readonly tally: Tally;
  /** Each line with events: where it starts, and the number of events up to its end. */
  readonly eventLines: readonly EventLine[];
};

type EventLine = { readonly start: number; readonly through: number };

/** A character takes at most four bytes in UTF-8. */
const MAX_LINE_BYTES = 4 * MAX_LINE_LENGTH;

/** About half a millisecond of work: a statement of the transaction that stores the last events may have to wait for it. */
const LINES_AT_A_TIME = 100;

/** Reads all lines of the bytes. Text after the last line feed is a line too. */
export function scanLines(bytes: Buffer, reader: LogReader, classify: Classifier): Scan {
  const steps = scanInSteps(bytes, { reader, classify, enough: Infinity });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Reads lines until there are `enough` events. Yields to other work now and then, such as recording a batch. */
export async function scanLinesInTurns(bytes: Buffer, scanning: Scanning): Promise<Scan> {
  const steps = scanInSteps(bytes, scanning);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await setImmediate();
  }
}

type Scanning = { readonly reader: LogReader; readonly classify: Classifier; readonly enough: number };

function* scanInSteps(bytes: Buffer, { reader, classify, enough }: Scanning): Generator<undefined, Scan> {
  const events: NewEvent[] = [];
  const eventLines: EventLine[] = [];
  const tally = emptyTally();
  let at = 0;
  while (at < bytes.length && events.length < enough) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = feed < 0 ? bytes.length : feed;
    const line = lineAt(bytes, at, end);
    const read = readLine(line, reader, classify);
    events.push(...read.events);
    if (read.events.length > 0) eventLines.push({ start: at, through: events.length });
    else if (read.passedOver !== undefined) tallyPassedOver(tally, read.passedOver, line);
    tally.lines++;
    at = feed < 0 ? end : feed + 1;
    if (tally.lines % LINES_AT_A_TIME === 0) yield;
  }
  return { events, bytes: at, tally, eventLines };
}

type LineRead = {
  readonly events: readonly NewEvent[];
  /** Why the line has no event. Of several records on one line, the reason of a complete one counts. */
  readonly passedOver: PassedOverReason | undefined;
};

function readLine(line: string, reader: LogReader, classify: Classifier): LineRead {
  const events: NewEvent[] = [];
  let passedOver: PassedOverReason | undefined;
  for (const reading of reader.read(line)) {
    const classified = 'record' in reading ? classify(reading.record) : reading;
    if ('events' in classified) events.push(...classified.events);
    else if (passedOver === undefined || passedOver === 'cut-off') passedOver = classified.passedOver;
  }
  return { events, passedOver };
}

/** The size of the first lines of a scan that together hold at most as many events as there is room for. */
export function bytesWithin({ bytes, eventLines }: Scan, room: number): number {
  return eventLines.find(({ through }) => through > room)?.start ?? bytes;
}

/** Decodes each line by itself: a substring would keep the whole block in memory as long as its event. */
function lineAt(bytes: Buffer, from: number, to: number): string {
  // enough of a line that is too long for the reader to find that out
  if (to - from > MAX_LINE_BYTES) return bytes.toString('latin1', from, from + MAX_LINE_LENGTH + 1);
  return bytes.toString('utf8', from, to);
}

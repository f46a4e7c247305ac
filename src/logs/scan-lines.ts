import { setImmediate } from 'node:timers/promises';
import type { NewEvent } from '../domain/event.ts';
import type { Classifier } from '../recording/classify-request.ts';
import { type LogReader, MAX_LINE_LENGTH } from '../recording/log-reader.ts';
import { type Tally, emptyTally, tallyPassedOver } from './tally.ts';

export type Scan = {
  readonly events: readonly NewEvent[];
  /** The bytes of the lines that were read. */
  readonly bytes: number;
  readonly tally: Tally;
  /** Each line that has events: where it begins, and the number of events up to its end. */
  readonly eventLines: readonly EventLine[];
};

type EventLine = { readonly start: number; readonly through: number };

const LINE_FEED = 0x0a;

/** No character takes more bytes in UTF-8. */
const MAX_LINE_BYTES = 4 * MAX_LINE_LENGTH;

/** Some two milliseconds of work. */
const LINES_AT_A_TIME = 500;

/** Reads lines from the start of the bytes until they end. What follows the last line feed is a line too. */
export function scanLines(bytes: Buffer, reader: LogReader, classify: Classifier): Scan {
  const steps = scanInSteps(bytes, { reader, classify, enough: Infinity });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same until there are `enough` events, letting others run in between: what is just being recorded goes on. */
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
    const known = events.length;
    for (const reading of reader.read(line)) {
      const classified = 'record' in reading ? classify(reading.record) : reading;
      if ('events' in classified) events.push(...classified.events);
      else tallyPassedOver(tally, classified.passedOver, line);
    }
    if (events.length > known) eventLines.push({ start: at, through: events.length });
    tally.lines++;
    at = feed < 0 ? end : feed + 1;
    if (tally.lines % LINES_AT_A_TIME === 0) yield;
  }
  return { events, bytes: at, tally, eventLines };
}

/** The most bytes of a scan whose lines are whole and hold no more events than there is room for. */
export function bytesWithin({ bytes, eventLines }: Scan, room: number): number {
  return eventLines.find(({ through }) => through > room)?.start ?? bytes;
}

/** Each line is a text of its own: a part of a larger one would keep all of that in memory with its event. */
function lineAt(bytes: Buffer, from: number, to: number): string {
  // of a line that is too long for the reader, it gets as much as shows that
  if (to - from > MAX_LINE_BYTES) return bytes.toString('latin1', from, from + MAX_LINE_LENGTH + 1);
  return bytes.toString('utf8', from, to);
}

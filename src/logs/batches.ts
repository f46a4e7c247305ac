import type { NewEvent } from '../domain/event.ts';
import type { Classifier } from '../recording/classify-request.ts';
import type { LogFormat } from '../recording/log-format.ts';
import { type LogReader, createLogReader } from '../recording/log-reader.ts';
import type { LogText } from './log-text.ts';
import { type Place, placeBehind } from './place.ts';
import { type Scan, bytesWithin, scanLines, scanLinesInTurns } from './scan-lines.ts';
import type { Tally } from './tally.ts';

/** How the lines of a log become events. The format is detected if it is undefined. */
export type ReadOptions = { readonly format: LogFormat | undefined; readonly classify: Classifier };

/** Lines that are recorded together. */
export type Batch = {
  readonly events: readonly NewEvent[];
  readonly tally: Tally;
  /** The text of the lines, including their ends. */
  readonly text: Buffer;
  readonly from: Place;
  readonly to: Place;
  /** As many of the first lines as hold at most this many events. */
  readonly upTo: (room: number) => Batch;
};

/** Reads a log from a place to its end. */
export type Batches = {
  /** The next complete lines; undefined at the end of the text. Call it again when the text has grown. */
  next(): Promise<Batch | undefined>;
  /** The incomplete last line, read as if it were complete; undefined if there is none. */
  unfinished(): Promise<Batch | undefined>;
  /** The format, once named or detected. */
  readonly format: LogFormat | undefined;
};

/** Longer than any line that the reader accepts. */
const BLOCK_BYTES = 4_194_304;

/** Inserting more rows at a time is not faster. */
const ENOUGH_EVENTS = 5_000;

export function createBatches(text: LogText, start: Place, readOptions: ReadOptions): Batches {
  let place = start;
  let block: Buffer = Buffer.alloc(0);
  let reader = readerAt(start, readOptions);

  async function scan(lines: Buffer): Promise<Batch> {
    const { classify } = readOptions;
    const scanned = await scanLinesInTurns(lines, { reader, classify, enough: ENOUGH_EVENTS });
    const batch = toBatch(lines.subarray(0, scanned.bytes), scanned, { from: place, reader, readOptions });
    place = batch.to;
    return batch;
  }

  async function readLines(): Promise<void> {
    const read = await readBlock();
    block = wholeLines(read);
    // a text that breaks off throws only when it is read past the break
    if (block.length === 0) await text.read(Buffer.alloc(1), place.bytes + read.length);
  }

  async function readBlock(): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    const length = await text.read(buffer, place.bytes);
    return buffer.subarray(0, length);
  }

  return {
    get format() {
      return reader.format;
    },
    async next() {
      if (block.length === 0) await readLines();
      if (block.length === 0) return undefined;
      const batch = await scan(block);
      block = block.subarray(batch.text.length);
      return batch;
    },
    async unfinished() {
      const rest = await readBlock();
      if (rest.length === 0) return undefined;
      const before = place;
      const batch = await scan(rest);
      // the line may still grow: read it again
      place = before;
      reader = readerAt(place, readOptions);
      return batch;
    },
  };
}

function readerAt({ readerState }: Place, { format }: ReadOptions): LogReader {
  return createLogReader({ format, state: readerState ?? undefined });
}

type Scanned = { readonly from: Place; readonly reader: LogReader; readonly readOptions: ReadOptions };

function toBatch(text: Buffer, scan: Scan, { from, reader, readOptions }: Scanned): Batch {
  const { events, tally } = scan;
  const to = placeBehind(from, { text, lines: tally.lines, readerState: reader.state() });
  const batch: Batch = { events, tally, text, from, to, upTo };
  return batch;

  function upTo(room: number): Batch {
    if (events.length <= room) return batch;
    // read again from the start: the state of the reader within a batch was not kept
    const partReader = readerAt(from, readOptions);
    const part = text.subarray(0, bytesWithin(scan, room));
    return toBatch(part, scanLines(part, partReader, readOptions.classify), {
      from,
      reader: partReader,
      readOptions,
    });
  }
}

/** A full block without any line end is part of a line that the reader skips as too long. */
function wholeLines(block: Buffer): Buffer {
  const end = block.lastIndexOf(LINE_FEED) + 1;
  return end === 0 && block.length === BLOCK_BYTES ? block : block.subarray(0, end);
}

const LINE_FEED = 0x0a;

import type { NewEvent } from '../domain/event.ts';
import type { LogIdentity } from '../domain/recorded-log.ts';
import type { LogLines } from '../operations/recording/record-events.ts';
import type { Classifier } from '../recording/classify-request.ts';
import type { FormatName } from '../recording/log-formats.ts';
import { type LogReader, createLogReader } from '../recording/log-reader.ts';
import type { WholeLog } from './compare-logs.ts';
import { Copies, type OtherLogs } from './copies.ts';
import { isDirective } from './first-line.ts';
import { LINE_FEED, type LogText } from './log-text.ts';
import { type Place, placeBehind, positionAt } from './place.ts';
import { type Scan, bytesWithin, scanLines, scanLinesInTurns } from './scan-lines.ts';
import { type Tally, emptyTally, tallyPassedOver } from './tally.ts';

/** How the lines of a log become events. The format is detected if it is undefined. */
export type ReadOptions = { readonly format: FormatName | undefined; readonly classify: Classifier };

/** Lines that are recorded together, or a copy of another log, which has no events. */
export type Batch = {
  readonly events: readonly NewEvent[];
  readonly tally: Tally;
  readonly from: Place;
  readonly to: Place;
  /** As many of the first lines as hold at most this many events. */
  readonly upTo: (room: number) => Batch;
};

/** Longer than any line that the reader accepts. */
const BLOCK_BYTES = 4_194_304;

/** Inserting more rows at a time is not faster. */
const ENOUGH_EVENTS = 5_000;

const NOTHING: Buffer = Buffer.alloc(0);

/** Reads a log from a place to its end. Without `others`, the text holds no copies of other logs. */
export class Batches {
  readonly #text: LogText;
  readonly #readOptions: ReadOptions;
  readonly #copies: Copies | undefined;
  #place: Place;
  #reader: LogReader;
  /** Complete lines behind the place. */
  #block: Buffer = NOTHING;

  constructor(text: LogText, start: Place, readOptions: ReadOptions, others?: OtherLogs) {
    this.#text = text;
    this.#readOptions = readOptions;
    this.#copies = others && new Copies(text, others);
    this.#place = start;
    this.#reader = readerAt(start, readOptions);
  }

  /** The format, once named or detected. */
  get format(): FormatName | undefined {
    return this.#reader.format;
  }

  /**
   * The next complete lines, or the copy that begins there; undefined at the end of the text. Call it again when the text
   * has grown. `may-be-copy` if there are lines, but more text is needed to know whether they begin a copy.
   */
  async next(): Promise<Batch | 'may-be-copy' | undefined> {
    for (;;) {
      if (this.#block.length === 0) await this.#readLines();
      if (this.#block.length === 0) return undefined;
      const batch = await this.#readNext();
      if (batch === 'may-be-copy') this.#block = NOTHING;
      else if (batch) this.#passBy(batch);
      if (batch) return batch;
    }
  }

  /** The incomplete last line, read as if it were complete; undefined if there is none. */
  async unfinished(): Promise<Batch | undefined> {
    const rest = await this.#readBlock();
    if (rest.length === 0) return undefined;
    const batch = await this.#scan(rest);
    // the line may still grow: read it again
    this.#reader = readerAt(this.#place, this.#readOptions);
    return batch;
  }

  async #readLines(): Promise<void> {
    const read = await this.#readBlock();
    this.#block = wholeLines(read);
    // a text that breaks off throws only when it is read past the break
    if (this.#block.length === 0) await this.#text.read(Buffer.alloc(1), this.#place.bytes + read.length);
  }

  async #readBlock(): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    return buffer.subarray(0, await this.#text.read(buffer, this.#place.bytes));
  }

  /** Undefined if no copy begins at the start of the block after all. */
  async #readNext(): Promise<Batch | 'may-be-copy' | undefined> {
    const bytes = await this.#copies?.bytesBefore(this.#block, this.#place.bytes);
    if (bytes !== 0) return this.#scan(this.#block.subarray(0, bytes));
    const copy = await this.#copies?.copyAt(this.#place, this.#block);
    if (typeof copy !== 'object') return copy;
    this.#reader = readerAt(copy.place, this.#readOptions);
    return toCopyBatch(this.#place, copy, this.#block.toString('utf8', 0, this.#block.indexOf(LINE_FEED)));
  }

  async #scan(lines: Buffer): Promise<Batch> {
    const [reader, readOptions] = [this.#reader, this.#readOptions];
    const { classify } = readOptions;
    const scanned = await scanLinesInTurns(lines, { reader, classify, enough: ENOUGH_EVENTS });
    return toBatch(lines.subarray(0, scanned.bytes), scanned, { from: this.#place, reader, readOptions });
  }

  #passBy({ from, to }: Batch): void {
    this.#block = this.#block.subarray(to.bytes - from.bytes);
    this.#place = to;
  }
}

/** What to record of a batch: its events and, if its log is known, the step of the log's position. */
export function linesOfBatch(
  { events, from, to }: Batch,
  at: { readonly log: LogIdentity; readonly path: string; readonly modifiedAtMs: number } | undefined,
): LogLines {
  if (at === undefined || to.bytes === from.bytes) return { events, step: undefined };
  const { log, path, modifiedAtMs } = at;
  const step = { log, from: positionAt(from), to: positionAt(to), path, modifiedAtMs };
  return { events, step };
}

function readerAt({ readerState }: Place, { format }: ReadOptions): LogReader {
  return createLogReader({ format, state: readerState ?? undefined });
}

type Scanned = { readonly from: Place; readonly reader: LogReader; readonly readOptions: ReadOptions };

function toBatch(text: Buffer, scan: Scan, { from, reader, readOptions }: Scanned): Batch {
  const { events, tally } = scan;
  const to = placeBehind(from, { text, lines: tally.lines, readerState: reader.state() ?? null });
  const batch: Batch = { events, tally, from, to, upTo };
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

/** The lines of a copy are passed over. */
function toCopyBatch(from: Place, { place }: WholeLog, firstLine: string): Batch {
  const tally = emptyTally();
  tallyPassedOver(tally, 'recorded-before', firstLine);
  tally.lines = place.lines - from.lines;
  tally.passedOver.set('recorded-before', tally.lines);
  const batch: Batch = { events: [], tally, from, to: place, upTo: () => batch };
  return batch;
}

/** A full block without any line end is part of a line that the reader skips as too long. */
function wholeLines(block: Buffer): Buffer {
  const end = block.lastIndexOf(LINE_FEED) + 1;
  if (block.length < BLOCK_BYTES) return block.subarray(0, end);
  return end === 0 ? block : withoutLastDirectives(block.subarray(0, end));
}

/** The directives at the end are left for the next block: a copy that begins there is recognised by the line after them. */
function withoutLastDirectives(lines: Buffer): Buffer {
  for (let end = lines.length; end > 0;) {
    const start = lines.lastIndexOf(LINE_FEED, end - 2) + 1;
    if (!isDirective(lines.subarray(start, end))) return lines.subarray(0, end);
    end = start;
  }
  return lines;
}

import type { NewEvent } from '../domain/event.ts';
import type { LogIdentity } from '../domain/recorded-log.ts';
import type { LogLines } from '../operations/recording/record-events.ts';
import type { FormatName } from '../recording/log-formats.ts';
import type { RobotCounts } from '../domain/robot-count.ts';
import { type SeenFields, noFields } from '../recording/seen-fields.ts';
import type { WholeLog } from './compare-logs.ts';
import { Copies, type OtherLogs } from './copies.ts';
import { isDirective } from './first-line.ts';
import { LINE_FEED, type LogText } from './log-text.ts';
import { type Place, placeBehind, positionAt } from './place.ts';
import {
  type Scan,
  type ScanRules,
  bytesWithin,
  readerIn,
  scanInTurns,
  scanLines,
  stateBefore,
} from './scan-lines.ts';
import type { ScanThreads } from './scan-threads.ts';
import { type Tally, emptyTally, tallyPassedOver } from './tally.ts';

export type ReadOptions = ScanRules & {
  /** Without them, the thread that records the lines scans them. */
  readonly threads?: ScanThreads;
  /** How much of a log is read at a time. A longer line is read in parts. */
  readonly blockBytes?: number;
  /** Called before lines that have just been read are scanned. */
  readonly beforeScan?: () => Promise<void>;
};

/** Lines that are recorded together, or a copy of another log, which has no events. */
export type Batch = {
  readonly events: readonly NewEvent[];
  /** How many of them each line has, of those lines that have some. */
  readonly eventsByLine: readonly number[];
  readonly tally: Tally;
  /** What the first requests in them have. */
  readonly seen: SeenFields;
  readonly robots: RobotCounts;
  readonly from: Place;
  readonly to: Place;
  /** As many of the first lines as hold at most this many events. */
  readonly upTo: (room: number) => Batch;
};

/** Longer than any line that the reader accepts. */
const BLOCK_BYTES = 4_194_304;

const NOTHING: Buffer = Buffer.alloc(0);

/** Complete lines that are being scanned, and their scans, of which those before `text` were taken. */
type Segment = { text: Buffer; readonly scans: AsyncIterator<Scan> };

/**
 * Reads a log from a place to its end. Without `others`, the text holds no copies of other logs. Threads scan several
 * segments at once, if their lines do not depend on those before; the batches come in the order of the text.
 */
export class Batches {
  readonly #text: LogText;
  readonly #readOptions: ReadOptions;
  readonly #copies: Copies | undefined;
  #place: Place;
  /** Behind the place. */
  #segments: readonly Segment[] = [];
  /** Complete lines behind the segments, and where they are. */
  #block: Buffer = NOTHING;
  #blockAt: number;
  /** Why the text cannot be read beyond the segments. */
  #failure: { readonly cause: unknown } | undefined;

  constructor(text: LogText, start: Place, readOptions: ReadOptions, others?: OtherLogs) {
    this.#text = text;
    this.#readOptions = readOptions;
    this.#copies = others && new Copies(text, others);
    this.#place = start;
    this.#blockAt = start.bytes;
  }

  get #blockBytes(): number {
    return this.#readOptions.blockBytes ?? BLOCK_BYTES;
  }

  /** The format, once named or detected. */
  get format(): FormatName | undefined {
    return readerIn(this.#place.readerState, this.#readOptions).format;
  }

  /**
   * The next complete lines, or the copy that begins there; undefined at the end of the text. Call it again when the text
   * has grown. `may-be-copy` if there are lines, but more text is needed to know whether they begin a copy.
   */
  async next(): Promise<Batch | 'may-be-copy' | undefined> {
    for (;;) {
      await this.#readAhead();
      const [segment] = this.#segments;
      if (segment) return this.#batchOf(segment);
      if (this.#block.length === 0) return undefined;
      const batch = await this.#readCopy();
      if (batch) return batch;
    }
  }

  /** The incomplete last line, read as if it were complete; undefined if there is none. It may still grow. */
  async unfinished(): Promise<Batch | undefined> {
    const text = await this.#readBlock();
    if (text.length === 0) return undefined;
    await this.#readOptions.beforeScan?.();
    const { readerState } = this.#place;
    return toBatch(scanLines({ text, readerState }, this.#readOptions), {
      text,
      from: this.#place,
      rules: this.#readOptions,
    });
  }

  /** Begins to scan the next segments, up to a place at which a copy may begin. */
  async #readAhead(): Promise<void> {
    while (this.#failure === undefined && this.#mayScanNext()) {
      const text = await this.#nextText().catch((cause: unknown) => {
        this.#failure = { cause };
      });
      if (!text) break;
      this.#segments = [...this.#segments, { text, scans: this.#scan(text) }];
      this.#passBy(text.length);
    }
    // what was read before is recorded first
    if (this.#failure && this.#segments.length === 0) throw this.#failure.cause;
  }

  #mayScanNext(): boolean {
    const waiting = this.#segments.length;
    if (waiting === 0) return true;
    const { threads } = this.#readOptions;
    return waiting < (threads?.atOnce ?? 1) && readerIn(this.#place.readerState, this.#readOptions).isSettled;
  }

  #scan(text: Buffer): AsyncIterator<Scan> {
    const { threads } = this.#readOptions;
    const input = { text, readerState: this.#place.readerState };
    return threads && threads.atOnce > 0 ? threads.scan(input) : scanInTurns(input, this.#readOptions);
  }

  /** The lines at the start of the block that cannot begin a copy; undefined if there are none. */
  async #nextText(): Promise<Buffer | undefined> {
    if (this.#block.length === 0) await this.#readLines();
    if (this.#block.length === 0) return undefined;
    const bytes = await this.#copies?.bytesBefore(this.#block, this.#blockAt);
    return bytes === 0 ? undefined : this.#block.subarray(0, bytes);
  }

  async #readLines(): Promise<void> {
    const read = await this.#readBlock();
    this.#readOptions.threads?.expect(this.#blockAt + read.length);
    this.#block = wholeLines(read, this.#blockBytes);
    if (this.#block.length > 0) await this.#readOptions.beforeScan?.();
    // a text that breaks off throws only when it is read past the break
    if (this.#block.length === 0) await this.#text.read(Buffer.alloc(1), this.#blockAt + read.length);
  }

  async #readBlock(): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(this.#blockBytes);
    return buffer.subarray(0, await this.#text.read(buffer, this.#blockAt));
  }

  async #batchOf(segment: Segment): Promise<Batch> {
    const { value } = (await segment.scans.next()) as IteratorYieldResult<Scan>;
    const text = segment.text.subarray(0, value.bytes);
    segment.text = segment.text.subarray(value.bytes);
    if (segment.text.length === 0) this.#segments = this.#segments.slice(1);
    const batch = toBatch(value, { text, from: this.#place, rules: this.#readOptions });
    this.#place = batch.to;
    return batch;
  }

  /** The copy at the start of the block. Undefined if none begins there after all. */
  async #readCopy(): Promise<Batch | 'may-be-copy' | undefined> {
    const copy = await this.#copies?.copyAt(this.#place, this.#block);
    if (copy === 'may-be-copy') this.#block = NOTHING;
    if (typeof copy !== 'object') return copy;
    const firstLine = this.#block.toString('utf8', 0, this.#block.indexOf(LINE_FEED));
    const batch = toCopyBatch(this.#place, copy, firstLine);
    this.#passBy(batch.to.bytes - batch.from.bytes);
    this.#place = batch.to;
    return batch;
  }

  #passBy(bytes: number): void {
    this.#block = this.#block.subarray(bytes);
    this.#blockAt += bytes;
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

type Scanned = { readonly text: Buffer; readonly from: Place; readonly rules: ScanRules };

function toBatch(
  { events, eventsByLine, tally, seen, robots, readerState }: Scan,
  { text, from, rules }: Scanned,
): Batch {
  const to = placeBehind(from, { text, lines: tally.lines, readerState });
  const batch: Batch = { events, eventsByLine, tally, seen, robots, from, to, upTo };
  return batch;

  function upTo(room: number): Batch {
    if (events.length <= room) return batch;
    // read again from the start: the state of the reader within a batch was not kept
    const input = { text, readerState: stateBefore({ text, readerState: from.readerState }, rules) };
    const part = text.subarray(0, bytesWithin(room, input, rules));
    return toBatch(scanLines({ ...input, text: part }, rules), { text: part, from, rules });
  }
}

/** The lines of a copy are passed over. */
function toCopyBatch(from: Place, { place }: WholeLog, firstLine: string): Batch {
  const tally = emptyTally();
  tallyPassedOver(tally, 'recorded-before', { line: firstLine, record: undefined });
  tally.lines = place.lines - from.lines;
  tally.passedOver.set('recorded-before', tally.lines);
  const batch: Batch = {
    events: [],
    eventsByLine: [],
    tally,
    seen: noFields(),
    robots: new Map(),
    from,
    to: place,
    upTo: () => batch,
  };
  return batch;
}

/** A full block without any line end is part of a line that the reader skips as too long. */
function wholeLines(block: Buffer, fullBytes: number): Buffer {
  const end = block.lastIndexOf(LINE_FEED) + 1;
  if (block.length < fullBytes) return block.subarray(0, end);
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

import { type LogIdentity, LogMoved } from '../domain/recorded-log.ts';
import type { FormatName } from '../recording/log-formats.ts';
import { noFields } from '../recording/seen-fields.ts';
import type { LogLines, Recorded } from '../operations/recording/record-events.ts';
import type { SourceReport } from '../operations/recording/source-notes.ts';
import { type EventCounts, addEvents, noEvents } from '../domain/event-counts.ts';
import { type Batch, Batches, type ReadOptions, linesOfBatch } from './batches.ts';
import { type HeldLines, holdFrom, holdWith, joinHeld } from './held-lines.ts';
import type { FormatTrials } from './explain-format.ts';
import { hasUnendedLine, readFirstLine } from './first-line.ts';
import { type Remembering, landingsBefore } from './landings-before.ts';
import { locateLog } from './locate-log.ts';
import type { BusyLogBook } from '../operations/recording/log-book.ts';
import { LogContested, MAX_MOVES } from './log-contested.ts';
import type { LogText } from './log-text.ts';
import { othersThan } from './copies.ts';
import { type Place, startOfLog } from './place.ts';
import { recordedBefore } from './recorded-parts.ts';
import { reportOf } from './report-batch.ts';
import { type Tally, addTally, emptyTally, isUnrecognised, withRepeats } from './tally.ts';

/** A log to import. */
export type LogInput = {
  /** As the user named it. */
  readonly name: string;
  readonly text: LogText;
  /** Undefined for standard input, which cannot be recognised and is recorded each time. */
  readonly file: { readonly path: string; readonly modifiedAtMs: number } | undefined;
};

export type LogImport = {
  readonly book: Pick<BusyLogBook, 'siteId' | 'find' | 'hasOthers' | 'record' | 'prepare'>;
  readonly readOptions: ReadOptions;
  /** Landings that conversions may come from; undefined if their products are not looked up. */
  readonly remembering?: Remembering | undefined;
  /** The events of all logs that were recorded, or would be. Kept up to date. */
  readonly recorded: EventCounts;
  /** Set once the quota is spent. From then on events are only counted. */
  leftOver: LeftOver | undefined;
  readonly stop: AbortSignal;
  readonly onRead: (text: LogText, lines: number) => void;
  /** Called with what lines of a log brought that are recorded, or that cannot be: no line of it could be read. */
  readonly onBatch: (log: LogInput, report: SourceReport) => void;
};

export type LeftOver = { readonly name: string; readonly line: number; events: number };

/** What was recorded of a log, or would be. */
export type LogReport = {
  readonly name: string;
  format: FormatName | undefined;
  /** How far the log was recorded before; undefined if it was not. */
  recordedBefore: { readonly lines: number; readonly bytes: number } | undefined;
  readonly tally: Tally;
  readonly recorded: EventCounts;
  /** How the formats read its first lines, if that was asked for. */
  formats?: FormatTrials;
  /** The last line has no end yet and is left for the next import. */
  isUnfinished: boolean;
  /** A log that begins with the same line is recorded to a place beyond the end of this file. */
  isOlderCopy: boolean;
};

/** Records what is new in a log. Throws Unreadable, LogContested and what the book throws. */
export async function importLog(input: LogInput, work: LogImport): Promise<LogReport> {
  const report: LogReport = {
    name: input.name,
    format: undefined,
    recordedBefore: undefined,
    tally: emptyTally(),
    recorded: noEvents(),
    isUnfinished: false,
    isOlderCopy: false,
  };
  for (let moves = 0, linesRead = 0; ;) {
    try {
      await importOnce(input, work, report);
      return report;
    } catch (cause) {
      if (!(cause instanceof LogMoved)) throw cause;
      moves = report.tally.lines > linesRead ? 1 : moves + 1;
      linesRead = report.tally.lines;
      if (moves === MAX_MOVES) throw new LogContested(input.name);
    }
  }
}

async function importOnce(input: LogInput, work: LogImport, report: LogReport): Promise<void> {
  const located = await locate(input, work);
  if (located === 'no-first-line') await readUnended(input, work, report);
  else if (located === 'older-copy') report.isOlderCopy = true;
  else await importFrom(located, input, work, report);
}

async function importFrom(
  located: Start,
  input: LogInput,
  work: LogImport,
  report: LogReport,
): Promise<void> {
  const { log, place } = located;
  const { bytes, lines } = place;
  if (bytes > 0 && report.tally.lines === 0) report.recordedBefore = { bytes, lines };
  await rememberBefore(input, place, work);
  const others = log && othersThan(log, work.book, () => false);
  const batches = new Batches(input.text, place, work.readOptions, others);
  const writer = createWriter({ input, located, work, report });
  let held = holdFrom(place) as HeldLines | undefined;

  async function take(batch: Batch): Promise<void> {
    const before = held;
    held = held && holdWith(held, batch);
    if (!held) await writer.write(joinHeld(before, batch));
  }

  try {
    for (let batch = await batches.next(); typeof batch === 'object'; batch = await batches.next()) {
      await take(batch);
      work.onRead(input.text, batch.tally.lines);
    }
    const rest = await batches.unfinished();
    report.format = batches.format;
    report.isUnfinished = rest !== undefined && input.file !== undefined && rest.events.length === 0;
    if (rest && !report.isUnfinished) await take(rest);
  } finally {
    await writer.end();
  }
  if (held) leaveUnread(held, { input, work, report });
}

/** Remembers the landings before the lines that are new. */
async function rememberBefore(input: LogInput, place: Place, work: LogImport): Promise<void> {
  const { remembering, readOptions, book, stop } = work;
  const isNew = async () => (await input.text.read(Buffer.alloc(1), place.bytes)) > 0;
  if (remembering === undefined || !(await isNew())) return;
  const { windowMs, remember } = remembering;
  const parts = recordedBefore(input, place, { book, stop });
  remember(await landingsBefore(parts, { readOptions, windowMs }));
}

/** The first line has no end yet. If it is in no known format, an end would not make it readable. */
async function readUnended(input: LogInput, work: LogImport, report: LogReport): Promise<void> {
  if (!(await hasUnendedLine(input.text))) return;
  const batches = new Batches(input.text, startOfLog(), work.readOptions);
  const rest = await batches.unfinished();
  report.isUnfinished = rest === undefined || !isUnrecognised(rest.tally);
  if (rest && !report.isUnfinished) leaveUnread(rest, { input, work, report });
}

/** Lines of which none could be read are not recorded, but they came in. */
function leaveUnread(
  lines: HeldLines,
  { input, work, report }: Pick<Settling, 'input' | 'work' | 'report'>,
): void {
  addTally(report.tally, lines.tally, lines.from.lines);
  if (lines.tally.lines > 0) work.onBatch(input, reportOf({ ...lines, seen: noFields(), robots: new Map() }));
}

type Writer = {
  /** Records a batch after those before it, while the next are read. Resolves when there is room for another. */
  write(batch: Batch): Promise<void>;
  /** Resolves when everything is recorded. */
  end(): Promise<void>;
};

/** Batches that may wait to be recorded. The database has work while a block is searched for copies. */
const MAX_WAITING = 2;

function createWriter(parts: Omit<Settling, 'prepared'>): Writer {
  const { book, stop } = parts.work;
  /** Of the batches that are not recorded, oldest first. One that fails fails all behind it. */
  const writing: Promise<void>[] = [];
  let last = Promise.resolve();
  return {
    async write(batch) {
      const prepared = book.prepare(batch.events);
      if (writing.length > MAX_WAITING) await writing.shift();
      last = last.then(() => {
        stop.throwIfAborted();
        return settle(batch, { ...parts, prepared });
      });
      // a failure is thrown by a later call; until then it is no unhandled rejection
      last.catch(() => undefined);
      writing.push(last);
    },
    end: () => last,
  };
}

/** The place to start at, and the log, which a stream has not. */
type Start = { readonly place: Place; readonly log?: LogIdentity };

async function locate(
  { text, file }: LogInput,
  { book }: LogImport,
): Promise<Start | 'no-first-line' | 'older-copy'> {
  if (file === undefined) return { place: startOfLog() };
  const firstLine = await readFirstLine(text);
  if (firstLine === undefined) return 'no-first-line';
  const located = await locateLog(text, firstLine, book);
  return located.isOlderCopy ? 'older-copy' : located;
}

type Settling = {
  readonly input: LogInput;
  readonly located: Start;
  readonly prepared: LogLines['prepared'];
  readonly work: LogImport;
  readonly report: LogReport;
};

async function settle(batch: Batch, settling: Settling): Promise<void> {
  const { input, work, report } = settling;
  const { done, events } = work.leftOver
    ? { done: batch.upTo(0), events: [] }
    : await record(batch, settling);
  const tally = withRepeats(done, events);
  if (!work.leftOver) work.onBatch(input, reportOf({ ...done, tally }));
  addTally(report.tally, tally, done.from.lines);
  addEvents(report.recorded, events);
  addEvents(work.recorded, events);
  const left = batch.events.length - done.events.length;
  if (left === 0) return;
  work.leftOver ??= { name: input.name, line: done.to.lines + 1, events: 0 };
  work.leftOver.events += left;
}

/** Records the lines that the quota has room for, and returns them with what is recorded of them. */
async function record(
  batch: Batch,
  { input, located, prepared, work }: Settling,
): Promise<Pick<Recorded, 'events'> & { readonly done: Batch }> {
  let done = batch;
  const upTo = (room: number) => {
    done = batch.upTo(room);
    const { log } = located;
    const lines = linesOfBatch(done, log && input.file && { log, ...input.file });
    return { ...lines, prepared: done === batch ? prepared : undefined };
  };
  const { events } = await work.book.record({ wanted: batch.events.length, upTo });
  return { events, done };
}

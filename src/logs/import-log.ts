import { LogMoved } from '../queries/log-positions.ts';
import type { PreparedEvents } from '../queries/event-statements.ts';
import type { LogFormat } from '../recording/log-format.ts';
import { type EventCounts, addEvents, noEvents } from '../domain/event-counts.ts';
import { type Batch, type ReadOptions, createBatches } from './batches.ts';
import { type Located, hasUnendedLine, locateLog, matchLogs, readFirstLine } from './locate-log.ts';
import type { BusyLogBook } from './log-book.ts';
import { LogContested, MAX_MOVES } from './log-contested.ts';
import type { LogText } from './log-text.ts';
import { startOfLog } from './place.ts';
import { linesOfBatch } from './step.ts';
import { type Tally, addTally, emptyTally } from './tally.ts';

/** A log to import. */
export type LogInput = {
  /** As the user named it. */
  readonly name: string;
  readonly text: LogText;
  /** Where a file is, and when it was last changed; standard input has no identity, so it is recorded as it comes. */
  readonly file: { readonly path: string; readonly modifiedAtMs: number } | undefined;
};

export type LogImport = {
  /** Undefined: nothing is known of what is recorded. */
  readonly book: BusyLogBook | undefined;
  /** True to record nothing. */
  readonly dryRun: boolean;
  readonly readOptions: ReadOptions;
  /** Kept up to date with what was recorded of all logs, or would be. */
  readonly recorded: EventCounts;
  /** Set once the quota is spent: from then on events are only counted. */
  leftOver: LeftOver | undefined;
  readonly stop: AbortSignal;
  readonly onRead: (text: LogText, lines: number) => void;
};

type LeftOver = { readonly name: string; readonly line: number; events: number };

/** What became of a log, or would have. */
export type LogReport = {
  readonly name: string;
  format: LogFormat | undefined;
  /** What was recorded before; undefined when nothing was. */
  recordedBefore: { readonly lines: number; readonly bytes: number } | undefined;
  readonly tally: Tally;
  readonly recorded: EventCounts;
  /** The last line has no end yet and was left for the next time. */
  isUnfinished: boolean;
  /** The file begins like a log that was recorded further than the file goes. */
  isOlderCopy: boolean;
};

/** Records what is new of a log. Throws what reading and recording throws, and LogContested. */
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
  if (located === 'no-first-line') report.isUnfinished = await hasUnendedLine(input.text);
  else if (located === 'older-copy') report.isOlderCopy = true;
  else await importFrom(located, input, work, report);
}

async function importFrom(
  located: Start,
  input: LogInput,
  work: LogImport,
  report: LogReport,
): Promise<void> {
  const { bytes, lines } = located.place;
  if (bytes > 0 && report.tally.lines === 0) report.recordedBefore = { bytes, lines };
  const batches = createBatches(input.text, located.place, work.readOptions);
  let writing = Promise.resolve();
  const write = async (batch: Batch) => {
    const prepared = work.dryRun ? undefined : work.book?.prepare(batch.events);
    // one at a time, while the next is read
    await writing;
    work.stop.throwIfAborted();
    writing = settle(batch, { input, located, prepared, work, report });
    writing.catch(() => undefined);
  };
  try {
    for (let batch = await batches.next(); batch; batch = await batches.next()) {
      await write(batch);
      work.onRead(input.text, batch.tally.lines);
    }
    const rest = await batches.unfinished();
    report.format = batches.format;
    report.isUnfinished = rest !== undefined && input.file !== undefined && rest.events.length === 0;
    if (rest && !report.isUnfinished) await write(rest);
  } finally {
    await writing;
  }
}

/** Where to begin; with the log, where that is needed and known. */
type Start = Pick<Located, 'place'> & Partial<Located>;

async function locate(
  { text, file }: LogInput,
  { book, dryRun, leftOver }: LogImport,
): Promise<Start | 'no-first-line' | 'older-copy'> {
  if (file === undefined) return { place: startOfLog() };
  const firstLine = await readFirstLine(text);
  if (firstLine === undefined) return 'no-first-line';
  if (book === undefined) return { place: startOfLog() };
  const { located, isOlderCopy } = await matchLogs(text, await book.find(firstLine.digest));
  if (isOlderCopy) return 'older-copy';
  if (located) return located;
  if (dryRun || leftOver) return { place: startOfLog() };
  return locateLog(text, firstLine, { ...file, book });
}

type Settling = {
  readonly input: LogInput;
  readonly located: Start;
  readonly prepared: PreparedEvents | undefined;
  readonly work: LogImport;
  readonly report: LogReport;
};

async function settle(batch: Batch, settling: Settling): Promise<void> {
  const { input, work, report } = settling;
  const done = work.leftOver ? batch.upTo(0) : await record(batch, settling);
  addTally(report.tally, done.tally, done.from.lines);
  addEvents(report.recorded, done.events);
  addEvents(work.recorded, done.events);
  const left = batch.events.length - done.events.length;
  if (left === 0) return;
  work.leftOver ??= { name: input.name, line: done.to.lines + 1, events: 0 };
  work.leftOver.events += left;
}

/** The lines that there was room for. */
async function record(batch: Batch, { input, located, prepared, work }: Settling): Promise<Batch> {
  const { book, dryRun } = work;
  if (book === undefined || dryRun) return batch;
  let done = batch;
  const upTo = (room: number) => {
    done = batch.upTo(room);
    const { log } = located;
    const lines = linesOfBatch(done, log && input.file && { log, ...input.file });
    return { ...lines, prepared: done === batch ? prepared : undefined };
  };
  await book.record({ wanted: batch.events.length, upTo });
  return done;
}

import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { addEvents, type EventCounts } from '../domain/event-counts.ts';
import { type LogIdentity, LogMoved } from '../domain/recorded-log.ts';
import { type Batch, Batches, type ReadOptions, linesOfBatch } from './batches.ts';
import { type HeldLines, holdFrom, holdWith, joinHeld } from './held-lines.ts';
import type { ListedLog } from './list-logs.ts';
import { othersThan } from './copies.ts';
import { type FirstLine, readFirstLine } from './first-line.ts';
import { locateLog } from './locate-log.ts';
import type { LogBook } from '../operations/recording/log-book.ts';
import type { SourceReport } from '../operations/recording/source-notes.ts';
import { type LogText, isPackedFile, openLogText } from './log-text.ts';
import type { LogNote } from './notes.ts';
import type { Place } from './place.ts';
import { reportOf } from './report-batch.ts';
import { type Tally, withRepeats } from './tally.ts';
import { type TailSeen, type TailState, hasWaited, newTail, nextTail } from './tail-state.ts';
import { Unreadable } from './unreadable.ts';
import { stillHolds } from './still-holds.ts';

/** What following a log needs. */
export type Following = {
  /** Absolute. */
  readonly path: string;
  readonly book: LogBook;
  readonly readOptions: ReadOptions;
  /** Kept up to date. */
  readonly recorded: EventCounts;
  /** The wall clock, in milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly note: (note: LogNote) => void;
  /** Called for lines that were read, with the number of events that were recorded, none of lines held back. */
  readonly onRead: (tally: Tally, events: number) => void;
  /** Called with what those lines brought. */
  readonly onBatch: (report: SourceReport) => void;
  /** Reading throws its reason once it aborts. */
  readonly stop: AbortSignal;
};

/** The log of the file, how far it is recorded, and its next lines. */
type OpenLog = {
  readonly log: LogIdentity;
  readonly place: Place;
  readonly batches: Batches;
  /** Lines before the place that are not recorded, because no line could be read so far. */
  readonly held: HeldLines | undefined;
  /** False for a packed file, which nobody writes again once it is complete. */
  readonly canBeCut: boolean;
};

/**
 * An open file of a log that is followed. It is read as it grows, even after it was renamed. `tail-state.ts` decides
 * what each step means. Every step throws what the book throws.
 */
export class Tail {
  /** The file as it was listed when it was opened. */
  readonly opened: ListedLog;
  readonly name: string;
  readonly #handle: FileHandle;
  readonly #following: Following;
  #state: TailState;
  #text: LogText | undefined;
  #firstLine: FirstLine | undefined;
  #log: OpenLog | undefined;

  constructor(handle: FileHandle, opened: ListedLog, following: Following) {
    this.opened = opened;
    this.name = basename(opened.path);
    this.#handle = handle;
    this.#following = following;
    this.#state = newTail(following.now());
  }

  get state(): TailState {
    return this.#state;
  }

  /** How much of the file was not read yet. Unknown, and 0, of a packed file and of a copy of another. */
  get bytesBehind(): number {
    const { stage, file } = this.#state;
    if ('place' in stage)
      return stage.place.canBeCut ? Math.max(0, (file?.size ?? 0) - stage.place.bytes) : 0;
    return this.opened.isRotated ? 0 : (file?.size ?? 0);
  }

  /** Looks at the file, and identifies its log or records its next lines. */
  async advance(): Promise<void> {
    await this.#look();
    const { stage, isAtEnd } = this.#state;
    if (isAtEnd) return;
    if (stage.kind === 'unknown' || stage.kind === 'identified') await this.#see(this.#identify());
    else if ('place' in stage) await this.#see(this.#recordNext());
  }

  /** Finds the place to read on from, once the log is identified. */
  async locate(): Promise<void> {
    await this.#see(this.#findPlace());
  }

  /** Records a complete last line that nothing ends. */
  async finish(): Promise<void> {
    const { stage, problem } = this.#state;
    if (problem === undefined && 'place' in stage) await this.#see(this.#recordRest());
  }

  /** The number of events that wait to be recorded. */
  async countWaiting(): Promise<number> {
    if (!this.#text || !this.#log) return 0;
    const batches = this.#batchesFrom(this.#log, this.#text);
    let events = 0;
    for (let next = await batches.next(); typeof next === 'object'; next = await batches.next())
      events += next.events.length;
    return events;
  }

  async close(): Promise<void> {
    await this.#text?.close();
    await this.#handle.close();
  }

  async #see(step: Promise<TailSeen>): Promise<void> {
    this.#state = nextTail(this.#state, await step.catch(seenInFailure));
  }

  async #look(): Promise<void> {
    const { size, mtimeMs } = await this.#handle.stat();
    const before = this.#state.file;
    const file = { size, modifiedAtMs: mtimeMs };
    this.#state = nextTail(this.#state, { kind: 'file', file, nowMs: this.#following.now() });
    // a packed file may have been incomplete: unpack it again from its start
    if (this.#state.file !== before) await this.#text?.close();
  }

  async #identify(): Promise<TailSeen> {
    const text = await this.#openText();
    const firstLine = await readFirstLine(text);
    if (!firstLine || (await this.#isOlderCopy(text, firstLine))) return { kind: 'no-log' };
    this.#firstLine = firstLine;
    return { kind: 'first-line' };
  }

  /** True for a rotated file that ends before the place up to which a log with its first line is recorded. */
  async #isOlderCopy(text: LogText, firstLine: FirstLine): Promise<boolean> {
    // the file at the path has no older copy: if it is shorter, it was cut
    if (!this.opened.isRotated) return false;
    return (await locateLog(text, firstLine, this.#following.book)).isOlderCopy;
  }

  async #findPlace(): Promise<TailSeen> {
    if (!this.#firstLine) throw new Error('a log is identified before it is located');
    const { book, note } = this.#following;
    const text = await this.#openText();
    const { log, place } = await locateLog(text, this.#firstLine, book);
    const { bytes, lines } = place;
    note(
      bytes > 0
        ? { kind: 'resumed', file: this.name, line: lines + 1 }
        : { kind: 'started', file: this.name },
    );
    const canBeCut = !(await isPackedFile(this.#handle, this.name));
    const batches = this.#batchesFrom({ log, place }, text);
    this.#log = { log, place, canBeCut, batches, held: holdFrom(place) };
    return { kind: 'place', place: { bytes, canBeCut } };
  }

  async #recordNext(): Promise<TailSeen> {
    if (!this.#text || !this.#firstLine || !this.#log) throw new Error('a log is located before it is read');
    const batch = await this.#log.batches.next();
    // compared after reading: only then is it certain that the batch continues what was recorded; and without a batch
    // too, since a file that was cut may have grown to the size that it had
    if (this.#log.canBeCut && !(await stillHolds(this.#text, this.#firstLine.text, this.#log.place)))
      return { kind: 'other-text' };
    if (batch === undefined) return { kind: 'end' };
    return batch === 'may-be-copy'
      ? { kind: batch, nowMs: this.#following.now() }
      : this.#take(batch, this.#log);
  }

  async #recordRest(): Promise<TailSeen> {
    const rest = await this.#log?.batches.unfinished();
    return rest && this.#log && rest.events.length > 0 ? this.#take(rest, this.#log) : { kind: 'end' };
  }

  /** Records the batch, once a line could be read. */
  async #take(batch: Batch, open: OpenLog): Promise<TailSeen> {
    const held = open.held && holdWith(open.held, batch);
    if (!held) return this.#record(batch, open);
    this.#following.onRead(batch.tally, 0);
    this.#following.onBatch(reportOf(batch));
    this.#log = { ...open, place: batch.to, held };
    return { kind: 'place', place: { bytes: batch.to.bytes, canBeCut: open.canBeCut } };
  }

  async #record(batch: Batch, { log, batches, canBeCut, held }: OpenLog): Promise<TailSeen> {
    const { path, book, recorded } = this.#following;
    const at = { log, path, modifiedAtMs: this.#modifiedAtMs() };
    let done = batch;
    const upTo = (room: number) => linesOfBatch(joinHeld(held, (done = batch.upTo(room))), at);
    const { events } = await book.record({ wanted: batch.events.length, upTo });
    const tally = withRepeats(done, events);
    this.#following.onRead(tally, events.length);
    this.#following.onBatch(reportOf({ ...done, tally }));
    addEvents(recorded, events);
    const isWhole = done.events.length === batch.events.length;
    this.#log = {
      log,
      place: done.to,
      held: undefined,
      batches: isWhole ? batches : this.#batchesFrom({ log, place: done.to }, await this.#openText()),
      canBeCut,
    };
    return { kind: 'recorded', place: { bytes: done.to.bytes, canBeCut }, isWhole };
  }

  #batchesFrom({ log, place }: Pick<OpenLog, 'log' | 'place'>, text: LogText): Batches {
    const { book, readOptions, now } = this.#following;
    const others = othersThan(log, book, () => !hasWaited(this.#state, now()));
    return new Batches(text, place, readOptions, others);
  }

  async #openText(): Promise<LogText> {
    return (this.#text ??= await openLogText(this.#handle, this.name, this.#following.stop));
  }

  /** In whole milliseconds, and not in the future. */
  #modifiedAtMs(): number {
    return Math.floor(Math.min(this.#state.file?.modifiedAtMs ?? Infinity, this.#following.now()));
  }
}

function seenInFailure(cause: unknown): TailSeen {
  if (cause instanceof LogMoved) return { kind: 'moved' };
  if (cause instanceof Unreadable) return { kind: 'unreadable', error: cause };
  throw cause;
}

import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { addEvents, type EventCounts } from '../domain/event-counts.ts';
import { type LogIdentity, LogMoved } from '../queries/log-positions.ts';
import { type Batch, type Batches, type ReadOptions, createBatches } from './batches.ts';
import { type HeldLines, holdFrom, holdWith, joinHeld } from './held-lines.ts';
import type { ListedLog } from './list-logs.ts';
import { type FirstLine, locateLog, matchLogs, readFirstLine } from './locate-log.ts';
import type { LogBook } from './log-book.ts';
import { type LogText, isPackedFile, openLogText } from './log-text.ts';
import type { LogNote } from './notes.ts';
import type { Place } from './place.ts';
import { linesOfBatch } from './step.ts';
import type { Tally } from './tally.ts';
import { type TailSeen, type TailState, newTail, nextTail } from './tail-state.ts';
import { Unreadable } from './unreadable.ts';
import { type Witness, stillHolds, witnessAt, witnessBehind } from './witness.ts';

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
  /** Called for lines that were read, and recorded or held back. */
  readonly onRead: (tally: Tally) => void;
  /** Reading throws its reason once it aborts. */
  readonly stop: AbortSignal;
};

/** The log of the file, and how far it is recorded. */
type Located = {
  readonly log: LogIdentity;
  readonly place: Place;
  readonly batches: Batches;
  /** Lines before the place that are not recorded, because no line could be read so far. */
  readonly held: HeldLines | undefined;
  /** Undefined for a packed file, which is not cut. */
  readonly witness: Witness | undefined;
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
  #located: Located | undefined;

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
    if (!this.#text || !this.#located) return 0;
    const batches = createBatches(this.#text, this.#located.place, this.#following.readOptions);
    let events = 0;
    for (let next = await batches.next(); next; next = await batches.next()) events += next.events.length;
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
  async #isOlderCopy(text: LogText, { digest }: FirstLine): Promise<boolean> {
    // the file at the path has no older copy: if it is shorter, it was cut
    if (!this.opened.isRotated) return false;
    return (await matchLogs(text, await this.#following.book.find(digest))).isOlderCopy;
  }

  async #findPlace(): Promise<TailSeen> {
    if (!this.#firstLine) throw new Error('a log is identified before it is located');
    const { path, book, readOptions, note } = this.#following;
    const text = await this.#openText();
    const at = { book, path, modifiedAtMs: this.#modifiedAtMs() };
    const { log, place } = await locateLog(text, this.#firstLine, at);
    const { bytes, lines } = place;
    note(
      bytes > 0
        ? { kind: 'resumed', file: this.name, line: lines + 1 }
        : { kind: 'started', file: this.name },
    );
    const canBeCut = !(await isPackedFile(this.#handle));
    const witness = canBeCut ? await witnessAt(text, this.#firstLine.text, bytes) : undefined;
    const batches = createBatches(text, place, readOptions);
    this.#located = { log, place, witness, batches, held: holdFrom(place) };
    return { kind: 'place', place: { bytes, canBeCut } };
  }

  async #recordNext(): Promise<TailSeen> {
    if (!this.#text || !this.#located) throw new Error('a log is located before it is read');
    const batch = await this.#located.batches.next();
    const { witness } = this.#located;
    // compared after reading: only then is it certain that the batch continues what was recorded; and without a batch
    // too, since a file that was cut may have grown to the size that it had
    if (witness && !(await stillHolds(this.#text, witness))) return { kind: 'other-text' };
    return batch ? this.#take(batch, this.#located) : { kind: 'end' };
  }

  async #recordRest(): Promise<TailSeen> {
    const rest = await this.#located?.batches.unfinished();
    return rest && this.#located && rest.events.length > 0
      ? this.#take(rest, this.#located)
      : { kind: 'end' };
  }

  /** Records the batch, once a line could be read. */
  async #take(batch: Batch, located: Located): Promise<TailSeen> {
    const held = located.held && holdWith(located.held, batch);
    if (!held) return this.#record(batch, located);
    this.#following.onRead(batch.tally);
    const { witness } = located;
    const place = batch.to;
    this.#located = { ...located, place, held, witness: witness && witnessBehind(witness, batch.text) };
    return { kind: 'place', place: { bytes: place.bytes, canBeCut: witness !== undefined } };
  }

  async #record(batch: Batch, { log, batches, witness, held }: Located): Promise<TailSeen> {
    const { path, book, readOptions, recorded } = this.#following;
    const at = { log, path, modifiedAtMs: this.#modifiedAtMs() };
    let done = batch;
    const upTo = (room: number) => linesOfBatch(joinHeld(held, (done = batch.upTo(room))), at);
    await book.record({ wanted: batch.events.length, upTo });
    this.#following.onRead(done.tally);
    addEvents(recorded, done.events);
    const isWhole = done.events.length === batch.events.length;
    this.#located = {
      log,
      place: done.to,
      held: undefined,
      batches: isWhole ? batches : createBatches(await this.#openText(), done.to, readOptions),
      witness: witness && witnessBehind(witness, done.text),
    };
    return { kind: 'recorded', place: { bytes: done.to.bytes, canBeCut: witness !== undefined }, isWhole };
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

import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { type LogIdentity, LogMoved } from '../queries/log-positions.ts';
import { CommandFailure } from '../cli/failures.ts';
import { Unreadable } from '../cli/import/open-input.ts';
import { type Recorded, addRecorded } from '../cli/import/recorded.ts';
import { type Batch, type Batches, type Reading, createBatches } from './batches.ts';
import type { ListedLog } from './list-logs.ts';
import { type FirstLine, locateLog, matchLogs, readFirstLine } from './locate-log.ts';
import type { LogBook } from './log-book.ts';
import { type LogText, isPackedFile, openLogText } from './log-text.ts';
import type { Place } from './place.ts';
import { MAX_MOVES, linesOfBatch } from './step.ts';
import { type Witness, stillHolds, witnessAt, witnessBehind } from './witness.ts';

/** What following a log needs. */
export type Following = {
  /** Absolute. */
  readonly path: string;
  readonly book: LogBook;
  readonly reading: Reading;
  /** Kept up to date. */
  readonly recorded: Recorded;
  /** The wall clock, in milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly note: (message: string) => void;
};

/**
 * `idle`: nothing is new. `cut`: the file no longer holds what was read. `not-yet`: another file is to be read before.
 * `quota-spent`: events wait for room.
 */
export type Advance = 'read' | 'idle' | 'cut' | 'not-yet' | 'quota-spent';

/** Asked when a file's log is known and not yet read: whether no other file is to be read before. */
type IsNext = () => Promise<boolean>;

/** How far the file is recorded. */
type Standing = {
  readonly log: LogIdentity;
  readonly place: Place;
  readonly batches: Batches;
  /** Undefined where nobody cuts the file: one that is packed is never written again. */
  readonly witness: Witness | undefined;
};

/** An open file of a log that is followed, read as it grows, whatever it is called by then. */
export class Tail {
  /** The file as it was listed when it was opened. */
  readonly opened: ListedLog;
  readonly key: string;
  readonly name: string;
  /** When the file was last seen to change. */
  changedAtMs: number;
  /** Why the file cannot be read to its end. */
  trouble: string | undefined;
  readonly #handle: FileHandle;
  readonly #following: Following;
  #text: LogText | undefined;
  #standing: Standing | undefined;
  /** What the file was like when it was last looked at, and when nothing more could be read. */
  #stamp = '';
  #readStamp: string | undefined;
  #modifiedAtMs = 0;
  #moves = 0;

  constructor(handle: FileHandle, opened: ListedLog, following: Following) {
    this.opened = opened;
    this.key = opened.key;
    this.name = basename(opened.path);
    this.changedAtMs = following.now();
    this.#handle = handle;
    this.#following = following;
  }

  /** Records the next lines. Throws what the book throws, and CommandFailure. */
  async advance(isNext: IsNext): Promise<Advance> {
    const size = await this.#look();
    if (this.#stamp === this.#readStamp) return 'idle';
    try {
      return await this.#read(size, isNext);
    } catch (cause) {
      if (cause instanceof LogMoved) return this.#onMoved();
      if (!(cause instanceof Unreadable)) throw cause;
      this.trouble = cause.message;
      return this.#onRead();
    }
  }

  /** Records a last line that nobody will end, if it is a whole one. */
  async finish(): Promise<void> {
    const { batches } = this.#standing ?? {};
    if (this.trouble !== undefined || batches === undefined) return;
    const rest = await batches.unfinished();
    if (rest && rest.events.length > 0) await this.#record(rest);
  }

  /** The number of events that wait to be recorded. */
  async countWaiting(): Promise<number> {
    if (!this.#text || !this.#standing) return 0;
    const batches = createBatches(this.#text, this.#standing.place, this.#following.reading);
    let events = 0;
    for (let next = await batches.next(); next; next = await batches.next()) events += next.events.length;
    return events;
  }

  async close(): Promise<void> {
    await this.#text?.close();
    await this.#handle.close();
  }

  async #look(): Promise<number> {
    const { size, mtimeMs } = await this.#handle.stat();
    const stamp = `${size} ${mtimeMs}`;
    if (stamp !== this.#stamp) await this.#onChanged();
    this.#stamp = stamp;
    this.#modifiedAtMs = Math.floor(Math.min(mtimeMs, this.#following.now()));
    return size;
  }

  async #onChanged(): Promise<void> {
    if (this.#stamp !== '') this.changedAtMs = this.#following.now();
    // of a file that was still being packed, what was unpacked is no longer all there is
    await this.#text?.close();
  }

  /** Nothing more can be read until the file changes. */
  #onRead(): Advance {
    this.#readStamp = this.#stamp;
    return 'idle';
  }

  #onMoved(): Advance {
    this.#standing = undefined;
    this.#moves++;
    if (this.#moves < MAX_MOVES) return 'read';
    throw new CommandFailure(`another process is recording ${this.#following.path}`);
  }

  async #read(size: number, isNext: IsNext): Promise<Advance> {
    this.trouble = undefined;
    if (!this.#standing) {
      const firstLine = await this.#findFirstLine(size);
      if (!firstLine) return this.#onRead();
      // a file that was cut before it was ever read begins with another log than the one that its copy holds
      if (!this.opened.isRotated && !(await isNext())) return 'not-yet';
      this.#standing = await this.#stand(firstLine);
    }
    const { batches, place, witness } = this.#standing;
    if (witness && size < place.bytes) return 'cut';
    const batch = await batches.next();
    if (!batch) return this.#onRead();
    return (await this.#isCut()) ? 'cut' : this.#record(batch);
  }

  /** Asked after reading, so that what was read is known to be of the file that was recorded so far. */
  async #isCut(): Promise<boolean> {
    const { witness } = this.#standing ?? {};
    return witness !== undefined && this.#text !== undefined && !(await stillHolds(this.#text, witness));
  }

  /** Undefined as long as it cannot be known which log the file's is. */
  async #findFirstLine(size: number): Promise<FirstLine | undefined> {
    // of so little, nobody can tell whether it is packed
    if (size < 2) return undefined;
    this.#text ??= await openLogText(this.#handle, this.name);
    const firstLine = await readFirstLine(this.#text);
    if (!firstLine || (await this.#isOlderCopy(this.#text, firstLine))) return undefined;
    return firstLine;
  }

  async #stand(firstLine: FirstLine): Promise<Standing> {
    const { path, book, reading, note } = this.#following;
    const text = (this.#text ??= await openLogText(this.#handle, this.name));
    const { log, place } = await locateLog(text, firstLine, { book, path, modifiedAtMs: this.#modifiedAtMs });
    note(place.bytes > 0 ? `goes on at line ${place.lines + 1} of ${this.name}` : `begins ${this.name}`);
    const isPacked = await isPackedFile(this.#handle);
    const witness = isPacked ? undefined : await witnessAt(text, firstLine.text, place.bytes);
    return { log, place, witness, batches: createBatches(text, place, reading) };
  }

  /** The file that is at the path was cut rather than copied. */
  async #isOlderCopy(text: LogText, { digest }: FirstLine): Promise<boolean> {
    if (!this.opened.isRotated) return false;
    return (await matchLogs(text, await this.#following.book.find(digest))).isOlderCopy;
  }

  async #record(batch: Batch): Promise<Advance> {
    if (!this.#standing || !this.#text) throw new Error('a batch comes of a place');
    const { path, book, reading, recorded } = this.#following;
    const at = { log: this.#standing.log, path, modifiedAtMs: this.#modifiedAtMs };
    let done = batch;
    const upTo = (room: number) => linesOfBatch((done = batch.upTo(room)), at);
    await book.record({ wanted: batch.events.length, upTo });
    this.#moves = 0;
    addRecorded(recorded, done.events);
    const isWhole = done.events.length === batch.events.length;
    const batches = isWhole ? this.#standing.batches : createBatches(this.#text, done.to, reading);
    const witness = this.#standing.witness && witnessBehind(this.#standing.witness, done.text);
    this.#standing = { ...this.#standing, place: done.to, witness, batches };
    return isWhole ? 'read' : 'quota-spent';
  }
}

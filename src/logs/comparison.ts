import { createHash } from 'node:crypto';
import type { LogIdentity, RecordedLog } from '../domain/recorded-log.ts';
import { LINE_FEED } from './line-feed.ts';
import type { LogText } from './log-text.ts';
import { type Place, digestSoFar } from './place.ts';
import { endOfText } from './text-end.ts';

/** A recorded log that stands whole in a text, and the place behind it. */
export type WholeLog = {
  readonly log: LogIdentity;
  readonly place: Place;
  /** The end of its text, at most `END_BYTES`. */
  readonly end: Buffer;
};

export type Compared = {
  /** Of the recorded logs that stand there, the longest. */
  readonly found: WholeLog | undefined;
  /** The text ends before it is certain that a longer one stands there. */
  readonly endsEarly: boolean;
};

export const END_BYTES = 65_536;
const CHUNK_BYTES = 1_048_576;

/** Compares a text from a place on with recorded logs that may begin there. */
export class Comparison {
  readonly #from: Place;
  /** The shortest first. */
  readonly #logs: readonly RecordedLog[];
  readonly #hash = createHash('sha256');
  /** Of what was read; undefined until it is needed. */
  #digest: string | undefined;
  /** After what was read, with the number of complete lines. */
  #reached: Place;
  #end: Buffer = Buffer.alloc(0);

  constructor(from: Place, logs: readonly RecordedLog[]) {
    this.#from = from;
    this.#logs = logs.toSorted((one, other) => one.bytes - other.bytes);
    this.#reached = { ...from, hash: from.hash.copy() };
  }

  /** How far the text was read. */
  get readTo(): number {
    return this.#reached.bytes;
  }

  async run(text: LogText): Promise<Compared> {
    let found: WholeLog | undefined;
    for (const log of this.#logs) {
      await this.#readTo(text, this.#from.bytes + log.bytes);
      if (this.readTo < this.#from.bytes + log.bytes) return { found, endsEarly: true };
      this.#digest ??= digestSoFar(this.#hash);
      if (this.#digest === log.digest) found = { log, place: this.#placeBehind(log), end: this.#end };
    }
    return { found, endsEarly: false };
  }

  /** Reads on to this byte, or to the end of the text. */
  async #readTo(text: LogText, bytes: number): Promise<void> {
    for (let length = 1; length > 0 && this.readTo < bytes;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - this.readTo));
      length = await text.read(chunk, this.readTo);
      this.#add(chunk.subarray(0, length));
    }
  }

  #add(read: Buffer): void {
    if (read.length === 0) return;
    const { bytes, lines, hash, readerState } = this.#reached;
    this.#hash.update(read);
    this.#digest = undefined;
    hash.update(read);
    this.#reached = { bytes: bytes + read.length, lines: lines + countFeeds(read), hash, readerState };
    this.#end = endOfText(this.#end, read, END_BYTES);
  }

  #placeBehind({ readerState }: RecordedLog): Place {
    const { bytes, lines, hash } = this.#reached;
    return {
      bytes,
      // a last line without an end is a line too
      lines: (this.#end.at(-1) ?? LINE_FEED) === LINE_FEED ? lines : lines + 1,
      hash: hash.copy(),
      readerState: readerState ?? this.#from.readerState,
    };
  }
}

function countFeeds(text: Buffer): number {
  let feeds = 0;
  for (let feed = text.indexOf(LINE_FEED); feed >= 0; feed = text.indexOf(LINE_FEED, feed + 1)) feeds++;
  return feeds;
}

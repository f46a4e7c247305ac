import { createHash } from 'node:crypto';
import type { LogIdentity, RecordedLog } from '../queries/log-positions.ts';
import type { LogBook } from './log-book.ts';
import type { LogText } from './log-text.ts';
import { type Place, digestOf, positionAt, startOfLog } from './place.ts';

/** The recorded log that a file continues, and the place to continue at. */
export type Located = { readonly log: LogIdentity; readonly place: Place };

/** The line that identifies a log. */
export type FirstLine = {
  /** SHA-256 in hex. */
  readonly digest: string;
  /** The text from the start of the file to the end of that line. */
  readonly text: Buffer;
};

/** A first line that is longer is identified by its first 64 KiB. */
const HEAD_BYTES = 65_536;
const CHUNK_BYTES = 1_048_576;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NUMBER_SIGN = 0x23;

/**
 * The line that identifies a log: the first that is no directive, since all logs of CloudFront begin with the same ones
 * ("#Version: 1.0"). Undefined until the line is complete.
 */
export async function readFirstLine(text: LogText): Promise<FirstLine | undefined> {
  const head = await readHead(text);
  for (let from = 0, feed = head.indexOf(LINE_FEED); feed >= 0;) {
    if (head[from] !== NUMBER_SIGN) return firstLine(head.subarray(0, feed + 1), head.subarray(from, feed));
    from = feed + 1;
    feed = head.indexOf(LINE_FEED, from);
  }
  return head.length === HEAD_BYTES ? firstLine(head, head) : undefined;
}

/** Whether a text without a complete first line has the beginning of one. */
export async function hasUnendedLine(text: LogText): Promise<boolean> {
  const last = (await readHead(text)).at(-1);
  return last !== undefined && last !== LINE_FEED;
}

async function readHead(text: LogText): Promise<Buffer> {
  const buffer = Buffer.alloc(HEAD_BYTES);
  return buffer.subarray(0, await text.read(buffer, 0));
}

function firstLine(text: Buffer, line: Buffer): FirstLine {
  const bare = line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
  return { text, digest: createHash('sha256').update(bare).digest('hex') };
}

/** The recorded log that the text continues, if there is one: that which is recorded furthest. */
export type Match = {
  readonly located: Located | undefined;
  /**
   * The text continues no recorded log, and one with the same first line is recorded to a place beyond its end. So it
   * is a copy of that log, either an older one or one that is still being written.
   */
  readonly isOlderCopy: boolean;
};

/** Compares the text with the recorded logs that begin with its first line. */
export async function matchLogs(text: LogText, candidates: readonly RecordedLog[]): Promise<Match> {
  const sorted = candidates.toSorted((one, other) => one.bytes - other.bytes);
  let place = startOfLog();
  let located: Located | undefined;
  for (const log of sorted) {
    const further = await goTo(text, place, log.bytes);
    if (further === undefined) return { located, isOlderCopy: (located?.place.bytes ?? 0) === 0 };
    place = further;
    if (digestOf(place.hash) !== log.digest) continue;
    located = { log, place: { ...place, readerState: log.readerState } };
  }
  return { located, isOlderCopy: false };
}

/** The place at this many bytes; undefined if the text ends before. */
async function goTo(text: LogText, from: Place, bytes: number): Promise<Place | undefined> {
  const hash = from.hash.copy();
  let { bytes: at, lines } = from;
  while (at < bytes) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - at));
    const length = await text.read(chunk, at);
    if (length === 0) return undefined;
    const read = chunk.subarray(0, length);
    hash.update(read);
    lines += countLines(read);
    at += length;
  }
  return { bytes, lines, hash, readerState: null };
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let feed = text.indexOf(LINE_FEED); feed >= 0; feed = text.indexOf(LINE_FEED, feed + 1)) lines++;
  return lines;
}

/** The place to read a file on from. A log that is new is added to the book, with nothing recorded. */
export async function locateLog(
  text: LogText,
  { digest: firstLine }: FirstLine,
  {
    book,
    path,
    modifiedAtMs,
  }: { readonly book: LogBook; readonly path: string; readonly modifiedAtMs: number },
): Promise<Located> {
  for (;;) {
    const candidates = await book.find(firstLine);
    const { located } = await matchLogs(text, candidates);
    if (located) return located;
    // if another process inserts this copy first, the next round compares the text with it
    const copy = Math.max(-1, ...candidates.map((log) => log.copy)) + 1;
    const { digest } = positionAt(startOfLog());
    await book.insert({ siteId: book.siteId, firstLine, copy }, { digest, path, modifiedAtMs });
  }
}

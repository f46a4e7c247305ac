import { createHash } from 'node:crypto';
import type { LogIdentity, RecordedLog } from '../queries/log-positions.ts';
import type { LogBook } from './log-book.ts';
import type { LogText } from './log-text.ts';
import { type Place, digestOf, positionAt, startOfLog } from './place.ts';

/** Which recorded log a file continues, and where. */
export type Located = { readonly log: LogIdentity; readonly place: Place };

/** What the start of a file tells of its log. */
export type FirstLine = {
  /** SHA-256 in hex. */
  readonly digest: string;
  /** Everything from the start of the file to the end of that line. */
  readonly text: Buffer;
};

/** Reading this far finds the first line of any log; one that is longer is known by what was read of it. */
const HEAD_BYTES = 65_536;
const CHUNK_BYTES = 1_048_576;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NUMBER_SIGN = 0x23;

/**
 * The line that a log is known by: the first that is no directive, as "#Version: 1.0" is, with which all logs of
 * CloudFront begin. Undefined as long as no line end follows it.
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

/** Whether a text without a first line has begun one. */
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

/** The recorded log that the text continues furthest, if it does any. */
export type Match = {
  readonly located: Located | undefined;
  /**
   * The text continues none, and ends before the place where one that begins alike stands: a copy of that, from before
   * or still being written.
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

/** Undefined when the text ends before. */
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

/** Where the file's log stands; a log that is not known yet becomes so, at its start. */
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
    // another process may be quicker: then its log is looked at too
    const copy = Math.max(-1, ...candidates.map((log) => log.copy)) + 1;
    const { digest } = positionAt(startOfLog());
    await book.insert({ siteId: book.siteId, firstLine, copy }, { digest, path, modifiedAtMs });
  }
}

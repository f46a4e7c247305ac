import { type Hash, createHash } from 'node:crypto';
import type { LogIdentity, RecordedLog } from '../domain/recorded-log.ts';
import { LINE_FEED, type LogText } from './log-text.ts';
import { type Place, digestSoFar, placeBehind } from './place.ts';

/** A recorded log that stands whole in a text, and the place behind it. */
export type WholeLog = { readonly log: LogIdentity; readonly place: Place };

type Compared = {
  /** Of the recorded logs that stand there, the longest. */
  readonly found: WholeLog | undefined;
  /** The text ends before it is certain that a longer one stands there. */
  readonly endsEarly: boolean;
  /** How far the text was read. */
  readonly readTo: number;
};

const CHUNK_BYTES = 1_048_576;

/** Compares a text from a place on with recorded logs that may begin there. */
export async function compareLogs(
  text: LogText,
  from: Place,
  logs: readonly RecordedLog[],
): Promise<Compared> {
  const hash = createHash('sha256');
  let reached = from;
  let found: WholeLog | undefined;
  for (const log of logs.toSorted((one, other) => one.bytes - other.bytes)) {
    const end = from.bytes + log.bytes;
    reached = await readOn(text, reached, { to: end, hash });
    if (reached.bytes < end) return { found, endsEarly: true, readTo: reached.bytes };
    if (digestSoFar(hash) === log.digest) found = { log, place: behindLog(reached, log) };
  }
  return { found, endsEarly: false, readTo: reached.bytes };
}

/** The place at this byte, or at the end of the text, with the number of complete lines. Adds what is read to the hash. */
async function readOn(
  text: LogText,
  from: Place,
  { to, hash }: { readonly to: number; readonly hash: Hash },
): Promise<Place> {
  let place = from;
  while (place.bytes < to) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - place.bytes));
    const read = chunk.subarray(0, await text.read(chunk, place.bytes));
    if (read.length === 0) break;
    hash.update(read);
    place = placeBehind(place, { text: read, lines: countFeeds(read), readerState: place.readerState });
  }
  return place;
}

function behindLog(place: Place, { readerState }: RecordedLog): Place {
  // a last line without an end is a line too
  const isEnded = (place.end.at(-1) ?? LINE_FEED) === LINE_FEED;
  return {
    ...place,
    lines: isEnded ? place.lines : place.lines + 1,
    readerState: readerState ?? place.readerState,
  };
}

function countFeeds(text: Buffer): number {
  let feeds = 0;
  for (let feed = text.indexOf(LINE_FEED); feed >= 0; feed = text.indexOf(LINE_FEED, feed + 1)) feeds++;
  return feeds;
}

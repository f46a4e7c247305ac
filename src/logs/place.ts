import { type Hash, createHash } from 'node:crypto';
import type { LogPosition } from '../queries/log-positions.ts';

/** A place between two lines of a log, and what is known of the text before it. */
export type Place = {
  readonly bytes: number;
  readonly lines: number;
  /** The SHA-256 of that text, to go on from; never written to. */
  readonly hash: Hash;
  readonly readerState: string | null;
};

/** Where every log begins. */
export function startOfLog(): Place {
  return { bytes: 0, lines: 0, hash: createHash('sha256'), readerState: null };
}

/** The place behind these lines. */
export function placeBehind(
  { bytes, lines, hash }: Place,
  read: { readonly text: Buffer; readonly lines: number; readonly readerState: string | undefined },
): Place {
  return {
    bytes: bytes + read.text.length,
    lines: lines + read.lines,
    hash: hash.copy().update(read.text),
    readerState: read.readerState ?? null,
  };
}

/** The place as it is recorded. */
export function positionAt({ bytes, hash, readerState }: Place): LogPosition {
  return { bytes, digest: digestOf(hash), readerState };
}

/** In hex; the hash can be gone on with. */
export function digestOf(hash: Hash): string {
  return hash.copy().digest('hex');
}

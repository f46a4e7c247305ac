import { type Hash, createHash } from 'node:crypto';
import type { LogPosition } from '../domain/recorded-log.ts';

/** A place between two lines of a log, and what to remember about the text before it. */
export type Place = {
  readonly bytes: number;
  readonly lines: number;
  /** The SHA-256 of that text. Copy it before you update it. */
  readonly hash: Hash;
  readonly readerState: string | null;
};

/** The start of any log. */
export function startOfLog(): Place {
  return { bytes: 0, lines: 0, hash: createHash('sha256'), readerState: null };
}

/** The place after these lines. */
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
  return { bytes, digest: digestSoFar(hash), readerState };
}

/** In hex. The hash can still be updated. */
export function digestSoFar(hash: Hash): string {
  return hash.copy().digest('hex');
}

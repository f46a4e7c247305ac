import { type Hash, createHash } from 'node:crypto';
import type { LogPosition } from '../domain/recorded-log.ts';

/** A place between two lines of a log, and what to remember about the text before it. */
export type Place = {
  readonly bytes: number;
  readonly lines: number;
  /** The SHA-256 of that text. Copy it before you update it. */
  readonly hash: Hash;
  /** The last bytes of that text, at most 64 KiB: by them it is recognised without reading all of it again. */
  readonly end: Buffer;
  readonly readerState: string | null;
};

const END_BYTES = 65_536;

/** The start of any log. */
export function startOfLog(): Place {
  return { bytes: 0, lines: 0, hash: createHash('sha256'), end: Buffer.alloc(0), readerState: null };
}

/** The place after these lines. */
export function placeBehind(
  { bytes, lines, hash, end }: Place,
  read: { readonly text: Buffer; readonly lines: number; readonly readerState: string | null },
): Place {
  return {
    bytes: bytes + read.text.length,
    lines: lines + read.lines,
    hash: hash.copy().update(read.text),
    end: endOf(end, read.text),
    readerState: read.readerState,
  };
}

function endOf(before: Buffer, text: Buffer): Buffer {
  const joined = Buffer.concat([before, text.subarray(-END_BYTES)]);
  // a copy, since a part would keep the whole block in memory
  return Buffer.from(joined.subarray(-END_BYTES));
}

/** The place as it is recorded. */
export function positionAt({ bytes, hash, readerState }: Place): LogPosition {
  return { bytes, digest: digestSoFar(hash), readerState };
}

/** In hex. The hash can still be updated. */
export function digestSoFar(hash: Hash): string {
  return hash.copy().digest('hex');
}

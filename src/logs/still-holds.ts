import type { LogText } from './log-text.ts';
import type { Place } from './place.ts';

/** Two logs do not have as many bytes in common at the same place. */
const COMPARED_BYTES = 4096;

/** Whether a file, which may have been cut, still holds what was read of it: its start, and the text before the place. */
export async function stillHolds(text: LogText, start: Buffer, { bytes, end }: Place): Promise<boolean> {
  const before = end.subarray(-COMPARED_BYTES);
  return (
    (await holdsAt(text, 0, start.subarray(0, COMPARED_BYTES))) &&
    (await holdsAt(text, bytes - before.length, before))
  );
}

async function holdsAt(text: LogText, offset: number, expected: Buffer): Promise<boolean> {
  const buffer = Buffer.alloc(expected.length);
  return buffer.subarray(0, await text.read(buffer, offset)).equals(expected);
}

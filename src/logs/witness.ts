import type { Batch } from './batches.ts';
import type { LogText } from './log-text.ts';
import { endOfText } from './text-end.ts';

/** The text at the start of a file and before a place. It shows later whether the file was cut. */
export type Witness = {
  readonly head: Buffer;
  readonly before: Buffer;
  /** Bytes from the start of the file. */
  readonly place: number;
};

/** Two logs do not have as many bytes in common at the same place. A batch holds at least as many of its text. */
const COMPARED_BYTES = 4096;

/** Remembers the text before a place; `head` is the start of the file. */
export async function witnessAt(text: LogText, head: Buffer, place: number): Promise<Witness> {
  const from = Math.max(0, place - COMPARED_BYTES);
  return { head: head.subarray(0, COMPARED_BYTES), before: await readAt(text, from, place - from), place };
}

/** The witness for the place after the batch that was read next. */
export function witnessBehind({ head, before }: Witness, { text, to }: Batch): Witness {
  return { head, before: endOfText(before, text, COMPARED_BYTES), place: to.bytes };
}

/** Whether the file still holds the text of the witness. */
export async function stillHolds(text: LogText, { head, before, place }: Witness): Promise<boolean> {
  const [headNow, beforeNow] = [
    await readAt(text, 0, head.length),
    await readAt(text, place - before.length, before.length),
  ];
  return headNow.equals(head) && beforeNow.equals(before);
}

async function readAt(text: LogText, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, await text.read(buffer, offset));
}

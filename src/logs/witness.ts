import type { LogText } from './log-text.ts';

/** What a file held where a reader stands, to tell whether it still does: its start, and the text before the place. */
export type Witness = {
  readonly head: Buffer;
  readonly before: Buffer;
  /** Bytes from the start of the file. */
  readonly place: number;
};

/** No two logs have so much in common at one place. */
const COMPARED_BYTES = 4096;

/** Remembers the text around a place; `head` is where the file begins. */
export async function witnessAt(text: LogText, head: Buffer, place: number): Promise<Witness> {
  const from = Math.max(0, place - COMPARED_BYTES);
  return { head: head.subarray(0, COMPARED_BYTES), before: await readAt(text, from, place - from), place };
}

/** The witness behind the text that follows. */
export function witnessBehind({ head, before, place }: Witness, read: Buffer): Witness {
  const joined = Buffer.concat([before, read.subarray(-COMPARED_BYTES)]);
  return {
    head,
    // a copy: a part would keep the whole block in memory
    before: Buffer.from(joined.subarray(-COMPARED_BYTES)),
    place: place + read.length,
  };
}

/** Whether the file still holds what the witness saw. */
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

import type { FileHandle } from 'node:fs/promises';
import { type Unpacked, isPacked, refuseZip, unpack } from './unpack.ts';
import { unreadable } from './unreadable.ts';

/** The byte that ends a line. */
export const LINE_FEED = 0x0a;

/** The unpacked text of a log as bytes. It can be read from any place. */
export type LogText = {
  /** Fills the buffer, which must not change afterwards, from this offset on. Returns the number of bytes. */
  read(into: Buffer, offset: number): Promise<number>;
  /** How much of the file on disk was read. */
  readonly bytesRead: () => number;
  close(): Promise<void>;
};

/**
 * The text of an open file, unpacked if gzip packed it. The file stays open. Reading throws Unreadable, and the reason
 * of the signal once that aborts: every long loop reads, so that none outlasts it.
 */
export async function openLogText(handle: FileHandle, name: string, stop: AbortSignal): Promise<LogText> {
  const text = (await isPackedFile(handle, name))
    ? streamedText(() => unpack(bytesOf(handle)))
    : plainText(handle);
  return {
    ...text,
    async read(into, offset) {
      stop.throwIfAborted();
      return text.read(into, offset).catch((cause: unknown) => {
        throw unreadable(name, cause);
      });
    },
  };
}

/** Whether the file was packed by gzip. Throws Unreadable for a zip archive. */
export async function isPackedFile(handle: FileHandle, name: string): Promise<boolean> {
  const head = Buffer.alloc(4);
  await handle.read(head, 0, 4, 0);
  try {
    refuseZip(head);
  } catch (cause) {
    throw unreadable(name, cause);
  }
  return isPacked(head);
}

const CHUNK_BYTES = 65_536;

/** The bytes of a file. A stream of the handle would close it, if it is left before its end. */
async function* bytesOf(handle: FileHandle): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

function plainText(handle: FileHandle): LogText {
  let readTo = 0;
  return {
    async read(into, offset) {
      const length = await readFully(handle, into, offset);
      readTo = offset + length;
      return length;
    },
    bytesRead: () => readTo,
    close: () => Promise.resolve(),
  };
}

async function readFully(handle: FileHandle, into: Buffer, offset: number): Promise<number> {
  let length = 0;
  while (length < into.length) {
    const { bytesRead } = await handle.read(into, length, into.length - length, offset + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

type Stretch = { readonly from: number; readonly bytes: Uint8Array };

const NOTHING: Stretch = { from: 0, bytes: new Uint8Array() };

/**
 * The text of a stream. What was read last is kept, so that a reader may go back within it; for text before that, the
 * stream is opened again. If the stream breaks off, all text before the break can be read; reading past it throws.
 */
export function streamedText(open: () => Unpacked): LogText {
  let stream: Unpacked | undefined;
  let failure: Error | undefined;
  let last = NOTHING;
  let pulled = NOTHING;

  async function close(): Promise<void> {
    await stream?.chunks.return();
    [stream, failure, last, pulled] = [undefined, undefined, NOTHING, NOTHING];
  }

  /** False at the end, and where the stream breaks off. */
  async function pull(): Promise<boolean> {
    stream ??= open();
    try {
      const { value, done } = await stream.chunks.next();
      if (done !== true) pulled = { from: endOf(pulled), bytes: value };
      return done !== true;
    } catch (cause) {
      failure = cause as Error;
      return false;
    }
  }

  /** Copies text from the offset on, pulling it if necessary. Returns the number of bytes, 0 at the end. */
  async function copy(into: Buffer, offset: number): Promise<number> {
    for (;;) {
      const stretch = [last, pulled].find((one) => one.from <= offset && offset < endOf(one));
      if (stretch) return copyFrom(stretch, into, offset);
      if (failure !== undefined || !(await pull())) return 0;
    }
  }

  return {
    async read(into, offset) {
      if (offset < last.from) await close();
      let length = 0;
      for (let copied = 1; copied > 0 && length < into.length; length += copied)
        copied = await copy(into.subarray(length), offset + length);
      if (length > 0) last = { from: offset, bytes: into.subarray(0, length) };
      if (length > 0 || failure === undefined) return length;
      const cause = failure;
      await close();
      throw cause;
    },
    bytesRead: () => stream?.bytesRead() ?? 0,
    close,
  };
}

function endOf({ from, bytes }: Stretch): number {
  return from + bytes.length;
}

function copyFrom({ from, bytes }: Stretch, into: Buffer, offset: number): number {
  const part = bytes.subarray(offset - from, offset - from + into.length);
  into.set(part);
  return part.length;
}

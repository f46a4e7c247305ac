import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandFailure } from '../failures.ts';

/** A text file, or standard input. */
export type Input = {
  /** Its bytes, unpacked if they were packed by gzip. May be read once. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The size of a regular file, as it lies on disk. */
  readonly totalBytes: number | undefined;
  /** How much of the file was read. */
  readonly bytesRead: () => number;
};

/** Opens a file by its path, or standard input as "-". Throws CommandFailure; so does reading it. */
export async function openInput(path: string, stop: AbortSignal): Promise<Input> {
  stop.throwIfAborted();
  if (path === '-') return inputFrom(process.stdin, { path: 'standard input', totalBytes: undefined, stop });
  const handle = await openFile(path);
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new CommandFailure(`cannot read ${path}: it is a folder`);
  }
  const totalBytes = stats.isFile() ? stats.size : undefined;
  return inputFrom(createReadStream(path, { fd: handle }), { path, totalBytes, stop });
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

type Source = { readonly path: string; readonly totalBytes: number | undefined; readonly stop: AbortSignal };

function inputFrom(raw: Readable, { path, totalBytes, stop }: Source): Input {
  let bytesRead = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of raw as AsyncIterable<Uint8Array>) {
      bytesRead += chunk.length;
      yield chunk;
    }
  }
  // Waiting for input that does not come must not outlast the wish to stop.
  stop.addEventListener('abort', () => raw.destroy(stop.reason as Error), { once: true });
  return { chunks: told(path, unpacked(counted()), stop), totalBytes, bytesRead: () => bytesRead };
}

/** Packed or not, told by the first two bytes: a name may lie, and standard input has none. */
async function* unpacked(source: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { value, done } = await source.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  const all = joined(head, source);
  if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzipped(all);
  else yield* all;
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield head;
  yield* rest;
}

async function* gunzipped(packed: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  // A failure of the source arrives through the stream that is read.
  const stream = pipeline(Readable.from(packed), createGunzip(), () => undefined);
  for await (const chunk of stream) yield chunk as Uint8Array;
}

/** Failures in the words of whoever named the file. */
async function* told(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
  } catch (cause) {
    stop.throwIfAborted();
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): CommandFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new CommandFailure(`cannot read ${path}: ${reason}`, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  Z_BUF_ERROR: 'its gzip data ends too early',
  Z_DATA_ERROR: 'its gzip data is damaged',
};

import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CommandFailure, reasonOf } from '../failures.ts';
import { unpack } from '../../logs/unpack.ts';

/** A text file, or standard input. */
export type Input = {
  /** Its bytes, unpacked if they were packed by gzip. May be read once. */
  readonly chunks: AsyncGenerator<Uint8Array, void>;
  /** How much of the file was read. */
  readonly bytesRead: () => number;
};

/** Opens a file by its path, or standard input as "-". Throws Unreadable; so does reading it. */
export async function openInput(path: string, stop: AbortSignal): Promise<Input> {
  stop.throwIfAborted();
  if (path === '-') return inputFrom(process.stdin, 'standard input', stop);
  return inputFrom(createReadStream(path, { fd: await openFile(path) }), path, stop);
}

/** Opens a file, which must not be a folder. Throws Unreadable. */
export async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (!(await handle.stat()).isDirectory()) return handle;
  await handle.close();
  throw new Unreadable(`cannot read ${path}: ${REASONS.EISDIR}`);
}

/** A file cannot be read. */
export class Unreadable extends CommandFailure {}

/** Why a file cannot be read, in the words of whoever named it. */
export function unreadable(path: string, cause: unknown): Unreadable {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new Unreadable(`cannot read ${path}: ${REASONS[code] ?? reasonOf(cause)}`, { cause });
}

const REASONS: Readonly<Record<string, string>> & { readonly EISDIR: string } = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  Z_BUF_ERROR: 'its gzip data ends too early',
  Z_DATA_ERROR: 'its gzip data is damaged',
};

function inputFrom(raw: Readable, path: string, stop: AbortSignal): Input {
  const { chunks, bytesRead } = unpack(raw);
  // Waiting for input that does not come must not outlast the wish to stop.
  stop.addEventListener('abort', () => raw.destroy(stop.reason as Error), { once: true });
  return { chunks: told(path, chunks, stop), bytesRead };
}

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

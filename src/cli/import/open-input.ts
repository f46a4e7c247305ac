import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { openFile } from '../../logs/open-file.ts';
import { unpack } from '../../logs/unpack.ts';
import { unreadable } from '../../logs/unreadable.ts';
import type { Shell } from '../shell.ts';
import { readPipe } from './read-pipe.ts';

/** A text file, or standard input. */
export type Input = {
  /** Its bytes, unpacked if gzip packed them. They can be read once. */
  readonly chunks: AsyncGenerator<Uint8Array, void>;
  /** How much of the file was read, in bytes on disk. */
  readonly bytesRead: () => number;
};

/** Opens a file by its path, or standard input as "-". Throws Unreadable; so does reading it. */
export async function openInput({ stdin }: Shell, path: string, stop: AbortSignal): Promise<Input> {
  stop.throwIfAborted();
  if (path === '-') return inputFrom(stdin(), 'standard input', stop);
  const isPipe = statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
  const raw = isPipe
    ? Readable.from(readPipe(path, stop))
    : createReadStream(path, { fd: await openFile(path) });
  return inputFrom(raw, path, stop);
}

function inputFrom(raw: Readable, path: string, stop: AbortSignal): Input {
  const { chunks, bytesRead } = unpack(raw);
  // A stop signal ends a wait for input that does not come.
  stop.addEventListener('abort', () => raw.destroy(stop.reason as Error), { once: true });
  return { chunks: withPath(path, chunks, stop), bytesRead };
}

async function* withPath(
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

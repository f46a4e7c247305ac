import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const CHUNK_BYTES = 65_536;
const PAUSE_MS = 50;

/**
 * Reads a pipe by its path to its end, that is until its last writer has closed it. No call blocks: a thread that waits
 * for a writer or for data cannot be interrupted, and would keep the process from ending. Throws once the signal aborts.
 */
export async function* readPipe(path: string, stop: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    // a named pipe may still be without a writer; any other had one from the start
    let hadWriter = await isUnnamed(path);
    for (;;) {
      const read = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES)).catch(emptyIfWaiting);
      if (read?.bytesRead === 0 && hadWriter) return;
      hadWriter ||= read?.bytesRead !== 0;
      if (read && read.bytesRead > 0) yield read.buffer.subarray(0, read.bytesRead);
      else await delay(PAUSE_MS, undefined, { signal: stop });
    }
  } finally {
    await handle.close();
  }
}

/** Undefined if there is a writer, but no data yet. */
function emptyIfWaiting(cause: unknown): undefined {
  if ((cause as NodeJS.ErrnoException).code !== 'EAGAIN') throw cause;
}

/** Whether it is a pipe that a shell made, such as `<(zcat access.log.gz)`. */
async function isUnnamed(path: string): Promise<boolean> {
  return realpath(path).then(
    () => false,
    () => true,
  );
}

import { stat } from 'node:fs/promises';

/** A file that is read again whenever it is replaced. */
export type WatchedFile<Content> = {
  /** What was read last. */
  readonly content: () => Content;
  readonly close: () => void;
};

type WatchOptions<Content> = {
  /** Rejects if the file cannot be used. */
  readonly read: (path: string) => Promise<Content>;
  /** Called once for a new file that cannot be used. The old content stays in use. */
  readonly onFault?: ((cause: unknown) => void) | undefined;
};

/**
 * Reads a file and checks once a minute whether it was replaced or modified. This does not keep the process alive.
 * Rejects if the first read does.
 */
export async function watchFile<Content>(
  path: string,
  { read, onFault }: WatchOptions<Content>,
): Promise<WatchedFile<Content>> {
  // Taken before the file is read, so that a replacement during the read is noticed.
  let seen = await identityOf(path);
  let content = await read(path);

  async function renew(): Promise<void> {
    const now = await identityOf(path);
    if (now === seen) return;
    seen = now;
    content = await read(path);
  }

  const timer = setInterval(() => {
    renew().catch((cause: unknown) => onFault?.(cause));
  }, CHECK_INTERVAL_MS).unref();
  return {
    content: () => content,
    close: () => {
      clearInterval(timer);
    },
  };
}

const CHECK_INTERVAL_MS = 60_000;

/** Changes when the file is replaced or modified. */
async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? [found.dev, found.ino, found.size, found.mtimeMs].join() : 'missing';
}

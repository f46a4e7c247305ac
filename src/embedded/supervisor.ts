import { setTimeout as sleep } from 'node:timers/promises';
import { startDatabaseWorker, type DatabaseWorker } from './database-worker.ts';
import type { WorkerSettings } from './worker-messages.ts';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** Serves a database until it is closed. Restarts its thread after a crash. Rejects if the first start fails. */
export async function superviseDatabase(
  settings: WorkerSettings,
  onRestart: (cause: unknown) => void,
): Promise<{ close(graceMs: number): Promise<void> }> {
  let worker = await startDatabaseWorker(settings);
  const closing = new AbortController();
  const isClosing = () => closing.signal.aborted;
  const watching = watch();
  return {
    close: async (graceMs) => {
      closing.abort();
      await worker.stop(graceMs);
      await watching;
    },
  };

  async function watch(): Promise<void> {
    for (;;) {
      const cause = await worker.ended;
      if (isClosing()) return;
      onRestart(cause);
      const next = await restart();
      if (!next) return;
      worker = next;
      if (isClosing()) return worker.stop(0);
    }
  }

  async function restart(): Promise<DatabaseWorker | undefined> {
    for (let delayMs = FIRST_RETRY_MS; !isClosing(); delayMs = Math.min(2 * delayMs, LAST_RETRY_MS)) {
      try {
        return await startDatabaseWorker(settings);
      } catch (cause) {
        onRestart(cause);
        await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }
}

// The thread of the embedded database. PGlite blocks its thread during a query, which would stop the event loop of a
// server. database-worker.ts starts this thread.
import { chmodSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createMultiplexer } from './multiplexer.ts';
import { openPgliteEngine } from './pglite-engine.ts';
import type { StopRequest, DatabaseWorkerReport, WorkerSettings } from './worker-messages.ts';

const { folder, socketPath, idleInTransactionMs } = workerData as WorkerSettings;

try {
  await serve();
} catch (cause) {
  die(cause);
}

async function serve(): Promise<void> {
  const engine = await openPgliteEngine({
    folder,
    seed: new URL('./seed.tgz', import.meta.url),
    onDeath: die,
  });
  const multiplexer = createMultiplexer(engine, { idleMs: idleInTransactionMs, onCrash: die });
  rmSync(socketPath, { force: true }); // left over from a killed process or thread
  await multiplexer.listen(socketPath);
  chmodSync(socketPath, 0o600);
  parentPort?.once('message', ({ graceMs }: StopRequest) => {
    multiplexer
      .close(graceMs)
      .then(() => engine.close())
      .then(() => process.exit(0), die);
  });
  report({ kind: 'ready' });
}

/** In a worker, process.exit ends only the thread, even during a call into the engine. */
function die(cause: unknown): void {
  report({ kind: 'died', reason: cause instanceof Error ? cause.message : String(cause) });
  process.exit(1);
}

function report(message: DatabaseWorkerReport): void {
  parentPort?.postMessage(message);
}

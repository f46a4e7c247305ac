import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { StopRequest, DatabaseWorkerReport, WorkerSettings } from './worker-messages.ts';

export type DatabaseWorker = {
  /** Resolves when the thread ends: with the reason if it crashed, with undefined if it was stopped. */
  readonly ended: Promise<Error | undefined>;
  stop(graceMs: number): Promise<void>;
};

/** The time limit for closing the database after the grace period. A query may never end. */
const CLOSE_MS = 5_000;

// Node 20 cannot run a .ts file as a worker, so the sources use the built one.
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/current/worker.js' : './worker.js',
  import.meta.url,
);

/** Starts a thread that serves the database of a folder on its socket. Rejects if the database does not open. */
export async function startDatabaseWorker(settings: WorkerSettings): Promise<DatabaseWorker> {
  // No execArgv, because the flags of a test runner or loader would break this thread.
  const worker = new Worker(WORKER, { workerData: settings, execArgv: [] });
  const ended = whenEnded(worker);
  const ready = new Promise<void>((resolve) => {
    worker.on('message', (report: DatabaseWorkerReport) => {
      if (report.kind === 'ready') resolve();
    });
  });
  const failure = await Promise.race([ready, ended]);
  if (failure) throw failure;
  return { ended, stop: (graceMs) => stop(worker, ended, graceMs) };
}

async function whenEnded(worker: Worker): Promise<Error | undefined> {
  let reason: Error | undefined;
  worker.on('message', (report: DatabaseWorkerReport) => {
    if (report.kind === 'died') reason = new Error(report.reason);
  });
  worker.on('error', (error: Error) => {
    reason = error;
  });
  const code = await new Promise<number>((resolve) => worker.once('exit', resolve));
  return code === 0 ? undefined : (reason ?? new Error(`the database thread ended with code ${code}`));
}

async function stop(worker: Worker, ended: Promise<unknown>, graceMs: number): Promise<void> {
  const request: StopRequest = { graceMs };
  worker.postMessage(request);
  const patience = new AbortController();
  const stopped = await Promise.race([
    ended.then(() => true),
    sleep(graceMs + CLOSE_MS, false, { signal: patience.signal }),
  ]);
  patience.abort();
  if (!stopped) await worker.terminate(); // as safe as kill -9: acknowledged writes are in the log
}

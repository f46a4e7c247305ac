import { constants } from 'node:os';

/** Someone asked the process to stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  /** The exit code that a shell reports for this signal: 130 for SIGINT, 143 for SIGTERM. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** npm forwards an interrupt that the terminal has sent to the process already, so one Ctrl+C arrives twice. */
const SAME_INTERRUPT_MS = 250;

/** How long a process may take to stop gracefully. A server gives its requests ten seconds. */
export const STOP_WITHIN_MS = 15_000;

/** How long the database may take to close if the process is stopped before it serves. */
export const CLOSE_WITHIN_MS = 2_000;

/**
 * A signal that aborts, with Stopped as its reason, at the first SIGINT or SIGTERM, so that the process can stop
 * gracefully, within a time limit. A second one ends the process at once. Before this call, and after
 * `endAtNextSignal`, the first one does.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  let stoppedAt = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    const stopped = new Stopped(signal);
    if (!controller.signal.aborted) {
      stoppedAt = performance.now();
      controller.abort(stopped);
      exitWithin(STOP_WITHIN_MS, stopped.exitCode);
    } else if (performance.now() - stoppedAt > SAME_INTERRUPT_MS) {
      process.exit(stopped.exitCode);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}

/** Undoes `stopSignal`: nothing is left that must be stopped gracefully. */
export function endAtNextSignal(): void {
  process.removeAllListeners('SIGINT');
  process.removeAllListeners('SIGTERM');
}

/** Ends the process if something still keeps it running after this time. */
export function exitWithin(ms: number, exitCode: number): void {
  setTimeout(() => process.exit(exitCode), ms).unref();
}

/** The result of the work. Rejects with the reason of the signal if that aborts first. */
export async function unlessAborted<Result>(stop: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = whenAborted(stop).then(() => {
    throw stop.reason;
  });
  return Promise.race([work, aborted]);
}

/** Resolves when the signal aborts, or at once if it has aborted already. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

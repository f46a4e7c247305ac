import { constants } from 'node:os';

/** Someone asked the process to stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  /** What a shell reports of a process that ended by this signal: 130 for SIGINT, 143 for SIGTERM. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** npm passes on an interrupt that the terminal has already sent: one wish to stop arrives twice. */
const SAME_WISH_MS = 250;

/**
 * Aborts, with Stopped as its reason, at the first SIGINT or SIGTERM; the process may then finish in order. A second
 * one ends it at once. From this call on the process no longer ends by these signals alone.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  let stoppedAt = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    const stopped = new Stopped(signal);
    if (!controller.signal.aborted) {
      stoppedAt = performance.now();
      controller.abort(stopped);
    } else if (performance.now() - stoppedAt > SAME_WISH_MS) {
      process.exit(stopped.exitCode);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}

/** Resolves when the signal aborts, or at once when it has. */
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

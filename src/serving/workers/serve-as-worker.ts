import cluster from 'node:cluster';
import type { Config } from '../../settings/config.ts';
import { prepareToServe } from '../prepare-to-serve.ts';
import { serveUntilStopped } from '../serve-until-stopped.ts';
import type { Surroundings } from '../surroundings.ts';
import { STOP_WITHIN_MS, exitWithin } from '../stop-signal.ts';
import { Dismissed, type WorkerOrder, type WorkerReport } from './messages.ts';

type Failure = { readonly complaints: readonly string[]; readonly exitCode: number };

/**
 * Serves as a worker of the primary process that started this one, until that orders otherwise or is gone. False if it
 * could not serve, which the primary process reports in the words of `describe`.
 */
export async function serveAsWorker(
  surroundings: Surroundings,
  config: Config,
  describe: (thrown: unknown) => Failure,
): Promise<boolean> {
  const stop = untilDismissed();
  let reportMetrics = () => Promise.resolve();
  try {
    await serveUntilStopped({ ...surroundings, stopSignal: () => stop }, config, {
      isWorker: true,
      prepare: (db, signal, log) => prepareToServe(config, { db, stop: signal, log }),
      announce: ({ url, holder }) => void report({ kind: 'serving', url, holder }),
      takeMetrics(registry) {
        reportMetrics = async () => report({ kind: 'metrics', metrics: await registry.getMetricsAsJSON() });
        process.on('message', ({ kind }: WorkerOrder) => {
          if (kind === 'report-metrics') void reportMetrics();
        });
      },
    });
    return true;
  } catch (error) {
    const { complaints, exitCode } = describe(error);
    await report({ kind: 'failed', reason: complaints.join('; '), exitCode });
    return false;
  } finally {
    // what it counted since it was last asked
    await reportMetrics();
    // an open channel would keep the process alive
    if (process.connected) process.disconnect();
  }
}

/** Signals are for the primary process, although a terminal or a service manager sends them to all. */
function untilDismissed(): AbortSignal {
  const controller = new AbortController();
  const dismiss = ({ kind }: WorkerOrder) => {
    if (kind === 'report-metrics' || controller.signal.aborted) return;
    controller.abort(new Dismissed(kind));
    exitWithin(STOP_WITHIN_MS, 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('message', dismiss);
  cluster.worker?.on('disconnect', () => {
    dismiss({ kind: 'stop' });
  });
  return controller.signal;
}

/** Resolves when it is sent, or when nobody is left to read it. */
async function report(message: WorkerReport): Promise<void> {
  await new Promise<void>((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else
      process.send(message, undefined, undefined, () => {
        resolve();
      });
  });
}

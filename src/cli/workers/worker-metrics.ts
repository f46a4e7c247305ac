import type { Worker } from 'node:cluster';
import type { MetricsSource, Snapshot } from '../../telemetry/join-metrics.ts';
import type { WorkerOrder, WorkerReport } from './messages.ts';

/** A worker that hangs must not keep the metrics of the others from being read. */
const ANSWER_WITHIN_MS = 1_000;

/** The metrics of a worker, which it reports when it is told to, and when it ends. */
export function metricsOf(worker: Worker): Omit<MetricsSource, 'ended'> {
  let last: Snapshot = [];
  let waiting: (() => void)[] = [];

  function resume(): void {
    for (const go of waiting) go();
    waiting = [];
  }

  worker.on('message', (report: WorkerReport) => {
    if (report.kind !== 'metrics') return;
    last = report.metrics;
    resume();
  });
  worker.on('exit', resume);
  return {
    last: () => last,
    async look() {
      if (!worker.isConnected()) return last;
      const order: WorkerOrder = { kind: 'report-metrics' };
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ANSWER_WITHIN_MS);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
        worker.send(order);
      });
      return last;
    },
  };
}

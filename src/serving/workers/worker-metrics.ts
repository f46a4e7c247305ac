import type { Worker } from 'node:cluster';
import type { MetricsSource, Snapshot } from '../../telemetry/join-metrics.ts';
import { oneAtATime } from '../../telemetry/one-at-a-time.ts';
import type { WorkerOrder, WorkerReport } from './messages.ts';

/** A worker that hangs must not keep the metrics of the others from being read. */
const ANSWER_WITHIN_MS = 1_000;

/** What is known of a worker without its help. */
type Seen = Pick<Worker, 'on' | 'isConnected'> & { send(order: WorkerOrder): unknown };

/**
 * The metrics of a worker, which it reports when it is told to, and when it ends. While it hangs, no more than one order
 * and one scrape wait for it: others share the wait, and later ones wait for the same order.
 */
export function metricsOf(worker: Seen): Omit<MetricsSource, 'ended'> {
  let last: Snapshot = [];
  let isAsked = false;
  let resume: () => void = () => undefined;

  worker.on('message', (report: WorkerReport) => {
    if (report.kind !== 'metrics') return;
    last = report.metrics;
    isAsked = false;
    resume();
  });
  worker.on('exit', () => {
    resume();
  });

  async function ask(): Promise<Snapshot> {
    if (!worker.isConnected()) return last;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_WITHIN_MS);
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
      if (!isAsked) worker.send({ kind: 'report-metrics' });
      isAsked = true;
    });
    return last;
  }

  return { last: () => last, look: oneAtATime(ask) };
}

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MetricsSource } from '../../telemetry/join-metrics.ts';
import type { ServerLogFormat } from '../log.ts';
import type { ListenAddress } from '../listening.ts';
import type { WorkerOrder, WorkerReport } from './messages.ts';
import { metricsOf } from './worker-metrics.ts';
import { passOnWholeLines } from './whole-lines.ts';

/** Why a worker ended. */
export type WorkerEnd = {
  /** In words for the log. */
  readonly reason: string;
  readonly exitCode: number;
  /** For how long it accepted requests. */
  readonly servedMs: number;
  /** The name under which it held leases, if it ever accepted requests. */
  readonly holder: string | undefined;
};

/** A process that serves, seen from the primary one. */
export type WorkerProcess = {
  readonly pid: number | undefined;
  /** The address, once it accepts requests. Never resolves if it ends before. */
  readonly serving: Promise<string>;
  readonly ended: Promise<WorkerEnd>;
  readonly metrics: MetricsSource;
  /** Does nothing if it has ended. */
  order(order: WorkerOrder): void;
  kill(): void;
};

/** What a worker runs: the build of the primary process, or what is installed now, which may be a newer release. */
export type Program = 'running' | 'installed';

type WorkerOptions = ListenAddress & { readonly logFormat: ServerLogFormat; readonly program: Program };

/** The program of the running build. Its chunks are in one folder. */
const RUNNING = fileURLToPath(new URL('./main.js', import.meta.url));

/** Starts a worker with `serve`, for the same settings. Its output is passed on in whole lines. */
export function forkWorker(
  { host, port, logFormat, program }: WorkerOptions,
  write: (lines: string) => void,
): WorkerProcess {
  // They accept connections themselves, from one queue. If this process accepted them and handed them on, one that was on
  // its way to a worker that is killed would stay open for ever, and one that waits for a stalled worker would hang with it.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: fileOf(program),
    args: ['serve', '--host', host, '--port', String(port)],
    // its own descriptors, since lines of several processes in one pipe may be torn
    silent: true,
  });
  const worker = cluster.fork({ LOG_FORMAT: logFormat });
  const { stdout, stderr } = worker.process;
  for (const stream of [stdout, stderr]) if (stream) passOnWholeLines(stream, write);
  const metrics = metricsOf(worker);
  worker.on('error', () => undefined); // an order to a worker that is gone
  let failure: Extract<WorkerReport, { readonly kind: 'failed' }> | undefined;
  let servesSinceMs = Infinity;
  let holder: string | undefined;
  const serving = new Promise<string>((resolve) => {
    worker.on('message', (report: WorkerReport) => {
      if (report.kind === 'failed') failure = report;
      else if (report.kind === 'serving') {
        servesSinceMs = performance.now();
        ({ holder } = report);
        resolve(report.url);
      }
    });
  });
  const ended = whenEnded(worker).then((end) => ({
    ...end,
    ...failure,
    servedMs: Math.max(0, performance.now() - servesSinceMs),
    holder,
  }));
  return {
    pid: worker.process.pid,
    serving,
    ended,
    metrics: { ...metrics, ended },
    order: (order) => {
      if (worker.isConnected()) worker.send(order);
    },
    kill: () => worker.process.kill('SIGKILL'),
  };
}

/** An installation in the same folder takes the files of the running build away. */
function fileOf(program: Program): string {
  const [, installed = RUNNING] = process.argv;
  return program === 'running' && existsSync(RUNNING) ? RUNNING : installed;
}

async function whenEnded(worker: Worker): Promise<Pick<WorkerEnd, 'reason' | 'exitCode'>> {
  // 'exit' may come before its last words
  const [exit] = await Promise.all([once(worker, 'exit'), once(worker.process, 'close')]);
  const [code, signal] = exit as [number | null, NodeJS.Signals | null];
  const reason = `a worker process ${signal === null ? `exited with ${String(code)}` : `was ended by ${signal}`}`;
  return { reason, exitCode: code === null || code === 0 ? 1 : code };
}

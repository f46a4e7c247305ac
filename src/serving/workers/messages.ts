import type { Snapshot } from '../../telemetry/join-metrics.ts';

/** What a worker tells the primary process. Its death says the rest. */
export type WorkerReport =
  /** It accepts requests, and holds its leases under this name. */
  | { readonly kind: 'serving'; readonly url: string; readonly holder: string }
  | { readonly kind: 'metrics'; readonly metrics: Snapshot }
  /** It cannot serve, and ends. The exit code is that of a process of its own. */
  | { readonly kind: 'failed'; readonly reason: string; readonly exitCode: number };

/** What the primary process tells a worker. */
export type WorkerOrder =
  /** Finish the requests under way and end. */
  | { readonly kind: 'stop' }
  /** The same, while another worker takes the next requests: callers with an open connection are waited for. */
  | { readonly kind: 'retire' }
  | { readonly kind: 'report-metrics' };

type Dismissal = Exclude<WorkerOrder['kind'], 'report-metrics'>;

/** The primary process wants a worker to stop. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed';
  readonly order: Dismissal;

  constructor(order: Dismissal) {
    super('the primary process stops this worker');
    this.order = order;
  }
}

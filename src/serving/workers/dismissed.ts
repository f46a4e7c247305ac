import type { WorkerOrder } from './messages.ts';

export type Dismissal = Exclude<WorkerOrder['kind'], 'report-metrics'>;

/** The primary process wants a worker to stop. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed';
  readonly order: Dismissal;

  constructor(order: Dismissal) {
    super('the primary process stops this worker');
    this.order = order;
  }
}

import type { WorkerOrder } from './messages.ts';

/** The primary process wants a worker to stop. */
export class Dismissed extends Error {
  override readonly name = 'Dismissed';
  readonly order: WorkerOrder['kind'];

  constructor(order: WorkerOrder['kind']) {
    super('the primary process stops this worker');
    this.order = order;
  }
}

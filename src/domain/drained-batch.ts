/** A batch that a sender delivers, and may deliver again. */
export type DrainedBatch = {
  readonly siteId: string;
  /** The same for each delivery: of the sender's own id of the batch, or else of its body. */
  readonly key: string;
};

/** A step from one position in a batch to a later one, stored together with the events between them. */
export type BatchStep = {
  readonly batch: DrainedBatch;
  /** How many of its records are done, of those without an id of their own. */
  readonly from: number;
  readonly to: number;
  readonly atMs: number;
};

/** Another delivery of the batch has recorded more of it, or a commit whose answer was lost. Look up its position again. */
export class BatchMoved extends Error {
  override readonly name = 'BatchMoved';

  constructor() {
    super('the batch was recorded further by another delivery');
  }
}

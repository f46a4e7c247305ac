/** The messages between the owner of the data folder and its database thread. */

export type WorkerSettings = {
  readonly folder: string;
  readonly socketPath: string;
  readonly idleInTransactionMs: number;
};

export type DatabaseWorkerReport =
  { readonly kind: 'ready' } | { readonly kind: 'died'; readonly reason: string };

/** Stops the database. Clients have `graceMs` to disconnect. */
export type StopRequest = { readonly graceMs: number };

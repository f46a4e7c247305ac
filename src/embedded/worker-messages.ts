/** What the owner of the data folder and its database thread tell each other. */

export type WorkerSettings = {
  readonly folder: string;
  readonly socketPath: string;
  readonly idleInTransactionMs: number;
};

export type WorkerReport = { readonly kind: 'ready' } | { readonly kind: 'died'; readonly reason: string };

/** Clients get `graceMs` to leave. */
export type StopRequest = { readonly graceMs: number };

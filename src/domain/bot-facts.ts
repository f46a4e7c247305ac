/** The verdicts on a number of bot visits. They add up to the visits. */
export type Verification = {
  readonly verified: number;
  readonly outside: number;
  readonly noList: number;
  readonly unknown: number;
};

/** The visits with one status; null for those that were recorded without one. */
export type StatusCount = { readonly status: number | null; readonly count: number };

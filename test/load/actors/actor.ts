/** Someone who uses the service. */
export type Actor = {
  readonly name: string;
  /**
   * Does one thing, first with the process of this index. Resolves with whether it succeeded at the first try; what was
   * wrong is in the journal.
   */
  readonly act: (process: number) => Promise<boolean>;
};

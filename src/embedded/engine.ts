/** The one session behind all connections. */
export type Engine = {
  /** Runs whole messages. Resolves after the last response; rejects only if the engine has crashed. */
  run(messages: Buffer, answer: (bytes: Uint8Array) => void): Promise<void>;
  isInTransaction(): boolean;
};

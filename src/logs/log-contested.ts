/** A log that moves so often in a row, with nothing of ours recorded, is being recorded by another process. */
export const MAX_MOVES = 10;

/** A log cannot be recorded, because another process records it at the same time. */
export class LogContested extends Error {
  override readonly name = 'LogContested';

  constructor(log: string) {
    super(`another process is recording ${log}`);
  }
}

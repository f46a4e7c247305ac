/** The exit code for settings that are invalid, or that name a file which is. */
export const WRONG_SETTINGS = 2;

/** What the settings name cannot be used. The message is for the person who started the program. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

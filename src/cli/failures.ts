import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';

export const REFUSED = 1;
export const WRONG_USAGE = 2;

/** A command cannot go on; the message is for whoever called it. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(message: string, { exitCode = REFUSED, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** A command did its work and answered, and the answer is no. */
export class NegativeAnswer extends Error {
  override readonly name = 'NegativeAnswer';
}

export type Failure = {
  readonly exitCode: number;
  /** Each for a line of its own; none when everything was said. */
  readonly complaints: readonly string[];
};

/** What to tell of something thrown. */
export function describeFailure(thrown: unknown): Failure {
  if (thrown instanceof CommanderError) return describeUsage(thrown);
  if (thrown instanceof ConfigError) return { exitCode: WRONG_USAGE, complaints: thrown.complaints };
  if (thrown instanceof NegativeAnswer) return { exitCode: REFUSED, complaints: [] };
  const exitCode = thrown instanceof CommandFailure ? thrown.exitCode : REFUSED;
  return { exitCode, complaints: [oneLine(reasonOf(thrown))] };
}

/** The message of an error; of several addresses tried in vain, the first one's. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return reasonOf(thrown.errors[0]);
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Commander throws for --help and --version too, when it has printed them. */
function describeUsage({ code, exitCode, message }: CommanderError): Failure {
  if (exitCode === 0) return { exitCode: 0, complaints: [] };
  const complaint =
    code === 'commander.help' ? 'which command? See --help' : oneLine(message.replace(/^error: /, ''));
  return { exitCode: WRONG_USAGE, complaints: [complaint] };
}

function oneLine(message: string): string {
  return message.replaceAll(/\s*\n\s*/g, ' ');
}

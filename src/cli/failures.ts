import { CommanderError } from 'commander';
import { ConfigError } from '../settings/config.ts';
import { Refusal, type RefusalCode, type Wording } from '../domain/refusal.ts';
import { Unreadable } from '../logs/unreadable.ts';
import { messageOf } from '../serving/message-of.ts';
import { Stopped } from '../serving/stop-signal.ts';
import { Unusable } from '../serving/unusable.ts';

export const REFUSED = 1;
export const WRONG_USAGE = 2;

/** A command cannot continue. The message is for the person who ran it. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(message: string, { exitCode = REFUSED, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** A command finished and printed its result, and the result is negative. */
export class NegativeAnswer extends Error {
  override readonly name = 'NegativeAnswer';
}

export type Failure = {
  readonly exitCode: number;
  /** One line each; none if the command has printed everything already. */
  readonly complaints: readonly string[];
  /** For programs that read the output. */
  readonly code?: RefusalCode;
};

/** The exit code and the messages for an error. */
export function describeFailure(thrown: unknown): Failure {
  if (thrown instanceof CommanderError) return describeUsage(thrown);
  if (thrown instanceof ConfigError) return { exitCode: WRONG_USAGE, complaints: thrown.complaints };
  if (thrown instanceof NegativeAnswer) return { exitCode: REFUSED, complaints: [] };
  const complaints = [oneLine(reasonOf(thrown))];
  if (thrown instanceof Refusal) {
    const { code } = thrown;
    return { exitCode: code.startsWith('INVALID_') ? WRONG_USAGE : REFUSED, complaints, code };
  }
  return { exitCode: exitCodeOf(thrown), complaints };
}

/** The exit code for an error. To name a folder where a file is wanted is wrong usage. */
export function exitCodeOf(thrown: unknown): number {
  for (const kind of [CommandFailure, Unusable, Stopped]) if (thrown instanceof kind) return thrown.exitCode;
  return thrown instanceof Unreadable && thrown.problem === 'folder' ? WRONG_USAGE : REFUSED;
}

/** The failure to write a file. The rest of the message may name another file, which was to replace this one. */
export function cannotWrite(file: string, cause: unknown): CommandFailure {
  const [reason = ''] = reasonOf(cause).split(', ', 1);
  return new CommandFailure(`cannot write ${file}: ${reason}`, { cause });
}

/** The message of an error, in the words of the command line. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Refusal ? (thrown.clause ?? thrown.wordedBy(WORDING)) : messageOf(thrown);
}

/** The options stand for the parameters of REST. */
const WORDING: Wording = {
  names: {
    ...{ start: '--start', end: '--end', granularity: '--granularity', type: '--type' },
    ...{ limit: '--limit', cursor: '--cursor', nextCursor: 'cursor' },
    ...{ orderBy: '--order-by', search: '--search', state: '--state', purpose: '--purpose' },
    ...{ addresses: '--address', paths: '--path', keyId: '--key', audience: '--audience' },
    ...{ signatureSecret: 'the secret in --signature-secret-file', verifyCode: '--verify-code' },
    ...{ bot: '--bot', page: '--page', company: '--company', after: '--after', since: '--since' },
  },
  sentences: {},
};

/** Commander also throws after it has printed the help or the version. */
function describeUsage({ code, exitCode, message }: CommanderError): Failure {
  if (exitCode === 0) return { exitCode: 0, complaints: [] };
  const complaint =
    code === 'commander.help' ? 'a command is missing; see --help' : oneLine(message.replace(/^error: /, ''));
  return { exitCode: WRONG_USAGE, complaints: [complaint] };
}

function oneLine(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

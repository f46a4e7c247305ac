import type { Command } from 'commander';
import { counted } from '../domain/counted.ts';
import { formatInstant } from '../domain/time.ts';
import { requireAccount } from '../operations/owner/accounts.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import { type Session, endAllSessions, endSession, sessionsOf } from '../operations/owner/sessions.ts';
import { parseSessionId } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { CommandFailure, WRONG_USAGE } from './failures.ts';
import { columns } from './output.ts';
import type { Shell } from './shell.ts';

type SessionOptions = CommonOptions & { readonly account: string };

/** `session list`, `end`. */
export function addSessionCommands(program: Command, shell: Shell): void {
  const session = program.command('session').description('manage the sessions of owners who are signed in');

  addCommand(session, 'list', {
    summary: 'list the sessions of an account that have not ended, newest first',
    example: 'session list --account owner@example.com',
    remarks:
      'Each line shows the number of the session, what the browser calls itself, when it was last used, and when it ends unless it is used again.',
  })
    .requiredOption('--account <email>', 'the account')
    .action((options: SessionOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const sessions = await sessionsOf(db, options.account, nowMs);
        const none = `nobody is signed in; a link to sign in with: ${shell.command} account invite ${options.account}`;
        return {
          value: sessions.map(sessionValue),
          label: sessions.length === 0 ? none : undefined,
          lines: sessions.map(sessionLine),
        };
      }),
    );

  addEndCommand(session, shell);
}

function addEndCommand(session: Command, shell: Shell): void {
  addCommand(session, 'end', {
    summary: 'end one session of an account, or all, from their next request on',
    example: 'session end --account owner@example.com --all',
    remarks: 'With --all, a sign-in link that was not used becomes void, too.',
  })
    .requiredOption('--account <email>', 'the account')
    .option('--all', 'end all sessions of the account')
    .argument('[id]', 'the number of the session', parseSessionId)
    .action((id: number | undefined, options: SessionOptions & { readonly all?: true }) => {
      if ((id === undefined) !== (options.all === true))
        throw new CommandFailure('name one session by its number, or all with --all', {
          exitCode: WRONG_USAGE,
        });
      return respond(shell, options, async (db, nowMs) => {
        const account = await requireAccount(db, options.account);
        const asker = byOperator(db, nowMs);
        if (id === undefined) {
          const ended = await endAllSessions(asker, account);
          return { value: { ended }, lines: [`ended ${counted(ended, 'session')}`] };
        }
        await endSession(asker, account, id);
        return { value: { ended: 1 }, lines: [`ended session ${id}`] };
      });
    });
}

function sessionValue({ id, userAgent, createdAtMs, lastUsedAtMs, endsAtMs }: Session) {
  return {
    id,
    user_agent: userAgent,
    created_at: formatInstant(createdAtMs),
    last_used_at: formatInstant(lastUsedAtMs),
    ends_at: formatInstant(endsAtMs),
  };
}

function sessionLine({ id, userAgent, lastUsedAtMs, endsAtMs }: Session): string {
  const [lastUsed, end] = [formatInstant(lastUsedAtMs), formatInstant(endsAtMs)];
  return columns(id, userAgent, `last used at ${lastUsed}`, `ends at ${end}`);
}

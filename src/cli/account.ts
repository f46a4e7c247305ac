import { counted } from '../domain/counted.ts';
import type { Command } from 'commander';
import { anyOf } from '../domain/any-of.ts';
import { PLANS, type Plan } from '../domain/plan.ts';
import { formatInstant } from '../domain/time.ts';
import {
  type Account,
  accountUsage,
  createAccount,
  deleteAccount,
  listAccounts,
  setPlan,
  unlinkAccount,
} from '../operations/owner/accounts.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import { invitationLink, invite } from '../operations/owner/invitations.ts';
import { addAuditCommand } from './account-audit.ts';
import { wordArgument, wordOption } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { linkBase } from './link-base.ts';
import { type Answer, columns, note } from './output.ts';
import type { Shell } from './shell.ts';

/** Whoever runs the service for themselves names no plan. */
const USUAL_PLAN: Plan = 'self-hosted';

/** `account create`, `set-plan`, `invite`, `unlink`, `usage`, `audit`, `delete`, `list`. */
export function addAccountCommands(program: Command, shell: Shell): void {
  const account = program.command('account').description('manage accounts, which own sites and keys');

  addCreateCommand(account, shell);

  addCommand(account, 'set-plan', {
    summary: 'change the plan of an account, from its next request on',
    example: 'account set-plan owner@example.com pro',
  })
    .argument('<email>', 'the email address of the account')
    .addArgument(wordArgument('<plan>', 'the new plan', PLANS))
    .action((email: string, plan: Plan, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const changed = await setPlan(byOperator(db, nowMs), email, plan);
        return accountAnswer(changed, `the account ${changed.email} is on the plan ${plan} now`);
      }),
    );

  addInviteCommand(account, shell);
  addUnlinkCommand(account, shell);
  addUsageCommand(account, shell);
  addAuditCommand(account, shell);

  addCommand(account, 'delete', {
    summary: 'delete an account, its sites and all their events',
    example: 'account delete owner@example.com',
    remarks:
      'Its keys stop working at once. If the command is interrupted, "site list" shows the remaining sites, without an account; "site delete" deletes them.',
  })
    .argument('<email>', 'the email address of the account')
    .action((email: string, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { id, sites, events } = await deleteAccount(byOperator(db, nowMs), email);
        const lines = [`deleted ${email} with ${counted(sites, 'site')} and ${counted(events, 'event')}`];
        return { value: { id, email, sites, events }, lines };
      }),
    );

  addListCommand(account, shell);
}

function addCreateCommand(account: Command, shell: Shell): void {
  addCommand(account, 'create', {
    summary: 'create an account',
    example: 'account create --email owner@example.com',
    remarks:
      'The plan self-hosted is for your own sites: no monthly quota, timeseries by hour, and events are kept until a site has a retention. The plans free and pro have a quota; they are for services that are offered to others.',
  })
    .requiredOption('--email <email>', 'the email address of the account')
    .addOption(wordOption('--plan <plan>', `the plan of the account (default: ${USUAL_PLAN})`, PLANS))
    .action((options: CommonOptions & { readonly email: string; readonly plan?: Plan }) =>
      respond(shell, options, async (db, nowMs) => {
        const { email, plan } = options;
        const made = await createAccount(db, { email, plan: plan ?? USUAL_PLAN }, nowMs);
        const other = `the plan ${USUAL_PLAN} has no monthly quota; for another one (${anyOf(PLANS.filter((one) => one !== USUAL_PLAN))}): ${shell.command} account set-plan ${made.email} PLAN`;
        return {
          ...accountAnswer(made, `created the account ${made.email} on the plan ${made.plan}`),
          label: plan === undefined ? other : undefined,
        };
      }),
    );
}

function addListCommand(account: Command, shell: Shell): void {
  addCommand(account, 'list', { summary: 'list the accounts, oldest first', example: 'account list' }).action(
    (options: CommonOptions) =>
      respond(shell, options, async (db) => {
        const accounts = await listAccounts(db);
        const value = accounts.map((one) => ({
          ...accountValue(one),
          created_at: formatInstant(one.createdAtMs),
        }));
        const none = `there is no account yet; make one with: ${shell.command} account create --email EMAIL`;
        return { value, label: accounts.length === 0 ? none : undefined, lines: accounts.map(accountLine) };
      }),
  );
}

function addInviteCommand(account: Command, shell: Shell): void {
  addCommand(account, 'invite', {
    summary: 'print a link with which an owner chooses a password and signs in',
    example: 'account invite owner@example.com',
    remarks:
      'The link works once, within 24 hours, and voids the link before. It begins with PUBLIC_URL, or else with the address of the server that runs on the embedded database, or with HOST and PORT. Send one to whoever has forgotten their password, too.',
  })
    .argument('<email>', 'the email address of the account')
    .action((given: string, options: CommonOptions) => {
      const { base, advice } = linkBase(shell.readConfig());
      return respond(shell, options, async (db, nowMs) => {
        const invitation = await invite(byOperator(db, nowMs), given);
        const { email } = invitation;
        const link = invitationLink(base, invitation);
        const expiresAt = formatInstant(invitation.expiresAtMs);
        if (advice !== undefined) note(shell, advice);
        return {
          value: { email, link, expires_at: expiresAt },
          label: `a link for ${email}, which works once until ${expiresAt}`,
          lines: [link],
        };
      });
    });
}

function addUnlinkCommand(account: Command, shell: Shell): void {
  addCommand(account, 'unlink', {
    summary: 'unlink an account from its owner at the OpenID Connect provider',
    example: 'account unlink owner@example.com',
    remarks:
      'Whoever signs in at the provider next with the verified address of the account is linked to it. Sessions go on.',
  })
    .argument('<email>', 'the email address of the account')
    .action((given: string, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { email, links } = await unlinkAccount(byOperator(db, nowMs), given);
        const line = links === 0 ? `${email} was not linked` : `unlinked ${email}`;
        return { value: { email, links }, lines: [line] };
      }),
    );
}

function addUsageCommand(account: Command, shell: Shell): void {
  addCommand(account, 'usage', {
    summary: 'show how many events an account has recorded this month, and its quota',
    example: 'account usage owner@example.com',
  })
    .argument('<email>', 'the email address of the account')
    .action((email: string, options: CommonOptions) => {
      const { plans } = shell.readConfig();
      return respond(shell, options, async (db, nowMs) => {
        const { month, used, limit, projected, resetsAtMs } = await accountUsage({ db, plans }, email, nowMs);
        const resetsAt = formatInstant(resetsAtMs);
        const limitValue = limit === Infinity ? null : limit;
        return {
          value: { month, used, limit: limitValue, projected, resets_at: resetsAt },
          lines: [
            columns(
              month.slice(0, 7),
              limit === Infinity ? `${used} events, without a limit` : `${used} of ${limit} events`,
              ...(projected === null ? [] : [`${projected} by the end of the month at this rate`]),
              `resets at ${resetsAt}`,
            ),
          ],
        };
      });
    });
}

function accountAnswer(account: Account, line: string): Answer {
  return { value: accountValue(account), lines: [line] };
}

function accountValue({ id, email, plan }: Account) {
  return { id, email, plan };
}

function accountLine({ id, email, plan }: Account): string {
  return columns(id, email, plan);
}

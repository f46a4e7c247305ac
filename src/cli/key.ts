import type { Command } from 'commander';
import type { Database } from '../database/database.ts';
import { KEY_SCOPES, type KeyReach, type KeyScope, shownReach } from '../domain/api-key.ts';
import { formatInstant } from '../domain/time.ts';
import { requireAccount } from '../operations/owner/accounts.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import { type ApiKey, createKey, listKeys, renameKey, revokeKey } from '../operations/owner/keys.ts';
import { requireSite } from '../operations/require-site.ts';
import { SITE, parseKeyId, wordOption } from './arguments.ts';
import { drainValue } from './set-drain.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { CommandFailure, WRONG_USAGE } from './failures.ts';
import { columns } from './output.ts';
import type { Shell } from './shell.ts';

type CreateOptions = CommonOptions & {
  readonly account: string;
  readonly name?: string;
  readonly scope: KeyScope;
  readonly site?: string;
};

/** `key create`, `list`, `rename`, `revoke`. */
export function addKeyCommands(program: Command, shell: Shell): void {
  const key = program.command('key').description('manage API keys, which give access to an account');

  addCreateCommand(key, shell);

  addCommand(key, 'list', {
    summary: 'list the keys of an account by their last four characters, oldest first',
    example: 'key list --account owner@example.com',
  })
    .requiredOption('--account <email>', 'the account')
    .action((options: CommonOptions & { readonly account: string }) =>
      respond(shell, options, async (db) => {
        const owner = await requireAccount(db, options.account);
        const keys = await listKeys(db, owner.id);
        const none = `${owner.email} has no key yet; make one with: ${shell.command} key create --account ${owner.email}`;
        const label = keys.length === 0 ? none : undefined;
        return { value: keys.map(keyValue), label, lines: keys.map(keyLine) };
      }),
    );

  addCommand(key, 'rename', {
    summary: 'change the name of a key',
    example: 'key rename 7 "Monthly report"',
  })
    .argument('<id>', 'the number of the key', parseKeyId)
    .argument('<name>', 'the new name')
    .action((id: number, given: string, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { name } = await renameKey(byOperator(db, nowMs), id, given);
        return { value: { id, name }, lines: [`key ${id} is named ${name} now`] };
      }),
    );

  addCommand(key, 'revoke', { summary: 'revoke a key, from its next request on', example: 'key revoke 7' })
    .argument('<id>', 'the number of the key', parseKeyId)
    .action((id: number, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        await revokeKey(byOperator(db, nowMs), id);
        return { value: { id, revoked: true }, lines: [`revoked key ${id}`] };
      }),
    );
}

function addCreateCommand(key: Command, shell: Shell): void {
  addCommand(key, 'create', {
    summary: 'create a key and print it; it cannot be shown again',
    example: 'key create --account owner@example.com --name reports',
    remarks:
      'A key can read all data of its account. With --scope collect it can only record, and with --scope drain only take in what other services send, both only to the site given by --site.',
  })
    .requiredOption('--account <email>', 'the account of the key')
    .option('--name <name>', 'a name for the key, such as its purpose')
    .addOption(wordOption('--scope <scope>', 'what the key can do', KEY_SCOPES).default('read'))
    .option('--site <site>', `the site that a key with --scope collect or drain records to: ${SITE}`)
    .action((options: CreateOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const owner = await requireAccount(db, options.account);
        const reach = await reachOf(db, options);
        const {
          id,
          key: text,
          name,
          createdAtMs,
        } = await createKey(byOperator(db, nowMs), owner, {
          name: options.name,
          reach,
          most: shell.readConfig().accountCaps.keys,
        });
        return {
          value: {
            id,
            key: text,
            name,
            account: owner.email,
            created_at: formatInstant(createdAtMs),
            ...scopeValue(reach),
          },
          label: `created key ${id} of ${owner.email}, named ${name}; it cannot be shown again`,
          lines: [text],
        };
      }),
    );
}

/** What the key may do. --site is required with the scopes that record, and not allowed with the other. */
async function reachOf(db: Database, { scope, site }: CreateOptions): Promise<KeyReach> {
  if (scope === 'read') {
    if (site === undefined) return { scope, siteId: null };
    throw wrongUsage(
      '--site is only for --scope collect and drain; other keys can read every site of the account',
    );
  }
  if (site === undefined) throw wrongUsage(`--scope ${scope} needs --site, the site to record to`);
  return { scope, siteId: (await requireSite(db, site)).id };
}

function wrongUsage(message: string): CommandFailure {
  return new CommandFailure(message, { exitCode: WRONG_USAGE });
}

function scopeValue({ scope, siteId }: KeyReach) {
  return { scope, site: siteId };
}

function keyValue({ id, name, lastFour, createdAtMs, lastUsedAtMs, revokedAtMs, reach, drain }: ApiKey) {
  return {
    id,
    name,
    last_four: lastFour,
    created_at: formatInstant(createdAtMs),
    last_used_at: lastUsedAtMs === null ? null : formatInstant(lastUsedAtMs),
    revoked_at: revokedAtMs === null ? null : formatInstant(revokedAtMs),
    ...scopeValue(reach),
    drain: drain === null ? null : drainValue(drain),
  };
}

function keyLine({ id, name, lastFour, revokedAtMs, reach }: ApiKey): string {
  const state = revokedAtMs === null ? 'valid' : `revoked ${formatInstant(revokedAtMs)}`;
  return columns(id, name, `...${lastFour}`, shownReach(reach), state);
}

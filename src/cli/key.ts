import type { Database } from '../database/database.ts';
import type { Command } from 'commander';
import { formatInstant } from '../domain/time.ts';
import { requireAccount } from '../operations/owner/accounts.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import { type ApiKey, createKey, listKeys, renameKey, revokeKey } from '../operations/owner/keys.ts';
import { requireSite } from '../operations/require-site.ts';
import { SITE, parseKeyId, wordOption } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { CommandFailure, WRONG_USAGE } from './failures.ts';
import { columns } from './output.ts';
import type { Shell } from './shell.ts';

type CreateOptions = CommonOptions & {
  readonly account: string;
  readonly name?: string;
  readonly scope: 'read' | 'collect';
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
      'A key can read all data of its account. With --scope collect it can only record, and only to the site given by --site.',
  })
    .requiredOption('--account <email>', 'the account of the key')
    .option('--name <name>', 'a name for the key, such as its purpose')
    .addOption(wordOption('--scope <scope>', 'what the key can do', ['read', 'collect']).default('read'))
    .option('--site <site>', `the site that a key with --scope collect records to: ${SITE}`)
    .action((options: CreateOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const owner = await requireAccount(db, options.account);
        const collectSiteId = await collectSite(db, options);
        const {
          id,
          key: text,
          name,
          createdAtMs,
        } = await createKey(byOperator(db, nowMs), owner, {
          name: options.name,
          collectSiteId,
          most: shell.readConfig().accountCaps.keys,
        });
        return {
          value: {
            id,
            key: text,
            name,
            account: owner.email,
            created_at: formatInstant(createdAtMs),
            ...scopeValue(collectSiteId),
          },
          label: `created key ${id} of ${owner.email}, named ${name}; it cannot be shown again`,
          lines: [text],
        };
      }),
    );
}

/** The id of the site. --site is required with --scope collect, and not allowed without it. */
async function collectSite(db: Database, { scope, site }: CreateOptions): Promise<string | undefined> {
  if (scope === 'collect' && site === undefined)
    throw new CommandFailure('--scope collect needs --site, the site to record to', {
      exitCode: WRONG_USAGE,
    });
  if (scope === 'read' && site !== undefined)
    throw new CommandFailure(
      '--site is only for --scope collect; other keys can read every site of the account',
      {
        exitCode: WRONG_USAGE,
      },
    );
  return site === undefined ? undefined : (await requireSite(db, site)).id;
}

function scopeValue(siteId: string | null | undefined) {
  return typeof siteId === 'string' ? { scope: 'collect', site: siteId } : { scope: 'read', site: null };
}

function keyValue({ id, name, lastFour, createdAtMs, lastUsedAtMs, revokedAtMs, collectSiteId }: ApiKey) {
  return {
    id,
    name,
    last_four: lastFour,
    created_at: formatInstant(createdAtMs),
    last_used_at: lastUsedAtMs === null ? null : formatInstant(lastUsedAtMs),
    revoked_at: revokedAtMs === null ? null : formatInstant(revokedAtMs),
    ...scopeValue(collectSiteId),
  };
}

function keyLine({ id, name, lastFour, revokedAtMs, collectSiteId }: ApiKey): string {
  const state = revokedAtMs === null ? 'valid' : `revoked ${formatInstant(revokedAtMs)}`;
  const scope = collectSiteId === null ? 'read' : `collect ${collectSiteId}`;
  return columns(id, name, `...${lastFour}`, scope, state);
}

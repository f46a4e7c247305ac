import type { Command } from 'commander';
import type { Site } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import { requireAccount } from '../operations/owner/accounts.ts';
import { setRetention } from '../operations/upkeep/retention.ts';
import { type OwnedSite, createSite, deleteSite, listOwnedSites } from '../operations/owner/sites.ts';
import type { Database } from '../database/database.ts';
import { listSites } from '../queries/sites.ts';
import { type CommonOptions, addCommand, parseRetention, respond } from './command.ts';
import { columns, counted } from './output.ts';
import type { Shell } from './shell.ts';

/** `site create`, `list`, `set-retention`, `delete`. */
export function addSiteCommands(program: Command, shell: Shell): void {
  const site = program.command('site').description('manage sites');

  addCommand(site, 'create', {
    summary: 'create a site',
    example: 'site create --account owner@example.com --domain www.example.com',
  })
    .requiredOption('--account <email>', 'the account that owns the site')
    .requiredOption('--domain <domain>', 'the host name of the site, without scheme, path or port')
    .option('--name <name>', 'a name for the site (default: its domain)')
    .action(
      (
        options: CommonOptions & {
          readonly account: string;
          readonly domain: string;
          readonly name?: string;
        },
      ) =>
        respond(shell, options, async (db, nowMs) => {
          const owner = await requireAccount(db, options.account);
          const created = await createSite(db, owner, { domain: options.domain, name: options.name }, nowMs);
          return { value: siteValue({ ...created, account: owner.email }), lines: [siteLine(created)] };
        }),
    );

  addCommand(site, 'list', {
    summary: 'list the sites of one account or of all accounts, oldest first',
    example: 'site list --account owner@example.com',
  })
    .option('--account <email>', 'the account')
    .action((options: CommonOptions & { readonly account?: string }) =>
      respond(shell, options, async (db) => {
        const sites = await sitesOf(db, options.account);
        const lines = sites.map((one) => columns(siteLine(one), one.account ?? '(account deleted)'));
        return { value: sites.map(siteValue), lines };
      }),
    );

  addSetRetentionCommand(site, shell);

  addCommand(site, 'delete', {
    summary: 'delete a site and all its events',
    example: 'site delete site_0123456789abcdef',
  })
    .argument('<id>', 'the id of the site')
    .action((id: string, options: CommonOptions) =>
      respond(shell, options, async (db) => {
        const events = await deleteSite(db, id);
        return { value: { id, events }, lines: [`deleted ${id} with ${counted(events, 'event')}`] };
      }),
    );
}

function addSetRetentionCommand(site: Command, shell: Shell): void {
  addCommand(site, 'set-retention', {
    summary: 'set how many days a site keeps its events, including today',
    example: 'site set-retention site_0123456789abcdef 90',
    remarks: 'A server deletes older events once an hour; "events expire" deletes them at once.',
  })
    .argument('<id>', 'the id of the site')
    .argument(
      '<days>',
      'a number of days from 1 to 99999, or plan for the retention of its plan',
      parseRetention,
    )
    .action((id: string, days: number | null, options: CommonOptions) =>
      respond(shell, options, async (db) => {
        await setRetention(db, id, days);
        const keeps = days === null ? 'as long as its plan says' : `for ${counted(days, 'day')}`;
        return { value: { id, retentionDays: days }, lines: [`${id} keeps its events ${keeps}`] };
      }),
    );
}

async function sitesOf(db: Database, email: string | undefined): Promise<readonly OwnedSite[]> {
  if (email === undefined) return listOwnedSites(db);
  const owner = await requireAccount(db, email);
  const sites = await listSites(db, owner.id);
  return sites.map((site) => ({ ...site, account: owner.email }));
}

function siteValue({ id, domain, name, account, createdAtMs }: OwnedSite) {
  return { id, domain, name, account, createdAt: formatInstant(createdAtMs) };
}

function siteLine({ id, domain, name }: Site): string {
  return columns(id, domain, name);
}

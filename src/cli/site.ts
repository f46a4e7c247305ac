import { counted } from '../domain/counted.ts';
import type { Command } from 'commander';
import { formatInstant } from '../domain/time.ts';
import { requireAccount } from '../operations/owner/accounts.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import { createSite, deleteSite } from '../operations/owner/site-changes.ts';
import { type OwnedSite, listOwnedSites } from '../operations/owner/sites.ts';
import { requireSite } from '../operations/require-site.ts';
import type { Database } from '../database/database.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { SITE } from './arguments.ts';
import { columns } from './output.ts';
import type { Shell } from './shell.ts';
import { FORCE, addSiteChanges, adviseForce, siteFields } from './site-changes.ts';

type CreateOptions = CommonOptions & {
  readonly account: string;
  readonly domain: string;
  readonly name?: string;
  readonly force?: true;
};

/** `site create`, `list`, `rename`, `set-domain`, `set-retention`, `delete`. */
export function addSiteCommands(program: Command, shell: Shell): void {
  const site = program.command('site').description('manage sites');

  addCommand(site, 'create', {
    summary: 'create a site',
    example: 'site create --account owner@example.com --domain www.example.com',
  })
    .requiredOption('--account <email>', 'the account that owns the site')
    .requiredOption('--domain <domain>', 'the host name of the site, without scheme, path or port')
    .option('--name <name>', 'a name for the site (default: its domain)')
    .option('--force', FORCE)
    .action((options: CreateOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const owner = await requireAccount(db, options.account);
        const { domain, name, force } = options;
        const most = shell.readConfig().accountCaps.sites;
        const given = { domain, name, force, most };
        const created = await createSite(byOperator(db, nowMs), owner, given).catch(adviseForce);
        const site = { ...created, account: owner.email, retentionDays: null };
        const label = `created a site of ${owner.email} for ${created.domain}, named ${created.name}`;
        return { value: siteValue(site), label, lines: [created.id] };
      }),
    );

  addCommand(site, 'list', {
    summary: 'list the sites of one account or of all accounts, oldest first',
    example: 'site list --account owner@example.com',
    remarks:
      'Each line shows the id, domain, name, account and retention: a number of days, or "plan" for that of the plan.',
  })
    .option('--account <email>', 'the account')
    .action((options: CommonOptions & { readonly account?: string }) =>
      respond(shell, options, async (db) => {
        const sites = await sitesOf(db, options.account);
        const lines = sites.map((one) =>
          columns(...siteFields(one), one.account ?? '(account deleted)', retentionText(one)),
        );
        const none = `there is no site yet; make one with: ${shell.command} site create --account EMAIL --domain DOMAIN`;
        return { value: sites.map(siteValue), label: sites.length === 0 ? none : undefined, lines };
      }),
    );

  addSiteChanges(site, shell);

  addDeleteCommand(site, shell);
}

function addDeleteCommand(site: Command, shell: Shell): void {
  addCommand(site, 'delete', {
    summary: 'delete a site and all its events',
    example: 'site delete site_0123456789abcdef',
  })
    .argument('<site>', SITE)
    .action((named: string, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { id } = await requireSite(db, named);
        const events = await deleteSite(byOperator(db, nowMs), id);
        return { value: { id, events }, lines: [`deleted ${id} with ${counted(events, 'event')}`] };
      }),
    );
}

async function sitesOf(db: Database, email: string | undefined): Promise<readonly OwnedSite[]> {
  if (email === undefined) return listOwnedSites(db);
  const owner = await requireAccount(db, email);
  return (await listOwnedSites(db)).filter(({ accountId }) => accountId === owner.id);
}

function siteValue({ id, domain, name, account, createdAtMs, retentionDays }: OwnedSite) {
  return { id, domain, name, account, created_at: formatInstant(createdAtMs), retention_days: retentionDays };
}

function retentionText({ retentionDays }: OwnedSite): string {
  return retentionDays === null ? 'plan' : counted(retentionDays, 'day');
}

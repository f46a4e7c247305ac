import { counted } from '../domain/counted.ts';
import type { Command } from 'commander';
import { Refusal } from '../domain/refusal.ts';
import type { Site } from '../domain/site.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import { setExclusions } from '../operations/owner/exclusions.ts';
import { renameSite, setDomain, setRetention } from '../operations/owner/site-changes.ts';
import { requireSite } from '../operations/require-site.ts';
import { RETENTION_DAYS, SITE, parseRetention } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { type Answer, columns } from './output.ts';
import type { Shell } from './shell.ts';

/** The help for `--force`. */
export const FORCE = 'allow a second site of this domain in the account';

/** `site rename`, `set-domain`, `set-retention`, `set-exclusions`. */
export function addSiteChanges(parent: Command, shell: Shell): void {
  addCommand(parent, 'rename', {
    summary: 'change the name of a site',
    example: 'site rename site_0123456789abcdef "Our shop"',
  })
    .argument('<site>', SITE)
    .argument('<name>', 'the new name')
    .action((site: string, name: string, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { id } = await requireSite(db, site);
        return changedSite(await renameSite(byOperator(db, nowMs), id, name));
      }),
    );

  addCommand(parent, 'set-domain', {
    summary: 'change the domain of a site, whose events stay',
    example: 'site set-domain site_0123456789abcdef www.example.com',
    remarks: 'Restart "logs follow" of the site, which reads the domain when it starts.',
  })
    .argument('<site>', SITE)
    .argument('<domain>', 'the host name of the site, without scheme, path or port')
    .option('--force', FORCE)
    .action((site: string, domain: string, options: CommonOptions & { readonly force?: true }) =>
      respond(shell, options, async (db, nowMs) => {
        const { id } = await requireSite(db, site);
        const given = { domain, force: options.force };
        return changedSite(await setDomain(byOperator(db, nowMs), id, given).catch(adviseForce));
      }),
    );

  addSetRetention(parent, shell);
  addSetExclusions(parent, shell);
}

/** Adds to the refusal of a second site that `--force` allows it. */
export function adviseForce(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'DOMAIN_TAKEN') throw error;
  throw new Refusal(error.code, { clause: `${String(error.clause)}; to have a second one, add --force` });
}

export function siteFields({ id, domain, name }: Site): readonly string[] {
  return [id, domain, name];
}

function changedSite(changed: Site): Answer {
  const { id, domain, name } = changed;
  return { value: { id, domain, name }, lines: [columns(...siteFields(changed))] };
}

function addSetRetention(parent: Command, shell: Shell): void {
  addCommand(parent, 'set-retention', {
    summary: 'set how many days a site keeps its events, including today',
    example: 'site set-retention site_0123456789abcdef 90',
    remarks: 'A server deletes older events once an hour; "events expire" deletes them at once.',
  })
    .argument('<site>', SITE)
    .argument('<days>', `${RETENTION_DAYS} for the retention of its plan`, parseRetention)
    .action((site: string, days: number | null, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { id } = await requireSite(db, site);
        await setRetention(byOperator(db, nowMs), id, days);
        const keeps = days === null ? 'as long as its plan says' : `for ${counted(days, 'day')}`;
        return { value: { id, retention_days: days }, lines: [`${id} keeps its events ${keeps}`] };
      }),
    );
}

type ExclusionOptions = CommonOptions & { readonly address?: string[]; readonly path?: string[] };

function addSetExclusions(parent: Command, shell: Shell): void {
  addCommand(parent, 'set-exclusions', {
    summary: 'set what of its traffic a site does not record: its own',
    example: 'site set-exclusions site_0123456789abcdef --address 203.0.113.0/24 --path "/admin/**"',
    remarks:
      'Sets all of it at once: without options, everything is recorded again. A pattern is one of conversion rules: * stands for any characters but /, ** for any. It holds from the next batch on, also for a running server and "logs follow"; what is recorded stays.',
  })
    .argument('<site>', SITE)
    .option('--address <network...>', 'addresses or networks of clients, such as 203.0.113.0/24')
    .option('--path <pattern...>', 'patterns of paths, such as "/admin/**"')
    .action((site: string, { address = [], path = [], ...options }: ExclusionOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { id } = await requireSite(db, site);
        const exclusions = { addresses: address, paths: path };
        await setExclusions(byOperator(db, nowMs), id, exclusions);
        const excluded = [...address, ...path];
        const lines = [`${id} excludes ${excluded.length === 0 ? 'nothing' : excluded.join(', ')}`];
        return { value: { id, ...exclusions }, lines };
      }),
    );
}

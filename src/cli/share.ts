import type { Command } from 'commander';
import { shownDays } from '../domain/share-link.ts';
import { formatInstant, instantOrNull } from '../domain/time.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import {
  type NewShareLink,
  createShareLink,
  revokeShareLink,
  shareAddress,
  shareLinksOf,
} from '../operations/owner/share-links.ts';
import { requireSite } from '../operations/require-site.ts';
import { SITE, parseCount, parseLinkId } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { linkBase } from './link-base.ts';
import { columns, note } from './output.ts';
import type { Shell } from './shell.ts';

type SiteOptions = CommonOptions & { readonly site: string };

type CreateOptions = SiteOptions & {
  readonly name: string;
  readonly start?: string;
  readonly end?: string;
  readonly expiresInDays?: number;
  readonly alerts?: true;
  readonly notes?: true;
};

/** `share create`, `list`, `revoke`. */
export function addShareCommands(program: Command, shell: Shell): void {
  const share = program
    .command('share')
    .description('manage share links, with which anybody may view the counts of one site');

  addCreateCommand(share, shell);

  addCommand(share, 'list', {
    summary: 'list the share links of a site that have not expired, newest first',
    example: 'share list --site www.example.com',
    remarks: 'Each line shows the number of the link, its name, the days that it shows, and when it expires.',
  })
    .requiredOption('--site <site>', SITE)
    .action((options: SiteOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const links = await shareLinksOf(db, options.site, nowMs);
        const none = `no share link of ${options.site} is valid; make one with: ${shell.command} share create --site ${options.site} --name NAME`;
        return {
          value: links.map(linkValue),
          label: links.length === 0 ? none : undefined,
          lines: links.map(linkLine),
        };
      }),
    );

  addCommand(share, 'revoke', {
    summary: 'revoke a share link, from its next request on',
    example: 'share revoke 7 --site www.example.com',
  })
    .requiredOption('--site <site>', SITE)
    .argument('<id>', 'the number of the link', parseLinkId)
    .action((linkId: number, options: SiteOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { accountId } = await requireSite(db, options.site);
        await revokeShareLink(byOperator(db, nowMs), { accountId, linkId });
        return { value: { id: linkId, revoked: true }, lines: [`revoked share link ${linkId}`] };
      }),
    );
}

function addCreateCommand(share: Command, shell: Shell): void {
  addCommand(share, 'create', {
    summary: 'make a share link and print it; it cannot be shown again',
    example: 'share create --site www.example.com --name "for the board" --start 2026-01-01',
    remarks:
      'The link begins as that of "account invite" does. Whoever has it views the counts of the site, on the days that it shows, until it expires or is revoked.',
  })
    .requiredOption('--site <site>', SITE)
    .requiredOption('--name <name>', 'a name for the link, such as for whom it is')
    .option('--start <date>', 'the first UTC day that it shows (default: all days before --end)')
    .option('--end <date>', 'the last UTC day that it shows (default: all days from --start on)')
    .option(
      '--expires-in-days <days>',
      'for how many days it works, 1 to 365 (default: 30)',
      parseCount('--expires-in-days'),
    )
    .option('--alerts', 'show the alerts of these days, too')
    .option('--notes', 'show the notes to these days, too')
    .action((options: CreateOptions) => {
      const { base, advice } = linkBase(shell.readConfig());
      return respond(shell, options, async (db, nowMs) => {
        const { site, name, start, end, expiresInDays, alerts, notes } = options;
        const { id: siteId, domain } = await requireSite(db, site);
        const given = { siteId, name, start, end, expiresInDays, alerts, notes };
        const made = await createShareLink(byOperator(db, nowMs), given);
        if (advice !== undefined) note(shell, advice);
        const { id, expiresAtMs } = made.link;
        const link = shareAddress(base, made);
        return {
          value: { ...linkValue(made.link), link },
          label: `made share link ${id} of ${domain}, named ${made.link.name}, which expires at ${formatInstant(expiresAtMs)}; it cannot be shown again`,
          lines: [link],
        };
      });
    });
}

type ShareLink = NewShareLink['link'];

function linkValue({ id, siteId, name, range, createdAtMs, expiresAtMs, lastUsedAtMs, ...shown }: ShareLink) {
  return {
    id,
    name,
    site: siteId,
    ...shownDays(range),
    ...{ alerts: shown.alerts, notes: shown.notes },
    created_at: formatInstant(createdAtMs),
    expires_at: formatInstant(expiresAtMs),
    last_used_at: instantOrNull(lastUsedAtMs),
  };
}

function linkLine({ id, name, range, expiresAtMs }: ShareLink): string {
  const { start, end } = shownDays(range);
  const from = start === null ? [] : [`from ${start}`];
  const to = end === null ? [] : [`to ${end}`];
  const days = [...from, ...to].join(' ');
  return columns(id, name, days === '' ? 'all days' : days, `expires at ${formatInstant(expiresAtMs)}`);
}

import { counted } from '../domain/counted.ts';
import type { Command } from 'commander';
import {
  type Expired,
  type NotExpired,
  deleteEventsBefore,
  expireEvents,
} from '../operations/upkeep/retention.ts';
import { requireSite } from '../operations/require-site.ts';
import { SITE } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { withDatabase } from './with-database.ts';
import { NegativeAnswer, reasonOf } from './failures.ts';
import { columns, print } from './output.ts';
import type { Shell } from './shell.ts';

type DeleteOptions = CommonOptions & { readonly site: string; readonly before: string };

/** `events delete`, `expire`. */
export function addEventsUpkeep(events: Command, shell: Shell): void {
  addCommand(events, 'delete', {
    summary: "delete a site's events from before a date",
    example: 'events delete --site site_0123456789abcdef --before 2026-01-01',
    remarks:
      'Deletes in short steps, together with the counts. Reading and recording can continue meanwhile.',
  })
    .requiredOption('--site <site>', SITE)
    .requiredOption('--before <date>', 'the first day to keep, as YYYY-MM-DD, in UTC')
    .action((options: DeleteOptions) =>
      respond(shell, options, async (db) => {
        const { before } = options;
        const { id: site } = await requireSite(db, options.site);
        const deleted = await deleteEventsBefore(db, site, before);
        return { value: { site, before, events: deleted }, lines: [`deleted ${counted(deleted, 'event')}`] };
      }),
    );

  addCommand(events, 'expire', {
    summary: 'delete the events that are older than the retention of their site or its plan',
    example: 'events expire',
    remarks:
      'A server does this once an hour. If a site fails, the others are done nevertheless, and the command exits with 1. See "site set-retention", and the settings FREE_RETENTION_DAYS and PRO_RETENTION_DAYS.',
  }).action(async (options: CommonOptions) => {
    const config = shell.readConfig();
    const found = await withDatabase(config, (db) => expireAll({ db, plans: config.plans }, shell.now()));
    const lines = found.length > 0 ? found.map(expiryLine) : ['nothing to delete'];
    print(shell, { value: found.map(expiryValue), lines }, options.json);
    if (found.some((one) => 'cause' in one)) throw new NegativeAnswer();
  });
}

async function expireAll(...given: Parameters<typeof expireEvents>): Promise<readonly Expiry[]> {
  const found: Expiry[] = [];
  for await (const one of expireEvents(...given)) found.push(one);
  return found;
}

type Expiry = Expired | NotExpired;

function expiryLine(found: Expiry): string {
  const { siteId, before } = found;
  const result =
    'events' in found ? `deleted ${counted(found.events, 'event')}` : `failed: ${reasonOf(found.cause)}`;
  return columns(siteId, result, `before ${before}`);
}

function expiryValue(found: Expiry): object {
  const { siteId: site, before } = found;
  return 'events' in found
    ? { site, before, events: found.events }
    : { site, before, error: reasonOf(found.cause) };
}

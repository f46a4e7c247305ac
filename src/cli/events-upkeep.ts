import type { Command } from 'commander';
import { deleteEventsBefore, expireEvents } from '../operations/upkeep/retention.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { columns, counted } from './output.ts';
import type { Shell } from './shell.ts';

type DeleteOptions = CommonOptions & { readonly site: string; readonly before: string };

/** `events delete`, `expire`. */
export function addEventsUpkeep(events: Command, shell: Shell): void {
  addCommand(events, 'delete', {
    summary: "delete a site's events from before a date",
    example: 'events delete --site site_0123456789abcdef --before 2026-01-01',
    remarks:
      'Deletes one day at a time, together with its counts. Reading and recording can continue meanwhile.',
  })
    .requiredOption('--site <id>', 'the site')
    .requiredOption('--before <date>', 'the first day to keep, as YYYY-MM-DD, in UTC')
    .action((options: DeleteOptions) =>
      respond(shell, options, async (db) => {
        const { site, before } = options;
        const deleted = await deleteEventsBefore(db, site, before);
        return { value: { site, before, events: deleted }, lines: [`deleted ${counted(deleted, 'event')}`] };
      }),
    );

  addCommand(events, 'expire', {
    summary: 'delete the events that are older than the retention of their site or its plan',
    example: 'events expire',
    remarks:
      'A server does this once an hour. See "site set-retention", and the settings FREE_RETENTION_DAYS and PRO_RETENTION_DAYS.',
  }).action((options: CommonOptions) => {
    const { plans } = shell.readConfig();
    return respond(shell, options, async (db, nowMs) => {
      const expired = await expireEvents({ db, plans }, nowMs);
      const lines = expired.map(({ siteId, before, events: deleted }) =>
        columns(siteId, `deleted ${counted(deleted, 'event')}`, `before ${before}`),
      );
      return {
        value: expired.map(({ siteId, ...one }) => ({ site: siteId, ...one })),
        lines: lines.length > 0 ? lines : ['nothing to delete'],
      };
    });
  });
}

import type { Command } from 'commander';
import { deleteEventsBefore, expireEvents } from '../operations/upkeep/retention.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { columns, counted } from './output.ts';
import type { Shell } from './shell.ts';

type DeleteOptions = CommonOptions & { readonly site: string; readonly before: string };

/** `events delete`, `expire`. */
export function addEventsUpkeep(events: Command, shell: Shell): void {
  addCommand(events, 'delete', {
    summary: "delete a site's events of the days before a date",
    example: 'events delete --site site_0123456789abcdef --before 2026-01-01',
    remarks: 'A day at a time, each with its counts: readers and recorders may go on meanwhile.',
  })
    .requiredOption('--site <id>', 'the site')
    .requiredOption('--before <date>', 'the first day that stays, as YYYY-MM-DD, in UTC')
    .action((options: DeleteOptions) =>
      respond(shell, options, async (db) => {
        const { site, before } = options;
        const deleted = await deleteEventsBefore(db, site, before);
        return { value: { site, before, events: deleted }, lines: [`deleted ${counted(deleted, 'event')}`] };
      }),
    );

  addCommand(events, 'expire', {
    summary: 'delete the events that their sites, or else their plans, no longer keep',
    example: 'events expire',
    remarks:
      'A server does so once an hour. See "site set-retention", and the settings\nFREE_RETENTION_DAYS and PRO_RETENTION_DAYS.',
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

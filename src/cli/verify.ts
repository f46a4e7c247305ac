import type { Command } from 'commander';
import { rebuild, verify } from '../operations/upkeep/verify.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { withDatabase } from './connect.ts';
import { NegativeAnswer } from './failures.ts';
import { columns, counted, print } from './output.ts';
import type { Shell } from './shell.ts';

/** `verify`, `rebuild`. */
export function addVerifyCommands(program: Command, shell: Shell): void {
  addCommand(program, 'verify', {
    summary: 'compare the stored counts of one site or of all sites with the events',
    example: 'verify --site site_0123456789abcdef',
    remarks: 'Exits with 1 if a count differs, with 0 otherwise.',
  })
    .option('--site <id>', 'the site (default: all sites)')
    .action(async (options: CommonOptions & { readonly site?: string }) => {
      const { sites, drift } = await withDatabase(shell.readConfig(), (db) => verify(db, options.site));
      const summary = `${counted(sites, 'site')} recounted: ${counted(drift.length, 'difference')}`;
      const lines = drift.map(({ siteId, rollup, key, counted: events, rolledUp }) =>
        columns(siteId, rollup, key, `counted ${events}`, `rolled up ${rolledUp}`),
      );
      const value = drift.map(({ siteId, ...difference }) => ({ site: siteId, ...difference }));
      print({ value: { sites, drift: value }, lines: [...lines, summary] }, options.json);
      if (drift.length > 0) throw new NegativeAnswer();
    });

  addCommand(program, 'rebuild', {
    summary: 'recount the days of one site or of all sites whose stored counts are wrong',
    example: 'rebuild --site site_0123456789abcdef',
    remarks: 'Recording to a site waits while one of its days is recounted.',
  })
    .option('--site <id>', 'the site (default: all sites)')
    .action((options: CommonOptions & { readonly site?: string }) =>
      respond(shell, options, async (db) => {
        const rebuilt = await rebuild(db, options.site);
        const lines = rebuilt.map(({ siteId, days }) => columns(siteId, `rebuilt ${days.join(', ')}`));
        return {
          value: rebuilt.map(({ siteId, days }) => ({ site: siteId, days })),
          lines: lines.length > 0 ? lines : ['nothing to rebuild'],
        };
      }),
    );
}

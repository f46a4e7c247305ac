import type { Command } from 'commander';
import { verify } from '../operations/verify.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { withDatabase } from './connect.ts';
import { NegativeAnswer } from './failures.ts';
import { columns, counted, print } from './output.ts';
import type { Shell } from './shell.ts';

/** `verify`. */
export function addVerifyCommand(program: Command, shell: Shell): void {
  addCommand(program, 'verify', {
    summary: 'recount the rollups of one site, or of all, from the events',
    example: 'verify --site site_0123456789abcdef',
    remarks: 'Exits with 1 when a rollup does not say what the events say, with 0 otherwise.',
  })
    .option('--site <id>', 'the site')
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
}

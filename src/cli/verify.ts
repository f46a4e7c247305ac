import type { Command } from 'commander';
import { type Rebuilt, type Verification, rebuild, verify } from '../operations/upkeep/verify.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { withDatabase } from './connect.ts';
import { NegativeAnswer } from './failures.ts';
import { columns, counted, print } from './output.ts';
import type { Shell } from './shell.ts';

/** `verify`, `rebuild`. */
export function addVerifyCommands(program: Command, shell: Shell): void {
  addCommand(program, 'verify', {
    summary: 'compare the stored counts and the usage with what is recorded, for one site or for all',
    example: 'verify --site site_0123456789abcdef',
    remarks:
      'Exits with 1 if a count differs, with 0 otherwise. While an account is recording without a pause, the events ' +
      'on their way can show as a difference in its usage.',
  })
    .option('--site <id>', 'the site (default: all sites)')
    .action(async (options: CommonOptions & { readonly site?: string }) => {
      const { sites, drift } = await withDatabase(shell.readConfig(), (db) => verify(db, options.site));
      const summary = `${counted(sites, 'site')} recounted: ${counted(drift.length, 'difference')}`;
      const value = { sites, drift: drift.map(driftValue) };
      print(shell, { value, lines: [...drift.map(driftLine), summary] }, options.json);
      if (drift.length > 0) throw new NegativeAnswer();
    });

  addCommand(program, 'rebuild', {
    summary: 'recount the days and the usage that differ from what is recorded, for one site or for all',
    example: 'rebuild --site site_0123456789abcdef',
    remarks: 'Recording to a site waits while one of its days, or the usage of its account, is recounted.',
  })
    .option('--site <id>', 'the site (default: all sites)')
    .action((options: CommonOptions & { readonly site?: string }) =>
      respond(shell, options, async (db) => {
        const rebuilt = await rebuild(db, options.site);
        return {
          value: rebuilt.map((one) => ('siteId' in one ? { site: one.siteId, days: one.days } : one)),
          lines: rebuilt.length > 0 ? rebuilt.map(rebuiltLine) : ['nothing to rebuild'],
        };
      }),
    );
}

type FoundDrift = Verification['drift'][number];

function driftValue(found: FoundDrift): object {
  if ('siteId' in found) {
    const { siteId, ...difference } = found;
    return { site: siteId, ...difference };
  }
  const { email, month, recorded, used } = found;
  return { account: email, rollup: 'usage', month, recorded, used };
}

function driftLine(found: FoundDrift): string {
  if ('siteId' in found) {
    const { siteId, rollup, key, counted: events, rolledUp } = found;
    return columns(siteId, rollup, key, `counted ${events}`, `rolled up ${rolledUp}`);
  }
  const { email, month, recorded, used } = found;
  return columns(email, 'usage', month.slice(0, 7), `recorded ${recorded}`, `used ${used}`);
}

function rebuiltLine(one: Rebuilt): string {
  return 'siteId' in one
    ? columns(one.siteId, `rebuilt ${one.days.join(', ')}`)
    : columns(one.account, `rebuilt the usage of ${one.month.slice(0, 7)}`);
}

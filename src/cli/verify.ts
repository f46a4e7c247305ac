import { counted } from '../domain/counted.ts';
import type { Command } from 'commander';
import {
  type NotVerified,
  type Rebuilt,
  type Recount,
  rebuild,
  verify,
} from '../operations/upkeep/verify.ts';
import { SITE } from './arguments.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { withDatabase } from './with-database.ts';
import { NegativeAnswer, reasonOf } from './failures.ts';
import { columns, print } from './output.ts';
import type { Shell } from './shell.ts';
import { writeMetrics } from './write-metrics.ts';

/** `verify`, `rebuild`. */
export function addVerifyCommands(program: Command, shell: Shell): void {
  addCommand(program, 'verify', {
    summary: 'compare the stored counts and the usage with what is recorded, for one site or for all',
    example: 'verify --site site_0123456789abcdef',
    remarks:
      'Exits with 1 if a count differs or cannot be compared, with 0 otherwise. While an account is recording without a pause, the events ' +
      'on their way can show as a difference in its usage.',
  })
    .option('--site <site>', `${SITE} (default: all sites)`)
    .option('--metrics <file>', 'write how many counts differ to a file for Prometheus too')
    .action(async (options: CommonOptions & { readonly site?: string; readonly metrics?: string }) => {
      const verified = await withDatabase(shell.readConfig(), (db) => verify(db, options.site));
      const { sites, drift, failed } = verified;
      const summary = `${counted(sites, 'site')} recounted: ${counted(drift.length, 'difference')}`;
      const value = { sites, drift: drift.map(driftValue), failed: failed.map(failureValue) };
      const lines = [...drift.map(driftLine), ...failed.map(failureLine), summary];
      // first: a file that cannot be written is the whole answer
      if (options.metrics !== undefined) await writeMetrics(options.metrics, verified, shell.now());
      print(shell, { value, lines }, options.json);
      if (drift.length > 0 || failed.length > 0) throw new NegativeAnswer();
    });

  addCommand(program, 'rebuild', {
    summary: 'recount the days and the usage that differ from what is recorded, for one site or for all',
    example: 'rebuild --site site_0123456789abcdef',
    remarks: 'Recording to a site waits while one of its days, or the usage of its account, is recounted.',
  })
    .option('--site <site>', `${SITE} (default: all sites)`)
    .action(async (options: CommonOptions & { readonly site?: string }) => {
      const { rebuilt, failed } = await withDatabase(shell.readConfig(), (db) => rebuild(db, options.site));
      const done = rebuilt.length > 0 ? rebuilt.map(rebuiltLine) : ['nothing to rebuild'];
      const value = [...rebuilt.map(rebuiltValue), ...failed.map(failureValue)];
      print(shell, { value, lines: [...done, ...failed.map(failureLine)] }, options.json);
      if (failed.length > 0) throw new NegativeAnswer();
    });
}

type FoundDrift = Recount['drift'][number];

function driftValue(found: FoundDrift): object {
  if ('siteId' in found) {
    const { siteId, rollup, day, key, counted: events, rolledUp } = found;
    return { site: siteId, rollup, day, key, counted: events, rolled_up: rolledUp };
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

function rebuiltValue(one: Rebuilt): object {
  return 'siteId' in one ? { site: one.siteId, days: one.days } : { account: one.account, month: one.month };
}

function failureLine({ what, cause }: NotVerified): string {
  return columns(what, `not compared: ${reasonOf(cause)}`);
}

function failureValue({ what, cause }: NotVerified): object {
  return what === 'usage' ? { rollup: what, error: reasonOf(cause) } : { site: what, error: reasonOf(cause) };
}

import type { Command } from 'commander';
import type { RequestContext } from '../../context.ts';
import { catalogueOf } from '../../serving/open-catalogue.ts';
import { requireSite } from '../../operations/require-site.ts';
import { SITE } from '../arguments.ts';
import { type CommonOptions, type Description, addCommand } from '../command.ts';
import { note, print } from '../output.ts';
import { withDatabase } from '../with-database.ts';
import type { Shell } from '../shell.ts';
import { tableLines } from '../table.ts';

/** The options of the commands that read a site over a range of days. */
export type RangeOptions = CommonOptions & {
  readonly site: string;
  readonly start?: string;
  readonly end?: string;
};

/** A table is held in memory. */
export const MAX_ROWS = 10_000;

/** Adds a command that reads a site over a range of days. */
export function addReadingCommand(program: Command, usage: string, description: Description): Command {
  return addRangeOptions(addCommand(program, usage, description).requiredOption('--site <site>', SITE));
}

/** Adds the days to a command. The operation checks them. */
export function addRangeOptions(command: Command): Command {
  return command
    .option('--start <date>', 'the first UTC day, as YYYY-MM-DD (default: 7 days ago)')
    .option('--end <date>', 'the last UTC day, inclusive (default: today)');
}

/** What a command shows: one value for programs, or else tables for people, and sentences beside them. */
export type Shown = {
  readonly value: unknown;
  readonly label: string | undefined;
  readonly tables: readonly TableRows[];
  /** After the tables; those that are undefined do not apply. */
  readonly remarks?: readonly (string | undefined)[];
};

export type TableRows = readonly (readonly string[])[];

/** The request of a report: the options have the names of the operations. */
export type Asked<Options extends RangeOptions> = Options & { readonly siteId: string };

/** The action of a command that shows a report. */
export function showing<Options extends RangeOptions>(
  shell: Shell,
  report: (ctx: RequestContext, asked: Asked<Options>) => Promise<Shown | undefined>,
): (options: Options) => Promise<void> {
  return (options) =>
    readSite(shell, options, async (ctx, siteId) => {
      const shown = await report(ctx, { ...options, siteId });
      if (shown === undefined) return;
      const { value, label, tables, remarks = [] } = shown;
      const lines = tables.flatMap((rows, index) => [
        ...(index > 0 ? [''] : []),
        ...tableLines(rows, shell.stdout.isTTY),
      ]);
      print(shell, { value, label, lines }, options.json);
      if (options.json === true) return;
      for (const remark of remarks) if (remark !== undefined) note(shell, remark);
    });
}

/** Runs an operation as the operator: without a key, budgets or a plan. */
export async function readSite(
  shell: Shell,
  { site: named }: RangeOptions,
  work: (ctx: RequestContext, siteId: string) => Promise<void>,
): Promise<void> {
  const config = shell.readConfig();
  const { plans, attributionMinutes, publicUrl } = config;
  const catalogue = await catalogueOf(config);
  await withDatabase(config, async (db) => {
    const site = await requireSite(db, named);
    // other commands need neither this nor the packages behind it
    const { createOperatorContext } = await import('../../operations/request-context.ts');
    const parts = { db, plans, attributionMinutes, publicUrl, catalogue: () => catalogue };
    await work(createOperatorContext(parts, site, shell.now()), site.id);
  });
}

/** A dash for what is not known. */
export function textOf(value: number | string | null): string {
  return value === null ? '-' : String(value);
}

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireCoordinator } from '../database/cluster.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { counted } from '../domain/counted.ts';
import { FolderInUse } from '../embedded/embedded-database.ts';
import { type Copied, copyDatabase, countRows } from '../operations/upkeep/copy-database.ts';
import { connect, orUnusable, requireMigrated } from '../serving/connect.ts';
import type { Config } from '../settings/config.ts';
import { parsePostgresUrl } from '../settings/postgres-url.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { CommandFailure, NegativeAnswer, WRONG_USAGE } from './failures.ts';
import { showProgress } from './import/progress.ts';
import { columns, note, print } from './output.ts';
import type { Shell } from './shell.ts';
import { COMMAND_STATEMENT_MS, requireDataFolder } from './with-database.ts';

type CopyOptions = CommonOptions & { readonly to?: string };

/** `database copy`. */
export function addDatabaseCommands(program: Command, shell: Shell): void {
  const database = program
    .command('database')
    .description('move the embedded database to a PostgreSQL server');
  addCommand(database, 'copy', {
    summary: 'copy everything from the embedded database to an empty PostgreSQL database',
    example: 'database copy --to postgres://user@host:5432/database',
    remarks:
      'Stop the server first. The command creates the tables, copies all rows of DATA_DIR, compares them, and leaves DATA_DIR as it was. ' +
      'If it is interrupted, run it again: it goes on where it stopped. To keep a password out of the list of processes, set DATABASE_URL instead of --to.',
  })
    .option('--to <address>', 'the address of the database (default: DATABASE_URL)')
    .action(async ({ to, json }: CopyOptions) => {
      const config = shell.readConfig();
      const target = { ...config, databaseUrl: addressOf(to, config) };
      const source = { ...config, databaseUrl: undefined };
      requireDataFolder(source);
      const copied = await withBoth(source, target, (from, into) => copyShown(shell, from, into));
      print(shell, answerOf(copied, source), json);
      if (differencesIn(copied) > 0) throw new NegativeAnswer();
    });
}

function addressOf(given: string | undefined, { databaseUrl }: Config): string {
  if (given === undefined && databaseUrl === undefined)
    throw new CommandFailure('the target is missing; give its address with --to, or set DATABASE_URL', {
      exitCode: WRONG_USAGE,
    });
  const address = given === undefined ? databaseUrl : parsePostgresUrl(given);
  if (address === undefined)
    throw new CommandFailure(
      '--to is not a PostgreSQL address; write it as postgres://user:password@host:5432/database',
      { exitCode: WRONG_USAGE },
    );
  return address;
}

async function withBoth<Result>(
  source: Config,
  target: Config & { readonly databaseUrl: string },
  work: (from: Database, to: Database) => Promise<Result>,
): Promise<Result> {
  const { db: from, close } = await connectAlone(source);
  const to = openDatabase({
    connection: { url: target.databaseUrl },
    poolSize: 2,
    statementTimeoutMs: COMMAND_STATEMENT_MS,
  });
  try {
    await requireMigratedSource(source, from);
    await orUnusable(target, () => requireCoordinator(to));
    return await work(from, to);
  } finally {
    await to.destroy();
    await close();
  }
}

async function connectAlone(source: Config) {
  try {
    return await connect(source, { own: true, longestStatementMs: COMMAND_STATEMENT_MS });
  } catch (cause) {
    if (!(cause instanceof FolderInUse)) throw cause;
    throw new CommandFailure(`${cause.message}, because what it records during the copy would be lost`, {
      cause,
    });
  }
}

async function requireMigratedSource(source: Config, from: Database): Promise<void> {
  try {
    await requireMigrated(source, from);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandFailure(`${reason} (for ${source.dataDir}, without DATABASE_URL)`, { cause });
  }
}

async function copyShown(shell: Shell, from: Database, to: Database): Promise<Copied> {
  const progress = showProgress(shell, await countRows(from), 'rows');
  let [table, before, rows] = ['', 0, 0];
  try {
    return await copyDatabase(from, to, {
      stop: shell.stopSignal(),
      onProgress(now) {
        if (now.table !== table) before += rows;
        if (now.table !== table && shell.stderr.isTTY !== true) note(shell, `copying ${now.table}`);
        ({ table, rows } = now);
        progress.advance(before + rows, before + rows);
      },
    });
  } finally {
    progress.stop();
  }
}

function answerOf({ tables, verified }: Copied, { dataDir }: Config) {
  const { sites } = verified;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const folder = resolve(dataDir);
  const differences = differencesIn({ tables, verified });
  const checked =
    differences === 0
      ? `${counted(sites, 'site')} verified: no differences`
      : `${counted(differences, 'difference')}, which ${folder} has too; run: site-traffic rebuild`;
  return {
    value: { folder, rows, tables, sites, differences },
    lines: [
      ...tables.filter((table) => table.rows > 0).map((table) => columns(table.name, table.rows)),
      `copied ${counted(rows, 'row')}, compared each: all are the same`,
      checked,
      'next: set DATABASE_URL to the address of the target, and start the server',
      `${folder} is as it was; keep it until you are content`,
    ],
  };
}

function differencesIn({ verified: { drift, failed } }: Copied): number {
  return drift.length + failed.length;
}

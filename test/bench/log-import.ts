import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BOTS } from '../../src/catalogue/bots.ts';
import { writeRangeFile } from '../../src/ranges/range-file.ts';
import { findPostgres } from '../support/postgres-programs.ts';
import { type LogSource, writeLog } from './access-log.ts';
import { withClient } from './cluster.ts';
import { makeSite } from './fresh-sites.ts';
import { madeUpLists } from './made-up-ranges.ts';
import { runProduct, runProgram } from './programs.ts';
import { type Versus, inTurn } from './versus.ts';

/** Events per second of the whole process, including its start: `ours` is `logs import`, `theirs` is psql's COPY. */
export type ImportResult = Versus & {
  readonly log: string;
  readonly lines: number;
  readonly events: number;
};

type Stage = { readonly databaseUrl: string; readonly folder: string };

/** Imports a log into a new site each time, and copies the same events, without the log, into another new site. */
export async function measureImport(
  source: LogSource,
  { databaseUrl, folder }: Stage,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
): Promise<ImportResult> {
  const log = join(folder, 'import.log');
  writeLog(log, source, lines);
  const copied = join(folder, 'events.txt');
  const ranges = join(folder, 'ranges.json');
  await writeRangeFile(ranges, madeUpLists(BOTS.map(({ name }) => name)));
  const importOnce = () => importLog(databaseUrl, log, ranges);
  const first = await importOnce();
  const ours = async () => first.events / (await importOnce()).tookSeconds;
  const theirs = async () => {
    const { siteId } = await makeSite(databaseUrl);
    await psql(databaseUrl, `\\copy (${selectEvents(first.siteId, siteId)}) to '${copied}'`);
    const tookSeconds = await psql(databaseUrl, `\\copy events (${COLUMNS}) from '${copied}'`);
    await requireEvents(databaseUrl, siteId, first.events);
    return first.events / tookSeconds;
  };
  return { log: source.name, lines, events: first.events, ...(await inTurn(rounds, ours, theirs)) };
}

/** Imports a log into a new site. */
export async function importLog(databaseUrl: string, log: string, ranges?: string) {
  const { siteId } = await makeSite(databaseUrl);
  const settings = {
    DATABASE_URL: databaseUrl,
    PRO_EVENTS_PER_MONTH: 'unlimited',
    ...(ranges !== undefined && { BOT_RANGES: ranges }),
  };
  const { stdout, tookMs } = await runProduct(['logs', 'import', '--site', siteId, '--json', log], settings);
  const { events } = JSON.parse(stdout) as { readonly events: number };
  await requireEvents(databaseUrl, siteId, events);
  return { siteId, events, tookSeconds: tookMs / 1000 };
}

// psql's \copy is one line
const COLUMNS =
  'site_id, created_at, type, page_path, country, ' +
  'bot_name, bot_company, source, event_name, event_value, status, bytes, verdict';

/** Selects a site's events, in the order in which they were recorded, under another site's id. */
function selectEvents(from: string, to: string): string {
  const columns = COLUMNS.replace('site_id', `'${to}'`);
  return `select ${columns} from events where site_id = '${from}' order by id`;
}

/** Runs psql with a command and returns how many seconds the process took. */
async function psql(databaseUrl: string, command: string): Promise<number> {
  const args = [databaseUrl, '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--command', command];
  return (await runProgram(findPsql(), args)).tookMs / 1000;
}

/** The psql beside the server program: Debian's psql on PATH is a script that starts it. */
function findPsql(): string {
  const server = findPostgres();
  return server === undefined ? 'psql' : join(dirname(realpathSync(join(server, 'postgres'))), 'psql');
}

/** Throws unless the site has exactly so many events. */
export async function requireEvents(databaseUrl: string, siteId: string, expected: number): Promise<void> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ stored: string }>('select count(*) as stored from events where site_id = $1', [siteId]),
  );
  const stored = Number(rows[0]?.stored);
  if (stored !== expected || expected === 0) throw new Error(`${stored} of ${expected} events were stored`);
}

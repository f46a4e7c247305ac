import { type ExpressionBuilder, type Kysely, type Transaction, sql } from 'kysely';
import { type LogIdentity, LogMoved, type LogStep, type RecordedLog } from '../domain/recorded-log.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, read } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** Line by line: for a list of lines, the generic plan would read every log of the site. */
const FIND_LOGS = statement(
  'find_logs',
  (_, param: Param<{ siteId: string; firstLines: readonly string[] }>) => sql<RecordedLog>`
    select log.site_id as "siteId", log.first_line as "firstLine", log.copy, log.bytes, log.digest,
           log.reader_state as "readerState", log.path, ${epochMs(sql.ref('log.modified_at'))} as "modifiedAtMs"
    from unnest(${param('firstLines')}::text[]) as wanted (first_line)
    cross join lateral (
      select site_id, first_line, copy, bytes, digest, reader_state, path, modified_at from log_positions
      where site_id = ${param('siteId')} and first_line = wanted.first_line
      offset 0
    ) as log`,
);

/** More first lines than the site's logs have are compared here: looking up each would take the database longer. */
const MANY_LINES = 100;
const FEW_LOGS = 1_000;

const LIST_FIRST_LINES = statement(
  'list_first_lines',
  (_, param: Param<{ siteId: string }>) => sql<{ readonly firstLine: string }>`
    select first_line as "firstLine" from log_positions where site_id = ${param('siteId')} limit ${sql.lit(FEW_LOGS + 1)}`,
);

type Moved = {
  readonly siteId: string;
  readonly firstLine: string;
  readonly copy: number;
  readonly path: string;
  readonly fromBytes: number;
  readonly fromDigest: string;
  readonly toBytes: number;
  readonly toDigest: string;
  readonly readerState: string | null;
  readonly modifiedAt: string;
};

/** A row in which nothing is recorded was left by an earlier release. */
const START_LOG = statement(
  'start_log',
  (_, param: Param<Moved>) => sql`
    insert into log_positions (site_id, first_line, copy, bytes, digest, reader_state, path, modified_at)
    select site_id, ${param('firstLine')}::text, ${param('copy')}::smallint, ${param('toBytes')}::bigint,
           ${param('toDigest')}::text, ${param('readerState')}::text, ${param('path')}::text,
           ${param('modifiedAt')}::timestamptz
    from placed_sites where site_id = ${param('siteId')}
    on conflict (site_id, first_line, copy)
    do update set bytes = excluded.bytes, digest = excluded.digest, reader_state = excluded.reader_state,
                  path = excluded.path, modified_at = excluded.modified_at
    where log_positions.bytes = 0
    returning copy`,
);

const MOVE_LOG = statement('move_log', (db, param: Param<Moved>) =>
  db
    .updateTable('log_positions')
    .set({
      bytes: param('toBytes'),
      digest: param('toDigest'),
      reader_state: param('readerState'),
      path: param('path'),
      modified_at: timestamptz(param('modifiedAt')),
    })
    .where('site_id', '=', param('siteId'))
    .where('first_line', '=', param('firstLine'))
    .where('copy', '=', param('copy'))
    .where('bytes', '=', param('fromBytes'))
    .where('digest', '=', param('fromDigest')),
);

/** The recorded logs of a site that begin with one of these lines, in no particular order. */
export async function findLogs(
  db: Database,
  siteId: string,
  firstLines: readonly string[],
): Promise<readonly RecordedLog[]> {
  const wanted = firstLines.length > MANY_LINES ? await ofFewLogs(db, siteId, firstLines) : firstLines;
  return wanted.length > 0 ? read(db, FIND_LOGS({ siteId, firstLines: wanted })) : [];
}

/** Those of the lines with which a log begins; all of them if the site has too many logs to list. */
async function ofFewLogs(
  db: Database,
  siteId: string,
  firstLines: readonly string[],
): Promise<readonly string[]> {
  const known = await read(db, LIST_FIRST_LINES({ siteId }));
  if (known.length > FEW_LOGS) return firstLines;
  const beginnings = new Set(known.map(({ firstLine }) => firstLine));
  return firstLines.filter((line) => beginnings.has(line));
}

/** Ordered as the key is: without that, the generic plan would read the logs of all sites. */
const FIND_OTHER_LOG = statement(
  'find_other_log',
  (_, param: Param<LogIdentity>) => sql<Pick<RecordedLog, 'firstLine'>>`
    select first_line as "firstLine" from log_positions
    where site_id = ${param('siteId')} and bytes > 0
      and (first_line, copy) <> (${param('firstLine')}, ${param('copy')}::smallint)
    order by site_id, first_line, copy limit 1`,
);

/** Whether something is recorded of another log of the site than this one. */
export async function hasOtherLogs(db: Database, log: LogIdentity): Promise<boolean> {
  const others = await read(db, FIND_OTHER_LOG(log));
  return others.length > 0;
}

/** The recorded logs of a site that were last read at this path, the latest first. */
export async function findLogsAt(
  db: Database,
  siteId: string,
  path: string,
): Promise<readonly RecordedLog[]> {
  return selectLogs(db, siteId).where('path', '=', path).orderBy('modified_at', 'desc').execute();
}

/** The logs of a site of which something is recorded, by path. */
export async function listRecordedLogs(db: Database, siteId: string): Promise<readonly RecordedLog[]> {
  return selectLogs(db, siteId)
    .where('bytes', '>', 0)
    .orderBy('path')
    .orderBy('modified_at')
    .orderBy('first_line')
    .orderBy('copy')
    .execute();
}

/** Deletes how far the logs of a site are recorded, or only those that were last read at this path. */
export async function deleteLogs(
  db: Database,
  siteId: string,
  path: string | undefined,
): Promise<readonly RecordedLog[]> {
  let query = db.deleteFrom('log_positions').where('site_id', '=', siteId);
  if (path !== undefined) query = query.where('path', '=', path);
  return query.returning((eb) => columnsOf(eb)).execute();
}

/**
 * Moves a log's position, in the transaction that records the events. A step from the start adds the log, unless the site
 * is gone. Throws LogMoved unless the log is at `from`.
 */
export async function moveLog(
  tx: Transaction<Tables>,
  { log, from, to, path, modifiedAtMs }: LogStep,
): Promise<void> {
  const { rows, rowCount } = await execute(
    tx,
    (from.bytes === 0 ? START_LOG : MOVE_LOG)({
      ...log,
      path,
      fromBytes: from.bytes,
      fromDigest: from.digest,
      toBytes: to.bytes,
      toDigest: to.digest,
      readerState: to.readerState,
      modifiedAt: formatInstant(modifiedAtMs),
    }),
  );
  // Citus counts the rows that the SELECT of a start returns, written or not
  if ((from.bytes === 0 ? rows.length : rowCount) !== 1) throw new LogMoved();
}

function selectLogs(db: Kysely<Tables>, siteId: string) {
  return db
    .selectFrom('log_positions')
    .select((eb) => columnsOf(eb))
    .where('site_id', '=', siteId);
}

function columnsOf(eb: ExpressionBuilder<Tables, 'log_positions'>) {
  return [
    'site_id as siteId',
    'first_line as firstLine',
    'copy',
    'bytes',
    'digest',
    'reader_state as readerState',
    'path',
    // Citus returns nothing of a deleted row that may depend on the session's time zone, not even in theory
    epochMs(sql`${eb.ref('modified_at')} at time zone 'UTC'`).as('modifiedAtMs'),
  ] as const;
}

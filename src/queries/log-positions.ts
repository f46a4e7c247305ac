import type { ExpressionBuilder, Transaction } from 'kysely';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute } from '../database/query.ts';
import { epochMs, instant, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** Identifies a log of a site. Logs that begin with the same line are numbered by `copy`, from 0. */
export type LogIdentity = {
  readonly siteId: string;
  /** SHA-256 of its first line that is not a directive (`#…`), in hex. */
  readonly firstLine: string;
  readonly copy: number;
};

/** How far a log is recorded. */
export type LogPosition = {
  /** Bytes of its text from the start, unpacked. */
  readonly bytes: number;
  /** SHA-256 of those bytes, in hex. */
  readonly digest: string;
  /** The state of its reader at this position (`LogReader.state`). */
  readonly readerState: string | null;
};

/** A recorded log: `path` is where it was last read, `modifiedAtMs` when its file was last changed at that time. */
export type RecordedLog = LogIdentity &
  LogPosition & { readonly path: string; readonly modifiedAtMs: number };

/** A step from one position of a log to a later one, stored together with the events between them. */
export type LogStep = {
  readonly log: LogIdentity;
  readonly from: LogPosition;
  readonly to: LogPosition;
  readonly path: string;
  /** When the file was last changed. Files changed before that are older than what is recorded. */
  readonly modifiedAtMs: number;
};

/** The log was recorded further by another recorder, or by a commit whose answer was lost. Look up its position again. */
export class LogMoved extends Error {
  override readonly name = 'LogMoved';

  constructor() {
    super('the log was recorded further by another process');
  }
}

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

/** The recorded logs of a site that begin with this line, by copy. */
export async function findLogs(
  db: Database,
  siteId: string,
  firstLine: string,
): Promise<readonly RecordedLog[]> {
  return selectLogs(db, siteId).where('first_line', '=', firstLine).orderBy('copy').execute();
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
export async function forgetLogs(
  db: Database,
  siteId: string,
  path: string | undefined,
): Promise<readonly RecordedLog[]> {
  let query = db.deleteFrom('log_positions').where('site_id', '=', siteId);
  if (path !== undefined) query = query.where('path', '=', path);
  return query.returning((eb) => columnsOf(eb)).execute();
}

/** Adds a log of which nothing is recorded yet; does nothing if it is there already. */
export async function insertLog(
  db: Database,
  { siteId, firstLine, copy }: LogIdentity,
  {
    digest,
    path,
    modifiedAtMs,
  }: { readonly digest: string; readonly path: string; readonly modifiedAtMs: number },
): Promise<void> {
  await db
    .insertInto('log_positions')
    .values({
      site_id: siteId,
      first_line: firstLine,
      copy,
      bytes: 0,
      digest,
      reader_state: null,
      path,
      modified_at: instant(modifiedAtMs),
    })
    .onConflict((conflict) => conflict.columns(['site_id', 'first_line', 'copy']).doNothing())
    .execute();
}

/** Moves a log's position, in the transaction that records the events. Throws LogMoved unless the log is at `from`. */
export async function moveLog(
  tx: Transaction<Tables>,
  { log, from, to, path, modifiedAtMs }: LogStep,
): Promise<void> {
  const { rowCount } = await execute(
    tx,
    MOVE_LOG({
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
  if (rowCount !== 1) throw new LogMoved();
}

function selectLogs(db: Database, siteId: string) {
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
    epochMs(eb.ref('modified_at')).as('modifiedAtMs'),
  ] as const;
}

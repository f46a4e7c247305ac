import { sql } from 'kysely';
import type { FollowedLog, Lag } from '../domain/followed-log.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';

type Saved = Omit<FollowedLog, 'startedAtMs' | 'seenAtMs' | 'notedAtMs' | 'stoppedAtMs'> & {
  readonly siteId: string;
  readonly startedAt: string;
  readonly seenAt: string;
  readonly notedAt: string | null;
  readonly stoppedAt: string | null;
};

const SAVE_FOLLOWED_LOG = statement(
  'save_followed_log',
  (_, param: Param<Saved>) => sql`
    insert into followed_logs (site_id, path, started_at, seen_at, bytes_behind, lines, events, passed_over,
                               note, noted_at, stopped_at)
    select site_id, ${param('path')}::text, ${param('startedAt')}::timestamptz,
           ${param('seenAt')}::timestamptz, ${param('bytesBehind')}::bigint, ${param('lines')}::bigint,
           ${param('events')}::bigint, ${param('passedOver')}::text, ${param('note')}::text,
           ${param('notedAt')}::timestamptz, ${param('stoppedAt')}::timestamptz
    from placed_sites where site_id = ${param('siteId')}
    on conflict (site_id, path)
    do update set started_at = excluded.started_at, seen_at = excluded.seen_at,
                  bytes_behind = excluded.bytes_behind, lines = excluded.lines, events = excluded.events,
                  passed_over = excluded.passed_over, note = excluded.note, noted_at = excluded.noted_at,
                  stopped_at = excluded.stopped_at`,
);

/** Replaces what is stored of a followed log. Does nothing if the site is gone. */
export async function saveFollowedLog(db: Database, siteId: string, log: FollowedLog): Promise<void> {
  const { startedAtMs, seenAtMs, notedAtMs, stoppedAtMs, ...rest } = log;
  const saved = {
    ...rest,
    siteId,
    startedAt: formatInstant(startedAtMs),
    seenAt: formatInstant(seenAtMs),
    notedAt: notedAtMs === null ? null : formatInstant(notedAtMs),
    stoppedAt: stoppedAtMs === null ? null : formatInstant(stoppedAtMs),
  };
  await inTransaction(db, async (tx) => {
    await shareSite(tx, siteId);
    await execute(tx, SAVE_FOLLOWED_LOG(saved));
  });
}

const FIND_LAG = statement(
  'find_lag',
  () => sql<Lag>`
    select max(bytes_behind) as "bytesBehind", ${epochMs(sql`min(seen_at)`)} as "seenAtMs"
    from followed_logs where stopped_at is null`,
);

/** How far the followers of all sites are; null where no log is followed. */
export async function findLag(db: Database): Promise<Lag> {
  const [lag] = await readLong(db, FIND_LAG({}), 'service');
  return lag ?? { bytesBehind: null, seenAtMs: null };
}

/** The logs of a site that are or were followed, by path. */
export async function listFollowedLogs(db: Database, siteId: string): Promise<readonly FollowedLog[]> {
  return db
    .selectFrom('followed_logs')
    .select((eb) => [
      'path',
      epochMs(eb.ref('started_at')).as('startedAtMs'),
      epochMs(eb.ref('seen_at')).as('seenAtMs'),
      'bytes_behind as bytesBehind',
      'lines',
      'events',
      'passed_over as passedOver',
      'note',
      epochMs(eb.ref('noted_at')).$castTo<number | null>().as('notedAtMs'),
      epochMs(eb.ref('stopped_at')).$castTo<number | null>().as('stoppedAtMs'),
    ])
    .where('site_id', '=', siteId)
    .orderBy('path')
    .execute();
}

/** Deletes what is stored of the followed logs of a site, or only of the one at this path. Returns how many there were. */
export async function forgetFollowedLogs(
  db: Database,
  siteId: string,
  path: string | undefined,
): Promise<number> {
  let query = db.deleteFrom('followed_logs').where('site_id', '=', siteId);
  if (path !== undefined) query = query.where('path', '=', path);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

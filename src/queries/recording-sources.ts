import { sql } from 'kysely';
import type { RecordingSource } from '../domain/recording-source.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import type { Database } from '../database/database.ts';
import { execute, read } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';

/** A source that has just recorded to a site. It has no name: a site has one of each kind. */
export type NotedSource = { readonly siteId: string; readonly kind: 'collector' | 'middleware' | 'import' };

type Noted = NotedSource & { readonly at: string };

const NOTE_SOURCE = statement(
  'note_source',
  (_, param: Param<Noted>) => sql`
    insert into recording_sources (site_id, kind, name, last_recorded_at)
    select site_id, ${param('kind')}::text, '', ${param('at')}::timestamptz
    from placed_sites where site_id = ${param('siteId')}
    on conflict (site_id, kind, name) do update set last_recorded_at = excluded.last_recorded_at
    where recording_sources.last_recorded_at < excluded.last_recorded_at`,
);

/** Stores that the source recorded at this time. Does nothing if the site is gone. */
export async function noteSource(db: Database, source: NotedSource, nowMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await shareSite(tx, source.siteId);
    await execute(tx, NOTE_SOURCE({ ...source, at: formatInstant(nowMs) }));
  });
}

const LIST_SOURCES = statement(
  'list_sources',
  (_, param: Param<{ siteId: string }>) => sql<RecordingSource>`
    select kind, name, ${epochMs(sql.ref('last_recorded_at'))} as "lastRecordedMs"
    from recording_sources where site_id = ${param('siteId')}
    union all
    select 'log', path, ${epochMs(sql`max(modified_at)`)}
    from log_positions where site_id = ${param('siteId')} and bytes > 0 group by path
    union all
    select 'log', path, null from followed_logs where site_id = ${param('siteId')}`,
);

/** The sources of a site, in no particular order. The name of a log is its path; it may be listed twice. */
export async function listSources(db: Readable, site: AccessibleSite): Promise<readonly RecordingSource[]> {
  return read(db, LIST_SOURCES({ siteId: site.id }));
}

import { sql } from 'kysely';
import type { RecordingSource } from '../domain/recording-source.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { read } from '../database/query.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

const LIST_SOURCES = statement(
  'list_sources',
  (_, param: Param<{ siteId: string }>) => sql<RecordingSource>`
    select kind, name, ${epochMs(sql.ref('last_recorded_at'))} as "lastRecordedMs"
    from recording_sources where site_id = ${param('siteId')}
    union all
    select kind, '', ${epochMs(sql`max(last_recorded_at)`)}
    from site_sources where site_id = ${param('siteId')} and kind <> 'log' and last_recorded_at is not null group by kind
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

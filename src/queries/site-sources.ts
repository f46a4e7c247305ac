import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { SourceKind } from '../domain/source.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read, readAccess } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** What is stored of a source, besides its hours. */
export type StoredSource = {
  readonly siteId: string;
  /** Null for what is known of it from elsewhere: a log that is followed, or a note of an earlier release. */
  readonly id: string | null;
  readonly kind: SourceKind;
  readonly name: string;
  readonly keyId: number | null;
  readonly sender: string | null;
  readonly lastRecordedMs: number | null;
  readonly batchAtMs: number | null;
  readonly batchRecords: number | null;
  readonly batchBytes: number | null;
  /** Codes, separated by spaces. */
  readonly limits: string | null;
  readonly refusedAtMs: number | null;
  readonly refusedStatus: number | null;
  readonly refusedReason: string | null;
};

const LIST_SITE_SOURCES = statement(
  'list_site_sources',
  (_, param: Param<{ siteIds: readonly string[] }>) => sql<StoredSource>`
    select site_id as "siteId", source_id as "id", kind, name, key_id as "keyId", sender,
           ${epochMs(sql.ref('last_recorded_at'))} as "lastRecordedMs", ${epochMs(sql.ref('batch_at'))} as "batchAtMs",
           batch_records as "batchRecords", batch_bytes as "batchBytes", limits,
           ${epochMs(sql.ref('refused_at'))} as "refusedAtMs", refused_status as "refusedStatus",
           refused_reason as "refusedReason"
    from site_sources where site_id = any(${param('siteIds')}::text[])
    union all
    select site_id, null, kind, name, null, null, ${epochMs(sql.ref('last_recorded_at'))},
           null, null, null, null, null, null, null
    from recording_sources where site_id = any(${param('siteIds')}::text[])
    union all
    select site_id, null, 'log', path, null, null, null, null, null, null, null, null, null, null
    from followed_logs where site_id = any(${param('siteIds')}::text[])`,
);

/** The sources of the sites, in no particular order. One may be listed twice, with and without its id. */
export async function listSiteSources(
  db: Database,
  siteIds: readonly string[],
): Promise<readonly StoredSource[]> {
  return read(db, LIST_SITE_SOURCES({ siteIds }));
}

/** The records of one outcome that a source sent in a range. */
export type CountedOutcome = {
  readonly siteId: string;
  readonly sourceId: string;
  readonly outcome: string;
  readonly count: number;
  /** Of the first of them. */
  readonly sample: string | null;
};

type Window = { readonly siteIds: readonly string[]; readonly from: string; readonly until: string };

const COUNT_SOURCE_HOURS = statement(
  'count_source_hours',
  (_, param: Param<Window>) => sql<CountedOutcome>`
    select site_id as "siteId", source_id as "sourceId", outcome, sum(count)::bigint as count,
           (array_agg(sample order by hour) filter (where sample is not null))[1] as sample
    from source_hours
    where site_id = any(${param('siteIds')}::text[])
      and hour >= ${timestamptz(param('from'))} and hour < ${timestamptz(param('until'))}
    group by site_id, source_id, outcome`,
);

/** What the sources of the sites sent in a range of whole hours, by outcome, in no particular order. */
export async function countSourceHours(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
): Promise<readonly CountedOutcome[]> {
  const window = { siteIds, from: formatInstant(fromMs), until: formatInstant(untilMs) };
  return read(db, COUNT_SOURCE_HOURS(window));
}

const FIND_KEY_NAMES = statement('find_key_names', (db, param: Param<{ keyIds: readonly number[] }>) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${param('keyIds')}::bigint[])`),
);

/** The names of keys, by id, whether they were revoked or not. */
export async function findKeyNames(
  db: Database,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (keyIds.length === 0) return new Map();
  const rows = await readAccess(db, FIND_KEY_NAMES({ keyIds }));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

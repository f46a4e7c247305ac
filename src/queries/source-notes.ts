import { sql } from 'kysely';
import { type RobotCount, type RobotCounts, addRobots } from '../domain/robot-count.ts';
import type { SourceKey } from '../domain/source.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, pipeline } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { addRobotCounts } from './unlisted-robots.ts';

/** Records of one hour and one outcome: "event", "repeat", or the reason why they became no event. */
export type NotedHour = {
  readonly hourMs: number;
  readonly outcome: string;
  readonly count: number;
  /** Of the first of them. */
  readonly sample: string | undefined;
};

/** What a source has sent since the last note of it. What is undefined stays as it is stored. */
export type SourceNote = Omit<SourceKey, 'siteId'> & {
  readonly id: string;
  readonly heardAtMs: number;
  readonly recordedAtMs?: number | undefined;
  readonly batch?: { readonly atMs: number; readonly records: number; readonly bytes: number } | undefined;
  readonly limits?: readonly string[] | undefined;
  readonly refusal?: { readonly atMs: number; readonly status: number; readonly reason: string } | undefined;
  readonly hours: readonly NotedHour[];
  readonly robots: readonly RobotCount[];
};

type HourColumns = {
  readonly siteId: string;
  readonly hours: readonly string[];
  readonly sourceIds: readonly string[];
  readonly outcomes: readonly string[];
  readonly counts: readonly number[];
  readonly samples: readonly (string | null)[];
};

/** In the order of the key, so that concurrent processes wait for each other and never deadlock. */
const ADD_TO_SOURCE_HOURS = statement(
  'add_to_source_hours',
  (_, param: Param<HourColumns>) => sql`
    insert into source_hours (site_id, hour, source_id, outcome, count, sample)
    select site_id, hour, source_id, outcome, count, sample
    from placed_sites cross join unnest(
      ${param('hours')}::timestamptz[], ${param('sourceIds')}::text[], ${param('outcomes')}::text[],
      ${param('counts')}::bigint[], ${param('samples')}::text[]
    ) as noted (hour, source_id, outcome, count, sample)
    where site_id = ${param('siteId')}
    order by hour, source_id collate "C", outcome collate "C"
    on conflict (site_id, hour, source_id, outcome)
    do update set count = source_hours.count + excluded.count,
                  sample = coalesce(source_hours.sample, excluded.sample)`,
);

type SourceColumns = {
  readonly siteId: string;
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  readonly names: readonly string[];
  readonly keyIds: readonly (number | null)[];
  readonly senders: readonly (string | null)[];
  readonly heardAts: readonly string[];
  readonly recordedAts: readonly (string | null)[];
  readonly batchAts: readonly (string | null)[];
  readonly batchRecords: readonly (number | null)[];
  readonly batchBytes: readonly (number | null)[];
  readonly limits: readonly (string | null)[];
  readonly refusedAts: readonly (string | null)[];
  readonly refusedStatuses: readonly (number | null)[];
  readonly refusedReasons: readonly (string | null)[];
};

/** Processes write in any order: of each fact the latest stays. */
const SAVE_SOURCES = statement(
  'save_sources',
  (_, param: Param<SourceColumns>) => sql`
    insert into site_sources (site_id, source_id, kind, name, key_id, sender, heard_at, last_recorded_at,
                              batch_at, batch_records, batch_bytes, limits,
                              refused_at, refused_status, refused_reason)
    select site_id, noted.* from placed_sites cross join unnest(
      ${param('ids')}::text[], ${param('kinds')}::text[], ${param('names')}::text[], ${param('keyIds')}::bigint[],
      ${param('senders')}::text[], ${param('heardAts')}::timestamptz[], ${param('recordedAts')}::timestamptz[],
      ${param('batchAts')}::timestamptz[], ${param('batchRecords')}::bigint[], ${param('batchBytes')}::bigint[],
      ${param('limits')}::text[], ${param('refusedAts')}::timestamptz[], ${param('refusedStatuses')}::smallint[],
      ${param('refusedReasons')}::text[]
    ) as noted (source_id, kind, name, key_id, sender, heard_at, last_recorded_at, batch_at, batch_records,
                batch_bytes, limits, refused_at, refused_status, refused_reason)
    where site_id = ${param('siteId')}
    order by source_id collate "C"
    on conflict (site_id, source_id)
    do update set
      heard_at = greatest(site_sources.heard_at, excluded.heard_at),
      last_recorded_at = greatest(site_sources.last_recorded_at, excluded.last_recorded_at),
      batch_at = greatest(site_sources.batch_at, excluded.batch_at),
      batch_records = case when site_sources.batch_at > excluded.batch_at then site_sources.batch_records
                           else coalesce(excluded.batch_records, site_sources.batch_records) end,
      batch_bytes = case when site_sources.batch_at > excluded.batch_at then site_sources.batch_bytes
                         else coalesce(excluded.batch_bytes, site_sources.batch_bytes) end,
      limits = case when site_sources.batch_at > excluded.batch_at then site_sources.limits
                    else coalesce(excluded.limits, site_sources.limits) end,
      refused_at = greatest(site_sources.refused_at, excluded.refused_at),
      refused_status = case when site_sources.refused_at > excluded.refused_at then site_sources.refused_status
                            else coalesce(excluded.refused_status, site_sources.refused_status) end,
      refused_reason = case when site_sources.refused_at > excluded.refused_at then site_sources.refused_reason
                            else coalesce(excluded.refused_reason, site_sources.refused_reason) end`,
);

/** A site shows so many of its sources; a site has more only if thousands of files or keys come and go. */
export const MOST_SOURCES = 200;

const FORGET_SILENT_SOURCES = statement(
  'forget_silent_sources',
  (_, param: Param<{ siteId: string }>) => sql`
    delete from site_sources where site_id = ${param('siteId')} and source_id in (
      select source_id from site_sources where site_id = ${param('siteId')}
      order by heard_at desc, source_id offset ${sql.lit(MOST_SOURCES)}
    )`,
);

/**
 * Adds what the sources of a site have sent to what is stored of them. Does nothing if the site is gone. `areNew` if one of
 * them may be new: of too many, those that were silent for longest are forgotten.
 */
export async function saveSourceNotes(
  db: Database,
  {
    siteId,
    notes,
    areNew,
  }: { readonly siteId: string; readonly notes: readonly SourceNote[]; readonly areNew: boolean },
): Promise<void> {
  const hours = notes.flatMap((note) => note.hours.map((hour) => ({ ...hour, sourceId: note.id })));
  const statements = [
    ...(hours.length > 0 ? [ADD_TO_SOURCE_HOURS(hourColumns(siteId, hours))] : []),
    SAVE_SOURCES(sourceColumns(siteId, notes)),
  ];
  await inTransaction(db, async (tx) => {
    await shareSite(tx, siteId);
    await pipeline(tx, statements);
    await addRobotCounts(tx, siteId, robotsOf(notes));
    if (areNew) await execute(tx, FORGET_SILENT_SOURCES({ siteId }));
  });
}

/** Each day and token once, whichever sources brought them. */
function robotsOf(notes: readonly SourceNote[]): readonly RobotCount[] {
  const robots: RobotCounts = new Map();
  for (const note of notes) addRobots(robots, note.robots);
  return [...robots.values()];
}

function hourColumns(
  siteId: string,
  hours: readonly (NotedHour & { readonly sourceId: string })[],
): HourColumns {
  return {
    siteId,
    hours: hours.map(({ hourMs }) => formatInstant(hourMs)),
    sourceIds: hours.map(({ sourceId }) => sourceId),
    outcomes: hours.map(({ outcome }) => outcome),
    counts: hours.map(({ count }) => count),
    samples: hours.map(({ sample = null }) => sample),
  };
}

function sourceColumns(siteId: string, notes: readonly SourceNote[]): SourceColumns {
  return {
    siteId,
    ids: notes.map(({ id }) => id),
    kinds: notes.map(({ kind }) => kind),
    names: notes.map(({ name }) => name),
    keyIds: notes.map(({ keyId = null }) => keyId),
    senders: notes.map(({ sender = null }) => sender),
    heardAts: notes.map(({ heardAtMs }) => formatInstant(heardAtMs)),
    recordedAts: notes.map(({ recordedAtMs }) => instantOf(recordedAtMs)),
    batchAts: notes.map(({ batch }) => instantOf(batch?.atMs)),
    batchRecords: notes.map(({ batch }) => batch?.records ?? null),
    batchBytes: notes.map(({ batch }) => batch?.bytes ?? null),
    limits: notes.map(({ limits }) => limits?.join(' ') ?? null),
    refusedAts: notes.map(({ refusal }) => instantOf(refusal?.atMs)),
    refusedStatuses: notes.map(({ refusal }) => refusal?.status ?? null),
    refusedReasons: notes.map(({ refusal }) => refusal?.reason ?? null),
  };
}

function instantOf(ms: number | undefined): string | null {
  return ms === undefined ? null : formatInstant(ms);
}

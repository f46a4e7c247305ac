import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { formatInstant } from '../domain/time.ts';
import { execute, read } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

const BEGIN_ATTRIBUTION = statement(
  'begin_attribution',
  (_, param: Param<{ readonly now: string }>) => sql`
    insert into attribution (since) values (${timestamptz(param('now'))})
    on conflict (is_only) do update set since = excluded.since where attribution.since is null`,
);

const END_ATTRIBUTION = statement(
  'end_attribution',
  () => sql`update attribution set since = null where since is not null`,
);

const FIND_ATTRIBUTION = statement(
  'find_attribution',
  () => sql<{ readonly sinceMs: number }>`
    select ${epochMs(sql.ref('since'))} as "sinceMs" from attribution where since is not null`,
);

/**
 * Notes that a process records which looks up conversions this many minutes back: from now on, unless an earlier time is
 * known. One that looks up none ends it, also for those that do.
 */
export async function noteAttribution(
  db: Database,
  { minutes, nowMs }: { readonly minutes: number; readonly nowMs: number },
): Promise<void> {
  await execute(db, minutes > 0 ? BEGIN_ATTRIBUTION({ now: formatInstant(nowMs) }) : END_ATTRIBUTION({}));
}

/** Since when conversions are looked up, in milliseconds since 1970; null if they are not. */
export async function findAttributionSince(db: Database): Promise<number | null> {
  const [found] = await read(db, FIND_ATTRIBUTION({}));
  return found?.sinceMs ?? null;
}

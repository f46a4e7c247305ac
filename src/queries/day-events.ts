import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../domain/cursor.ts';
import { DAY_MS } from '../domain/time.ts';
import { sqlInstant } from '../database/sql-time.ts';

/** A site's events of one UTC day. */
export type DayEvents = {
  readonly siteId: string;
  readonly dayMs: number;
  /** Only those from this instant of the day on; undefined for all. */
  readonly fromMs?: number | undefined;
  /** Only those older than this one; undefined for all. */
  readonly before?: Position | undefined;
};

/**
 * The condition that an event is one of these. The planner takes the comparison of rows to hold for a third of all
 * events, so in a large table it would read all of them: the bound on the column alone shows it how few there are.
 */
export function isOfDay({ siteId, dayMs, fromMs = dayMs, before }: DayEvents): RawBuilder<boolean> {
  const until = before
    ? sql`created_at <= ${sqlInstant(before.createdAtMs)}
          and (created_at, id) < (${sqlInstant(before.createdAtMs)}, ${before.id}::bigint)`
    : sql`created_at < ${sqlInstant(dayMs + DAY_MS)}`;
  return sql<boolean>`site_id = ${siteId} and created_at >= ${sqlInstant(fromMs)} and ${until}`;
}

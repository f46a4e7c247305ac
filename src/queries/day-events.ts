import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../domain/cursor.ts';
import { DAY_MS } from '../domain/time.ts';
import { instant } from '../database/sql-time.ts';

/** A site's events of one UTC day. */
export type DayEvents = {
  readonly siteId: string;
  readonly dayMs: number;
  /** Only those older than this one; undefined for all. */
  readonly before?: Position | undefined;
};

/** The condition that an event is one of these. */
export function isOfDay({ siteId, dayMs, before }: DayEvents): RawBuilder<boolean> {
  const until = before
    ? sql`(created_at, id) < (${instant(before.createdAtMs)}, ${before.id}::bigint)`
    : sql`created_at < ${instant(dayMs + DAY_MS)}`;
  return sql<boolean>`site_id = ${siteId} and created_at >= ${instant(dayMs)} and ${until}`;
}

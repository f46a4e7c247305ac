import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../domain/time.ts';
import { sqlInstant } from '../database/sql-time.ts';

/** The condition that an event is one of a site's UTC day. */
export function isOfDay(siteId: string, dayMs: number): RawBuilder<boolean> {
  return sql<boolean>`
    site_id = ${siteId} and created_at >= ${sqlInstant(dayMs)} and created_at < ${sqlInstant(dayMs + DAY_MS)}`;
}

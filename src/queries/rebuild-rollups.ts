import { sql } from 'kysely';
import { DAY_MS } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { deleteDayRollups } from './delete-events.ts';
import { lockSite } from '../database/site-lock.ts';
import { day, instant } from '../database/sql-time.ts';
import { inTransaction } from '../database/transaction.ts';

/** Recounts one day of a site's rollups from its events, in a transaction that keeps recorders away from the site. */
export async function rebuildDay(db: Database, siteId: string, dayMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSite(tx, siteId);
    await deleteDayRollups(tx, siteId, dayMs);
    await sql`
      insert into site_days (site_id, day, type, name, company, slot, count, value)
      select site_id, ${day(dayMs)}, type, coalesce(bot_name, source, event_name), coalesce(bot_company, ''), 0,
             count(*), coalesce(sum(event_value), 0)
      from events where ${ofDay(siteId, dayMs)}
      group by site_id, type, coalesce(bot_name, source, event_name), coalesce(bot_company, '')`.execute(tx);
    await sql`
      insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
      select site_id, granularity, date_trunc(granularity, created_at, 'UTC'), 0,
             count(*) filter (where type = 'bot'),
             count(*) filter (where type = 'referral'),
             count(*) filter (where type = 'conversion')
      from events cross join (values ('day'), ('hour')) as granularities (granularity)
      where ${ofDay(siteId, dayMs)}
      group by site_id, granularity, date_trunc(granularity, created_at, 'UTC')`.execute(tx);
  });
}

function ofDay(siteId: string, dayMs: number) {
  return sql`site_id = ${siteId} and created_at >= ${instant(dayMs)} and created_at < ${instant(dayMs + DAY_MS)}`;
}

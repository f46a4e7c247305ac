import { type RawBuilder, type Transaction, sql } from 'kysely';
import { FAILED_FROM } from '../domain/event.ts';
import { GRANULARITIES } from '../domain/granularity.ts';
import { DAY_MS } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { lockSite } from '../database/site-lock.ts';
import { sqlDay, sqlInstant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Block, blocksWith } from './blocks.ts';
import { type DayEvents, isOfDay } from './day-events.ts';

/** The rollups with one row per day for each key. */
const BY_DAY = ['site_days', 'site_statuses', 'site_countries'] as const;

/** The rollups with rows for each block of days. */
const BY_BLOCK = ['site_blocks', 'site_block_names', 'site_block_statuses'] as const;

/** Adds the counts of the events to the rollups, or subtracts them, in a transaction that holds the site (`lockSite`). */
export async function addToRollups(tx: Transaction<Tables>, events: DayEvents, sign: 1 | -1): Promise<void> {
  const signed = sql`${sign}::integer`;
  const failedFrom = sql.lit(FAILED_FROM);
  await sql`
    insert into site_days (site_id, day, type, name, company, slot, count, value,
                           bytes, sized, failed, verified, outside, no_list)
    select site_id, ${sqlDay(events.dayMs)}, type, coalesce(bot_name, source, event_name), coalesce(bot_company, ''), 0,
           ${signed} * count(*), ${signed} * coalesce(sum(event_value), 0), ${signed} * coalesce(sum(bytes), 0),
           ${signed} * count(bytes), ${signed} * count(*) filter (where type = 'bot' and status >= ${failedFrom}),
           ${signed} * count(*) filter (where verdict = 'verified'),
           ${signed} * count(*) filter (where verdict = 'outside'),
           ${signed} * count(*) filter (where verdict = 'no-list')
    from events where ${isOfDay(events)}
    group by site_id, type, coalesce(bot_name, source, event_name), coalesce(bot_company, '')
    on conflict (site_id, day, type, name, company, slot)
    do update set count = site_days.count + excluded.count, value = site_days.value + excluded.value,
                  bytes = site_days.bytes + excluded.bytes, sized = site_days.sized + excluded.sized,
                  failed = site_days.failed + excluded.failed, verified = site_days.verified + excluded.verified,
                  outside = site_days.outside + excluded.outside,
                  no_list = site_days.no_list + excluded.no_list`.execute(tx);
  await sql`
    insert into site_statuses (site_id, day, name, company, status, slot, count)
    select site_id, ${sqlDay(events.dayMs)}, bot_name, bot_company, status, 0, ${signed} * count(*)
    from events where ${isOfDay(events)} and type = 'bot' and status is not null
    group by site_id, bot_name, bot_company, status
    on conflict (site_id, day, name, company, status, slot)
    do update set count = site_statuses.count + excluded.count`.execute(tx);
  await addToCountries(tx, events, sign);
  await sql`
    insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
    select site_id, granularity, date_trunc(granularity, created_at, 'UTC'), 0,
           ${signed} * count(*) filter (where type = 'bot'),
           ${signed} * count(*) filter (where type = 'referral'),
           ${signed} * count(*) filter (where type = 'conversion')
    from events cross join (values ('day'), ('hour')) as granularities (granularity)
    where ${isOfDay(events)}
    group by site_id, granularity, date_trunc(granularity, created_at, 'UTC')
    on conflict (site_id, granularity, starts_at, slot)
    do update set bot_visits = site_buckets.bot_visits + excluded.bot_visits,
                  referrals = site_buckets.referrals + excluded.referrals,
                  conversions = site_buckets.conversions + excluded.conversions`.execute(tx);
}

async function addToCountries(tx: Transaction<Tables>, events: DayEvents, sign: 1 | -1): Promise<void> {
  const signed = sql`${sign}::integer`;
  // an earlier release recorded the day without its countries: there is nothing to subtract from
  const isCounted =
    sign === 1
      ? sql`true`
      : sql`exists (select 1 from site_countries where site_id = ${events.siteId} and day = ${sqlDay(events.dayMs)})`;
  await sql`
    insert into site_countries (site_id, day, country, slot, bot_visits, referrals, conversions)
    select site_id, ${sqlDay(events.dayMs)}, country, 0,
           ${signed} * count(*) filter (where type = 'bot'),
           ${signed} * count(*) filter (where type = 'referral'),
           ${signed} * count(*) filter (where type = 'conversion')
    from events where ${isOfDay(events)} and ${isCounted}
    group by site_id, country
    on conflict (site_id, day, country, slot)
    do update set bot_visits = site_countries.bot_visits + excluded.bot_visits,
                  referrals = site_countries.referrals + excluded.referrals,
                  conversions = site_countries.conversions + excluded.conversions`.execute(tx);
}

/** Recounts the countries of a day, in a transaction that holds the site (`lockSite`). */
export async function recountCountries(
  tx: Transaction<Tables>,
  siteId: string,
  dayMs: number,
): Promise<void> {
  await tx
    .deleteFrom('site_countries')
    .where('site_id', '=', siteId)
    .where('day', '=', sqlDay(dayMs))
    .execute();
  await addToCountries(tx, { siteId, dayMs }, 1);
}

/** Deletes what is counted of a day and of the blocks that it is in: single events cannot be subtracted from them. */
export async function deleteBlocksOfDay(
  tx: Transaction<Tables>,
  siteId: string,
  dayMs: number,
): Promise<void> {
  const blocks = blocksWith(dayMs);
  await deleteBlocks(tx, siteId, blocks);
  await deletePagesOfBlocks(tx, siteId, blocks);
  // upkeep makes them again of what is left
  await tx.deleteFrom('folded_sites').where('site_id', '=', siteId).execute();
}

/** Deletes what is counted of blocks by name and status. */
export async function deleteBlocks(
  tx: Transaction<Tables>,
  siteId: string,
  blocks: readonly Block[],
): Promise<void> {
  for (const table of BY_BLOCK) {
    await sql`
      delete from ${sql.table(table)}
      where site_id = ${siteId} and (first_day, days) in (${listed(blocks)})`.execute(tx);
  }
}

/** Deletes the folded pages of blocks. */
export async function deletePagesOfBlocks(
  tx: Transaction<Tables>,
  siteId: string,
  blocks: readonly Block[],
): Promise<void> {
  // a column of the key that is left out would make all blocks be read
  await sql`
    delete from site_block_pages
    where site_id = ${siteId} and by_bot in (false, true) and (first_day, days) in (${listed(blocks)})`.execute(
    tx,
  );
}

function listed(blocks: readonly Block[]): RawBuilder<unknown> {
  return sql.join(blocks.map(({ firstMs, days }) => sql`(${sqlDay(firstMs)}, ${sql.lit(days)})`));
}

/** Deletes what a day has in the rollups. */
export async function deleteDayRollups(
  tx: Transaction<Tables>,
  siteId: string,
  dayMs: number,
): Promise<void> {
  for (const table of BY_DAY) {
    await tx.deleteFrom(table).where('site_id', '=', siteId).where('day', '=', sqlDay(dayMs)).execute();
  }
  await deleteBlocksOfDay(tx, siteId, dayMs);
  await tx.deleteFrom('site_buckets').where(isBucketOfDay(siteId, dayMs)).execute();
}

/** Deletes those rows of a day's rollups that count nothing, in sum over the slots: no event has their key. */
export async function deleteEmptyRollups(
  tx: Transaction<Tables>,
  siteId: string,
  dayMs: number,
): Promise<void> {
  const ofDay = sql`site_id = ${siteId} and day = ${sqlDay(dayMs)}`;
  await sql`
    delete from site_days where ${ofDay} and (type, name, company) in (
      select type, name, company from site_days where ${ofDay} group by type, name, company having sum(count) = 0
    )`.execute(tx);
  await sql`
    delete from site_statuses where ${ofDay} and (name, company, status) in (
      select name, company, status from site_statuses where ${ofDay} group by name, company, status having sum(count) = 0
    )`.execute(tx);
  await sql`
    delete from site_countries where ${ofDay} and country in (
      select country from site_countries where ${ofDay}
      group by country having sum(bot_visits + referrals + conversions) = 0
    )`.execute(tx);
  await sql`
    delete from site_buckets where ${isBucketOfDay(siteId, dayMs)} and (granularity, starts_at) in (
      select granularity, starts_at from site_buckets where ${isBucketOfDay(siteId, dayMs)}
      group by granularity, starts_at having sum(bot_visits + referrals + conversions) = 0
    )`.execute(tx);
}

function isBucketOfDay(siteId: string, dayMs: number): RawBuilder<boolean> {
  return sql<boolean>`site_id = ${siteId} and granularity in (${sql.join(GRANULARITIES)})
    and starts_at >= ${sqlInstant(dayMs)} and starts_at < ${sqlInstant(dayMs + DAY_MS)}`;
}

/** Recounts one day of a site's rollups from its events, in a transaction that keeps recorders away from the site. */
export async function rebuildDay(db: Database, siteId: string, dayMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSite(tx, siteId);
    await deleteDayRollups(tx, siteId, dayMs);
    await addToRollups(tx, { siteId, dayMs }, 1);
  });
}

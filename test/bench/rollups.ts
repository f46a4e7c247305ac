import type pg from 'pg';

/** The tables that recording fills beside `events`. */
export const ROLLUPS = ['site_days', 'site_statuses', 'site_countries', 'site_buckets'] as const;

/** Counts all events in the rollups. `slot` is an SQL expression of an event's columns. */
export async function fillRollups(client: pg.Client, slot: string): Promise<void> {
  for (const insert of [
    addDays(slot, 'events'),
    addStatuses(slot, 'events'),
    addCountries(slot, 'events'),
    addHours(slot, 'events'),
    addDaysOfHours('site_buckets'),
  ])
    await client.query(insert);
}

/** A statement that inserts the events of whole days and counts them in the rollups, without reading them again. */
export function insertAndCount(insertEvents: string, slot: string): string {
  return `
    with inserted as (${insertEvents} returning *),
      days as (${addDays(slot, 'inserted')}),
      statuses as (${addStatuses(slot, 'inserted')}),
      countries as (${addCountries(slot, 'inserted')}),
      hours as (${addHours(slot, 'inserted')} returning *)
    ${addDaysOfHours('hours')}`;
}

const addDays = (slot: string, events: string) => `
  insert into site_days (site_id, day, type, name, company, slot, count, value,
                         bytes, sized, failed, verified, outside, no_list)
  select site_id, created_at::date, type, coalesce(bot_name, source, event_name), coalesce(bot_company, ''),
         ${slot}, count(*), coalesce(sum(event_value), 0), coalesce(sum(bytes), 0), count(bytes),
         count(*) filter (where type = 'bot' and status >= 400), count(*) filter (where verdict = 'verified'),
         count(*) filter (where verdict = 'outside'), count(*) filter (where verdict = 'no-list')
  from ${events}
  group by 1, 2, 3, 4, 5, 6
  order by site_id collate "C", 2`;

const addStatuses = (slot: string, events: string) => `
  insert into site_statuses (site_id, day, name, company, status, slot, count)
  select site_id, created_at::date, bot_name, bot_company, status, ${slot}, count(*)
  from ${events}
  where type = 'bot' and status is not null
  group by 1, 2, 3, 4, 5, 6
  order by site_id collate "C", 2`;

const addCountries = (slot: string, events: string) => `
  insert into site_countries (site_id, day, country, slot, bot_visits, referrals, conversions)
  select site_id, created_at::date, country, ${slot}, ${COUNTS}
  from ${events}
  group by 1, 2, 3, 4
  order by site_id collate "C", 2`;

const addHours = (slot: string, events: string) => `
  insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
  select site_id, 'hour', date_trunc('hour', created_at), ${slot}, ${COUNTS}
  from ${events}
  group by 1, 3, 4
  order by site_id collate "C", 3`;

const COUNTS = `count(*) filter (where type = 'bot'), count(*) filter (where type = 'referral'),
         count(*) filter (where type = 'conversion')`;

const addDaysOfHours = (hours: string) => `
  insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
  select site_id, 'day', date_trunc('day', starts_at), slot, sum(bot_visits), sum(referrals), sum(conversions)
  from ${hours}
  group by 1, 3, 4
  order by site_id collate "C", 3`;

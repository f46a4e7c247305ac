import { type Kysely, sql } from 'kysely';
import type { TimeRange } from '../../src/domain/date-range.ts';
import type { AccessibleSite, Site } from '../../src/domain/site.ts';
import type { Database } from '../../src/database/database.ts';
import type { Tables } from '../../src/database/tables.ts';
import { makeOwner, makeSite } from '../support/makers.ts';

/** A new site of a new account, as if its caller's access had been checked. */
export async function newSite(db: Database): Promise<AccessibleSite> {
  const { accountId } = await makeOwner(db);
  return accessible(await makeSite(db, accountId));
}

export function accessible(site: Site): AccessibleSite {
  return site as AccessibleSite;
}

/** The half-open range between two instants. */
export function between(from: string, until: string): TimeRange {
  return { fromMs: Date.parse(from), untilMs: Date.parse(until) };
}

/** Years 1 to 9999. */
export const ALWAYS: TimeRange = {
  fromMs: Date.parse('0001-01-01T00:00:00Z'),
  untilMs: Date.parse('+010000-01-01T00:00:00Z'),
};

/** What is stored of a site, by each of the three tables, in one statement and so at one moment. */
export type Stored = { readonly events: number; readonly inDays: number; readonly inBuckets: number };

export async function countStored(db: Kysely<Tables>, siteId: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select (select count(*) from events where site_id = ${siteId}) as events,
           (select coalesce(sum(count), 0) from site_days where site_id = ${siteId}) as "inDays",
           (select coalesce(sum(bot_visits + referrals + conversions), 0)
            from site_buckets where site_id = ${siteId} and granularity = 'hour') as "inBuckets"`.execute(db);
  return rows[0];
}

/** The pages of a generator, one behind the other. */
export async function gather<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

/** Looks again and again until the work is done. */
export async function during(work: () => Promise<void>, look: () => Promise<void>): Promise<void> {
  const state = { done: false };
  const working = work().finally(() => (state.done = true));
  while (!state.done) await look();
  await working;
}

/** A clock by which each step of a deletion holds the site neither short nor long, so that the next is as large. */
export function steadyClock(): () => number {
  let nowMs = 0;
  return () => (nowMs += 15);
}

/** The deadlocks of a whole database, once the sessions that may have met them are gone and have reported. */
export async function deadlocksIn(own: Database): Promise<number | undefined> {
  for (;;) {
    const { rows } = await sql<{ others: number; deadlocks: number }>`
      select deadlocks, (select count(*) from pg_stat_activity a
                         where a.datname = d.datname and pid <> pg_backend_pid()
                           and backend_type = 'client backend' and application_name not like 'citus_internal%') as others
      from pg_stat_database d where datname = current_database()`.execute(own);
    if (rows[0]?.others === 0) return rows[0].deadlocks;
  }
}

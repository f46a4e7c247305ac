import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { rebuild, verify } from '../../src/operations/upkeep/verify.ts';
import type { Tables } from '../../src/database/tables.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
import { countStored, during, newSite } from './support.ts';

const db = testDatabase();
const EVENTS = [
  botVisit('2026-03-10T10:00:00Z', { status: 500, bytes: 7, verdict: 'no-list' }),
  botVisit('2026-03-10T23:59:59.999Z', { botName: 'ClaudeBot', botCompany: 'Anthropic' }),
  referral('2026-03-11T00:00:00Z'),
  conversion('2026-03-11T12:00:00Z', { eventValue: 0.1 }),
  conversion('2026-03-11T12:00:00Z', { eventValue: 0.2 }),
  conversion('9999-12-31T23:59:59.999Z'),
];

async function rollupsOf(id: string): Promise<unknown> {
  const days =
    await sql`select to_char(day, 'YYYY-MM-DD') as day, type, name, company, sum(count)::bigint as count,
                                sum(value) as value, sum(bytes) as bytes, sum(sized) as sized, sum(failed) as failed,
                                sum(verified) as verified, sum(outside) as outside, sum(no_list) as no_list from site_days
                         where site_id = ${id} group by 1, 2, 3, 4 order by 1, 2, 3`.execute(db);
  const buckets =
    await sql`select granularity, date_part('epoch', starts_at) as starts, sum(bot_visits) as bots,
                                   sum(referrals) as referrals, sum(conversions) as conversions from site_buckets
                            where site_id = ${id} group by 1, 2 order by 1, 2`.execute(db);
  const statuses =
    await sql`select to_char(day, 'YYYY-MM-DD') as day, name, company, status, sum(count) as count
              from site_statuses where site_id = ${id} group by 1, 2, 3, 4 order by 1, 2, 4`.execute(db);
  const countries = await sql`select to_char(day, 'YYYY-MM-DD') as day, country, sum(bot_visits) as bots,
                     sum(referrals) as referrals, sum(conversions) as conversions
              from site_countries where site_id = ${id} group by 1, 2 order by 1, 2`.execute(db);
  return [days.rows, buckets.rows, statuses.rows, countries.rows];
}

describe('rebuilding', () => {
  it('recounts the days whose rollups differ, and leaves other days and sites alone', async () => {
    const [site, other] = [await newSite(db), await newSite(db)];
    for (const { id } of [site, other]) for (const slot of [0, 5]) await recordAt(id, slot);
    const before = await rollupsOf(site.id);
    await sql`update site_days set count = 7 where site_id = ${site.id} and name = 'ClaudeBot'`.execute(db);
    await sql`delete from site_buckets where site_id = ${site.id} and conversions > 0`.execute(db);
    await sql`update site_days set bytes = 0, verified = 1 where site_id = ${site.id} and name = 'GPTBot'`.execute(
      db,
    );
    await sql`delete from site_statuses where site_id = ${site.id}`.execute(db);
    await sql`update site_countries set country = 'DE' where site_id = ${site.id} and day = '2026-03-11'`.execute(
      db,
    );
    await sql`insert into site_days values (${site.id}, '2025-01-01', 'bot', 'Nobody', '', 3, 2, 0)`.execute(
      db,
    );

    const { rebuilt } = await rebuild(db, site.id);

    const days = ['2025-01-01', '2026-03-10', '2026-03-11', '9999-12-31'];
    expect(rebuilt).toEqual([{ siteId: site.id, days }]);
    expect(await rollupsOf(site.id)).toEqual(before);
    expect(await rebuild(db, site.id)).toEqual({ rebuilt: [], failed: [] });
    expect(await verify(db, other.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('loses nothing that others record meanwhile', async () => {
    const site = await newSite(db);
    await during(
      async () => {
        for (let round = 0; round < 20; round++) await recordAt(site.id, round % 8);
      },
      async () => {
        await drift(db, site.id);
        await rebuild(db, site.id);
      },
    );
    await rebuild(db, site.id);

    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
    expect(await countStored(db, site.id)).toEqual({ events: 120, inDays: 120, inBuckets: 120 });
  });

  it('of an unknown site is refused', async () => {
    await expect(rebuild(db, 'site_none')).rejects.toThrow('There is no site site_none.');
  });
});

async function recordAt(id: string, slot: number): Promise<void> {
  await record(db, { id, accountId: 0, domain: '', name: '', createdAtMs: 0 }, EVENTS, slot);
}

async function drift(tx: Kysely<Tables>, id: string): Promise<void> {
  await sql`update site_days set count = count + 1 where site_id = ${id}`.execute(tx);
}

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AccessibleSite } from '../../src/domain/site.ts';
import { foldDay, foldPagesOfBlock } from '../../src/queries/folded-pages.ts';
import type { Drift } from '../../src/queries/drift.ts';
import { countBlock } from '../../src/queries/name-blocks.ts';
import { findDrift } from '../../src/queries/verify-rollups.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
import { during, newSite } from './support.ts';

const db = testDatabase();
const EVENTS = [
  botVisit('2026-03-10T10:00:00Z', { status: 200, bytes: 7, verdict: 'outside' }),
  botVisit('2026-03-10T11:59:59.999Z', {
    botName: 'ClaudeBot',
    botCompany: 'Anthropic',
    country: 'US',
    status: 404,
  }),
  referral('2026-03-10T10:30:00Z'),
  conversion('2026-03-11T00:00:00Z', { eventValue: 0.1 }),
  conversion('2026-03-11T00:00:00Z', { eventValue: null }),
];

/** A site whose events and rollups agree, spread over three slots. */
async function healthySite(): Promise<AccessibleSite> {
  const site = await newSite(db);
  for (const slot of [0, 3, 7]) await record(db, site, EVENTS, slot);
  return site;
}

/** The block of four days with 2026-03-10. */
const BLOCK = { firstMs: Date.parse('2026-03-08'), days: 4 };
const BLOCK_DAY = '2026-03-08';

/** A site whose blocks are counted: 2026-03-10, and the four days that it is one of. */
async function foldedSite(): Promise<AccessibleSite> {
  const site = await newSite(db);
  const visit = botVisit('2026-03-10T10:00:00Z', { bytes: 3, status: 200 });
  await record(db, site, [visit, visit, visit]);
  const sent = referral('2026-03-10T11:00:00Z');
  await record(db, site, [sent, sent, sent]);
  await foldDay(db, site.id, { dayMs: Date.parse('2026-03-10'), events: 6 });
  await foldPagesOfBlock(db, site.id, BLOCK, 1);
  await countBlock(db, site.id, BLOCK);
  return site;
}

describe('the recount', () => {
  it('finds nothing where events and rollups agree', async () => {
    expect(await findDrift(db, (await healthySite()).id)).toEqual([]);
    expect(await findDrift(db, (await newSite(db)).id)).toEqual([]);
  });

  it('finds a surplus day, a missing day, a wrong count and a wrong value', async () => {
    const { id } = await healthySite();
    await sql`insert into site_days values (${id}, '2026-03-09', 'bot', 'Nobody', '', 0, 2, 0)`.execute(db);
    await sql`delete from site_days where site_id = ${id} and name = 'chatgpt'`.execute(db);
    await sql`update site_days set count = count + 1 where site_id = ${id} and name = 'GPTBot' and slot = 3`.execute(
      db,
    );
    await sql`update site_days set value = value - 0.01 where site_id = ${id} and type = 'conversion' and slot = 0`.execute(
      db,
    );

    const rollup = 'site_days';
    expect(await findDrift(db, id)).toEqual([
      {
        rollup,
        day: '2026-03-09',
        key: '2026-03-09 bot Nobody',
        counted: '0 worth 0',
        rolledUp: '2 worth 0',
      },
      {
        rollup,
        day: '2026-03-10',
        key: '2026-03-10 bot GPTBot OpenAI',
        counted: '3 worth 0',
        rolledUp: '4 worth 0',
      },
      {
        rollup,
        day: '2026-03-10',
        key: '2026-03-10 referral chatgpt',
        counted: '3 worth 0',
        rolledUp: '0 worth 0',
      },
      {
        rollup,
        day: '2026-03-11',
        key: '2026-03-11 conversion signup',
        counted: '6 worth 0.3',
        rolledUp: '6 worth 0.29',
      },
    ]);
  });

  it('finds a surplus hour, a missing hour and a wrong count', async () => {
    const { id } = await healthySite();
    const at = (hour: string) => sql`${`2026-03-${hour}:00:00Z`}::timestamptz`;
    await sql`insert into site_buckets values (${id}, 'hour', ${at('09T23')}, 1, 0, 0, 4)`.execute(db);
    await sql`delete from site_buckets where site_id = ${id} and starts_at = ${at('10T11')}`.execute(db);
    await sql`update site_buckets set referrals = referrals - 1 where site_id = ${id} and starts_at = ${at('10T10')} and slot = 7`.execute(
      db,
    );

    const rollup = 'site_buckets';
    expect(await findDrift(db, id)).toEqual([
      {
        rollup,
        day: '2026-03-09',
        key: 'hour 2026-03-09 23:00',
        counted: '0 + 0 + 0',
        rolledUp: '0 + 0 + 4',
      },
      {
        rollup,
        day: '2026-03-10',
        key: 'hour 2026-03-10 10:00',
        counted: '3 + 3 + 0',
        rolledUp: '3 + 2 + 0',
      },
      {
        rollup,
        day: '2026-03-10',
        key: 'hour 2026-03-10 11:00',
        counted: '3 + 0 + 0',
        rolledUp: '0 + 0 + 0',
      },
    ]);
  });

  it.each([
    ['bytes', '22 bytes of 3, 0 failed, 0 signed, 0 verified, 3 outside, 0 without a list'],
    ['sized', '21 bytes of 4, 0 failed, 0 signed, 0 verified, 3 outside, 0 without a list'],
    ['failed', '21 bytes of 3, 1 failed, 0 signed, 0 verified, 3 outside, 0 without a list'],
    ['signed', '21 bytes of 3, 0 failed, 1 signed, 0 verified, 3 outside, 0 without a list'],
    ['verified', '21 bytes of 3, 0 failed, 0 signed, 1 verified, 3 outside, 0 without a list'],
    ['outside', '21 bytes of 3, 0 failed, 0 signed, 0 verified, 4 outside, 0 without a list'],
    ['no_list', '21 bytes of 3, 0 failed, 0 signed, 0 verified, 3 outside, 1 without a list'],
  ])('finds a wrong sum of a bot: %s', async (column, facts) => {
    const { id } = await healthySite();
    const counted = sql.ref(column);
    await sql`update site_days set ${counted} = ${counted} + 1
              where site_id = ${id} and name = 'GPTBot' and slot = 3`.execute(db);

    expect(await findDrift(db, id)).toEqual([
      {
        rollup: 'site_days',
        day: '2026-03-10',
        key: '2026-03-10 bot GPTBot OpenAI',
        counted: '3 worth 0 with 21 bytes of 3, 0 failed, 0 signed, 0 verified, 3 outside, 0 without a list',
        rolledUp: `3 worth 0 with ${facts}`,
      },
    ]);
  });

  it('finds a surplus status, a missing status and a wrong count', async () => {
    const { id } = await healthySite();
    await sql`insert into site_statuses values (${id}, '2026-03-10', 'GPTBot', 'OpenAI', 500, 0, 1)`.execute(
      db,
    );
    await sql`delete from site_statuses where site_id = ${id} and status = 404`.execute(db);
    await sql`update site_statuses set count = count + 1 where site_id = ${id} and status = 200 and slot = 7`.execute(
      db,
    );

    const found = { rollup: 'site_statuses', day: '2026-03-10' };
    expect(await findDrift(db, id)).toEqual([
      { ...found, key: '2026-03-10 ClaudeBot Anthropic 404', counted: '3', rolledUp: '0' },
      { ...found, key: '2026-03-10 GPTBot OpenAI 200', counted: '3', rolledUp: '4' },
      { ...found, key: '2026-03-10 GPTBot OpenAI 500', counted: '0', rolledUp: '1' },
    ]);
  });

  it.each([
    ['bot_visits', '4 + 3 + 0'],
    ['referrals', '3 + 4 + 0'],
    ['conversions', '3 + 3 + 1'],
  ])('finds a wrong count of a country: %s', async (column, rolledUp) => {
    const { id } = await healthySite();
    const counted = sql.ref(column);
    await sql`update site_countries set ${counted} = ${counted} + 1
              where site_id = ${id} and day = '2026-03-10' and country = 'XX' and slot = 3`.execute(db);

    expect(await findDrift(db, id)).toEqual([
      { rollup: 'site_countries', day: '2026-03-10', key: '2026-03-10 XX', counted: '3 + 3 + 0', rolledUp },
    ]);
  });

  it('finds a missing country, but nothing in a day without any', async () => {
    const { id } = await healthySite();
    await sql`delete from site_countries where site_id = ${id} and (country = 'US' or day = '2026-03-11')`.execute(
      db,
    );

    expect(await findDrift(db, id)).toEqual([
      {
        rollup: 'site_countries',
        day: '2026-03-10',
        key: '2026-03-10 US',
        counted: '3 + 0 + 0',
        rolledUp: '0 + 0 + 0',
      },
    ]);
  });

  it.each([
    ['visit_counts', '{5}', '5 + 0 + 0, 0 failed, 9 bytes'],
    ['failed_counts', '{1}', '3 + 0 + 0, 1 failed, 9 bytes'],
    ['byte_sums', '{8}', '3 + 0 + 0, 0 failed, 8 bytes'],
    ['byte_sums', '{null}', '3 + 0 + 0, 0 failed, unknown bytes'],
  ])('finds wrong folded pages of a bot: %s of %s', async (column, array, rolledUp) => {
    const { id } = await foldedSite();
    await sql`update site_block_pages set ${sql.ref(column)} = ${sql.lit(array)}
              where site_id = ${id} and name = 'GPTBot' and days = 1`.execute(db);

    const found = { rollup: 'site_block_pages', day: '2026-03-10', key: '2026-03-10 GPTBot OpenAI /' };
    expect(await findDrift(db, id)).toEqual([
      { ...found, counted: '3 + 0 + 0, 0 failed, 9 bytes', rolledUp },
    ]);
  });

  it.each([
    ['paths', '{/other}', 'nothing'],
    ['referral_counts', '{2}', '3 + 2 + 0, 0 failed, 9 bytes'],
    ['conversion_counts', '{2}', '3 + 3 + 2, 0 failed, 9 bytes'],
  ])('finds wrong folded pages of a block: %s of %s', async (column, array, rolledUp) => {
    const { id } = await foldedSite();
    await sql`update site_block_pages set ${sql.ref(column)} = ${sql.lit(array)}
              where site_id = ${id} and not by_bot and days = 4`.execute(db);

    const [first] = await findDrift(db, id);
    expect(first).toEqual({
      rollup: 'site_block_pages',
      day: BLOCK_DAY,
      key: `${BLOCK_DAY} for 4 days /`,
      counted: '3 + 3 + 0, 0 failed, 9 bytes',
      rolledUp,
    });
  });

  it('finds wrong days on which a page of a block was read', async () => {
    const { id } = await foldedSite();
    await sql`update site_block_pages set read_days = '{9}' where site_id = ${id} and not by_bot and days = 4`.execute(
      db,
    );
    const counted = expect.stringMatching(/ bytes, read on the days 0{61}100$/) as string;
    const rolledUp = expect.stringMatching(/ bytes, read on the days 0{60}1001$/) as string;
    expect(await findDrift(db, id)).toMatchObject([{ rollup: 'site_block_pages', counted, rolledUp }]);
    await sql`update site_block_pages set read_days = null where site_id = ${id} and days = 4`.execute(db);
    expect(await findDrift(db, id)).toEqual([]);
  });

  it('finds a page in another part than its own', async () => {
    const { id } = await foldedSite();
    const ofBlock = sql`site_id = ${id} and not by_bot and days = 4`;
    await sql`update site_block_pages set part = 32 + (hashtext('/') & 63) where ${ofBlock}`.execute(db);
    expect(await findDrift(db, id)).toEqual([]);

    await sql`update site_block_pages set part = 32 + (hashtext('/') + 1 & 63) where ${ofBlock}`.execute(db);

    const counted = '3 + 3 + 0, 0 failed, 9 bytes';
    const found = { rollup: 'site_block_pages', day: BLOCK_DAY, key: `${BLOCK_DAY} for 4 days /` };
    expect(await findDrift(db, id)).toEqual([{ ...found, counted, rolledUp: 'nothing' }]);
  });

  it.each([
    ['count', '4 worth 0'],
    ['value', '3 worth 1'],
    ['bytes', '3 worth 0 with 1 bytes of 3, 0 failed, 0 signed, 0 verified, 0 outside, 0 without a list'],
    ['sized', '3 worth 0 with 9 bytes of 4, 0 failed, 0 signed, 0 verified, 0 outside, 0 without a list'],
    ['failed', '3 worth 0 with 9 bytes of 3, 1 failed, 0 signed, 0 verified, 0 outside, 0 without a list'],
    ['signed', '3 worth 0 with 9 bytes of 3, 0 failed, 1 signed, 0 verified, 0 outside, 0 without a list'],
    ['verified', '3 worth 0 with 9 bytes of 3, 0 failed, 0 signed, 1 verified, 0 outside, 0 without a list'],
    ['outside', '3 worth 0 with 9 bytes of 3, 0 failed, 0 signed, 0 verified, 1 outside, 0 without a list'],
    ['no_list', '3 worth 0 with 9 bytes of 3, 0 failed, 0 signed, 0 verified, 0 outside, 1 without a list'],
  ])('finds a wrong %s of a name in a block', async (column, rolledUp) => {
    const { id } = await foldedSite();
    const wrong = column === 'bytes' ? sql`1` : sql`${sql.ref(column)} + 1`;
    await sql`update site_block_names set ${sql.ref(column)} = ${wrong}
              where site_id = ${id} and name = 'GPTBot'`.execute(db);

    expect(await findDrift(db, id)).toMatchObject([
      {
        rollup: 'site_block_names',
        day: BLOCK_DAY,
        key: `${BLOCK_DAY} for 4 days bot GPTBot OpenAI`,
        rolledUp,
      },
    ]);
  });

  it('finds a wrong count of a status in a block', async () => {
    const { id } = await foldedSite();
    await sql`update site_block_statuses set count = 7 where site_id = ${id}`.execute(db);

    const key = `${BLOCK_DAY} for 4 days 200`;
    expect(await findDrift(db, id)).toEqual([
      { rollup: 'site_block_statuses', day: BLOCK_DAY, key, counted: '3', rolledUp: '7' },
    ]);
  });

  it('finds nothing in blocks that lack an event, because they are not read', async () => {
    const site = await foldedSite();
    await record(db, site, [botVisit('2026-03-10T10:00:00Z')]);

    expect(await findDrift(db, site.id)).toEqual([]);
  });

  it('finds an event that is in no rollup', async () => {
    const { id } = await healthySite();
    await sql`insert into events (site_id, created_at, type, page_path, country, source)
              values (${id}, '2026-03-12T00:00:00Z', 'referral', '/', 'XX', 'claude')`.execute(db);

    expect(await findDrift(db, id)).toEqual([
      {
        rollup: 'site_days',
        day: '2026-03-12',
        key: '2026-03-12 referral claude',
        counted: '1 worth 0',
        rolledUp: '0 worth 0',
      },
      {
        rollup: 'site_buckets',
        day: '2026-03-12',
        key: 'day 2026-03-12 00:00',
        counted: '0 + 1 + 0',
        rolledUp: '0 + 0 + 0',
      },
      {
        rollup: 'site_buckets',
        day: '2026-03-12',
        key: 'hour 2026-03-12 00:00',
        counted: '0 + 1 + 0',
        rolledUp: '0 + 0 + 0',
      },
    ]);
  });

  it('finds the same however many events it compares at a time', async () => {
    const { id } = await healthySite();
    await sql`update site_days set count = count + 1 where site_id = ${id} and slot = 3`.execute(db);
    await sql`delete from site_buckets where site_id = ${id} and granularity = 'hour'`.execute(db);

    const found = await findDrift(db, id, 1);

    expect(found).toEqual(await findDrift(db, id));
    expect(found.map(({ rollup }) => rollup)).toContain('site_buckets');
  });

  it('looks at one site only', async () => {
    const [healthy, ill] = [await healthySite(), await healthySite()];
    await sql`delete from site_days where site_id = ${ill.id}`.execute(db);

    expect(await findDrift(db, healthy.id)).toEqual([]);
  });

  it('finds nothing while others record', async () => {
    const site = await newSite(db);
    const found: (readonly Drift[])[] = [];

    await during(
      async () => {
        for (let round = 0; round < 20 || found.length < 2; round++)
          await record(db, site, EVENTS, round % 8);
      },
      async () => {
        found.push(await findDrift(db, site.id));
      },
    );

    expect(found.length).toBeGreaterThan(1);
    expect(found.flat()).toEqual([]);
  });
});

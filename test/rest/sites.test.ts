import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { deleteSite } from '../../src/operations/owner/site-changes.ts';
import { type TestGateway, startGateway, testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';

const db = testDatabase();
const gateway = startGateway({ db });

async function listSites({ rest }: TestGateway, key: string): Promise<unknown[]> {
  const { status, body } = await rest('/api/v1/sites', key);
  expect(status).toBe(200);
  return body.sites as unknown[];
}

describe('GET /api/v1/sites', () => {
  it('answers the caller’s own sites, oldest first, with these fields in this order', async () => {
    const [owner, other] = [await makeOwner(db), await makeOwner(db)];
    await makeSite(db, other.accountId);
    const younger = await makeSite(db, owner.accountId, {
      domain: 'shop.example.com',
      name: 'Läden & "Co"',
      createdAtMs: Date.parse('2026-02-28T23:59:59.999Z'),
    });
    const older = await makeSite(db, owner.accountId, {
      createdAtMs: Date.parse('2025-12-31T00:00:00.000Z'),
    });
    await record(db, younger, [botVisit('2026-03-15T10:00:00Z'), referral('2026-03-01T00:00:00Z')]);
    const { status, headers, text } = await gateway.rest('/api/v1/sites', owner.key);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(text).toBe(
      JSON.stringify({
        sites: [
          {
            id: older.id,
            domain: 'example.com',
            name: 'Example',
            events_this_month: 0,
            created_at: '2025-12-31T00:00:00.000Z',
          },
          {
            id: younger.id,
            domain: 'shop.example.com',
            name: 'Läden & "Co"',
            events_this_month: 2,
            created_at: '2026-02-28T23:59:59.999Z',
          },
        ],
      }),
    );
  });

  it('answers an account without sites with an empty list', async () => {
    const { key } = await makeOwner(db);
    expect((await gateway.rest('/api/v1/sites', key)).text).toBe('{"sites":[]}');
  });

  it('sorts sites of one moment by id', async () => {
    const { accountId, key } = await makeOwner(db);
    const ids = ['site_b', 'site_A', 'site_a'].map((id) => `${id}${accountId}`);
    for (const id of ids) await makeSite(db, accountId, { id });
    const listed = (await listSites(gateway, key)) as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(ids.toSorted());
  });

  it('lists ids under which the site answers, and none any more once it is deleted', async () => {
    const { accountId, key } = await makeOwner(db);
    const site = await makeSite(db, accountId);
    const [listed] = (await listSites(gateway, key)) as { id: string }[];
    expect(listed?.id).toBe(site.id);
    expect((await gateway.rest(`/api/v1/sites/${listed?.id ?? ''}/stats`, key)).status).toBe(200);
    await deleteSite(byOperator(db, 0), site.id);
    expect(await listSites(gateway, key)).toEqual([]);
  });

  it('ignores every query parameter', async () => {
    const { key } = await makeOwner(db);
    const { status, text } = await gateway.rest('/api/v1/sites?start=x&limit=0&limit=1&cursor=', key);
    expect([status, text]).toEqual([200, '{"sites":[]}']);
  });
});

describe('events_this_month', () => {
  const EVENTS = [
    botVisit('2026-01-31T23:59:59.999Z'),
    botVisit('2026-02-01T00:00:00.000Z'),
    referral('2026-02-28T23:59:59.999Z'),
    conversion('2026-03-01T00:00:00.000Z'),
    botVisit('2026-03-15T10:00:00.000Z'),
    botVisit('2026-03-31T23:59:59.999Z'),
    botVisit('2026-04-01T00:00:00.000Z'),
    botVisit('2025-03-15T00:00:00.000Z'),
  ];

  it.each([
    ['2026-01-31T23:59:59.999Z', 1],
    ['2026-02-01T00:00:00.000Z', 2],
    ['2026-02-28T23:59:59.999Z', 2],
    ['2026-03-01T00:00:00.000Z', 3],
    ['2026-03-31T23:59:59.999Z', 3],
    ['2026-04-01T00:00:00.000Z', 1],
    ['2025-12-31T23:59:59.999Z', 0],
  ])('at %s counts the events dated in that UTC month: %d', async (now, expected) => {
    const { accountId, key } = await makeOwner(db);
    const site = await makeSite(db, accountId);
    await record(db, site, EVENTS);
    const [listed] = await listSites(startGateway({ db, now }), key);
    expect(listed).toHaveProperty('events_this_month', expected);
  });

  it('is each site’s own, of every type and slot', async () => {
    const { accountId, key } = await makeOwner(db);
    const sites = [
      await makeSite(db, accountId),
      await makeSite(db, accountId),
      await makeSite(db, accountId),
    ];
    for (const [index, site] of sites.entries()) {
      for (let slot = 0; slot < index; slot++) await record(db, site, EVENTS, slot);
    }
    const listed = (await listSites(gateway, key)) as { id: string; events_this_month: number }[];
    const counts = new Map(listed.map(({ id, events_this_month }) => [id, events_this_month]));
    expect(sites.map(({ id }) => counts.get(id))).toEqual([0, 3, 6]);
  });

  it('counts beyond 2^31 as a JSON integer', async () => {
    const { accountId, key } = await makeOwner(db);
    const site = await makeSite(db, accountId);
    for (const day of ['2026-03-01', '2026-03-31']) {
      await sql`insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
        values (${site.id}, 'day', ${`${day}T00:00:00Z`}::timestamptz, 0, 0, 3000000000, 0)`.execute(db);
    }
    expect((await gateway.rest('/api/v1/sites', key)).text).toContain('"events_this_month":6000000000,');
  });
});

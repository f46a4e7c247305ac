import { afterEach, expect, it, vi } from 'vitest';
import { SiteTrafficError } from '../../src/client/create-client.ts';
import { addVersion, judgeOne } from '../judging/support.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeKey, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { clientOfGateway } from './support.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const RANGE = { start: '2026-03-10', end: '2026-03-12' };

async function start() {
  const gateway = startGateway();
  const { accountId, key } = await makeOwner(gateway.db, 'free');
  const site = await makeSite(gateway.db, accountId);
  const { key: collectingKey } = await makeKey(gateway.db, accountId, site.id);
  return { gateway, accountId, key, collectingKey, site, ...clientOfGateway(gateway, key) };
}

it('answers what REST answers', async () => {
  const { gateway, key, site, client } = await start();
  await record(gateway.db, site, [
    botVisit('2026-03-10T00:00:00Z'),
    referral('2026-03-11T00:00:00Z'),
    conversion('2026-03-12T00:00:00Z'),
  ]);
  const version = { sinceMs: 0, text: 'User-agent: *\nDisallow: /', nowMs: Date.parse(NOW) };
  await addVersion(gateway.db, site.id, version);
  await judgeOne(gateway.db, site.id, version.nowMs);
  const rest = async (path: string) => (await gateway.rest(`/api/v1/sites${path}`, key)).body as unknown;

  expect(await client.sites()).toEqual(await rest(''));
  expect(await client.timeseries(site.id, RANGE)).toEqual(
    await rest(`/${site.id}/timeseries?start=2026-03-10&end=2026-03-12`),
  );
  expect(await client.stats(site.id)).toEqual(await rest(`/${site.id}/stats`));
  expect(await client.events(site.id, { type: 'bot', limit: 1 })).toEqual(
    await rest(`/${site.id}/events?type=bot&limit=1`),
  );
  expect(await client.obedience(site.id, RANGE)).toEqual(
    await rest(`/${site.id}/obedience?start=2026-03-10&end=2026-03-12`),
  );
  expect(await client.robots(site.id)).toEqual(await rest(`/${site.id}/robots`));
  expect((await client.stats(site.id, RANGE)).totals).toEqual({
    bot_visits: 1,
    referrals: 1,
    conversions: 1,
  });
});

it('records, and the next answer counts it', async () => {
  const { gateway, site, client, collectingKey } = await start();
  const { client: recorder } = clientOfGateway(gateway, collectingKey);
  const purchase = { type: 'conversion', page_path: '/thanks', event_name: 'purchase' } as const;

  expect(await recorder.record(site.id, purchase)).toEqual({ recorded: 1, passed_over: 0 });
  expect(await recorder.record(site.id, [purchase], { idempotencyKey: 'order-1' })).toMatchObject({
    recorded: 1,
  });
  expect(await recorder.record(site.id, [purchase], { idempotencyKey: 'order-1' })).toMatchObject({
    recorded: 1,
  });
  expect((await client.stats(site.id)).totals.conversions).toBe(2);
});

it('reads every event once, in order, over pages and past the budget of a minute', async () => {
  const { gateway, site, client, waits } = await start();
  const paths = Array.from({ length: 130 }, (_, index) => `/page-${index}`);
  await record(
    gateway.db,
    site,
    paths.map((pagePath, index) => ({
      ...botVisit(new Date(Date.UTC(2026, 2, 12, 0, 0, 0, -index)).toISOString()),
      pagePath,
    })),
  );

  const read = [];
  for await (const { page_path } of client.eachEvent(site.id, { limit: 1 })) read.push(page_path);

  expect(read).toEqual(paths);
  // 130 pages with a budget of 60 a minute; the clock moves only while the client waits
  expect(waits).toEqual([60_000, 60_000]);
});

it('goes on from a cursor, and ends with the consumer', async () => {
  const { gateway, site, client } = await start();
  await record(
    gateway.db,
    site,
    [1, 2, 3].map((day) => botVisit(`2026-03-1${day}T00:00:00Z`)),
  );
  const { next_cursor } = await client.events(site.id, { limit: 1 });

  const read = [];
  for await (const { created_at } of client.eachEvent(site.id, { cursor: next_cursor ?? '', limit: 1 })) {
    read.push(created_at.slice(0, 10));
    break;
  }

  expect(read).toEqual(['2026-03-12']);
});

it('rejects with the code, the sentence, the status and the id of the request', async () => {
  const { gateway, site, client } = await start();

  const error = await client.stats(site.id, { start: '2026-02-30' }).catch((cause: unknown) => cause);

  expect(error).toBeInstanceOf(SiteTrafficError);
  expect(error).toMatchObject({ code: 'INVALID_DATE_RANGE', status: 400, retryAfter: undefined });
  const { requestId } = error as SiteTrafficError;
  expect(gateway.logged().map((line) => line['requestId'] ?? line['reqId'])).toContain(requestId);
});

import { describe, expect, it } from 'vitest';
import { createSourceNotes } from '../../src/operations/recording/source-notes.ts';
import { makeBackend, storedEvents } from '../collect/support.ts';
import { startGateway, testDatabase } from '../support/gateway.ts';
import { type Json, askText, inRestWords, refusals } from '../twins/support.ts';

const db = testDatabase();
const notes = createSourceNotes(db, () => undefined);
const gateway = startGateway({ db, sources: notes });

const ROBOTS = 'unlistedRobots(start: "2026-03-01") { token visits firstSeenAt lastSeenAt documentationUrl }';

/** The robots in GraphQL, which REST lists alike. */
async function robotsOf(key: string, id: string): Promise<unknown> {
  const query = `query ($id: ID!) { site(id: $id) { ${ROBOTS} } }`;
  const { data, ...answer } = await askText<{ site: { unlistedRobots: Json } }>(gateway, key, query, { id });
  expect(refusals(answer)).toEqual([]);
  const robots = data?.site.unlistedRobots ?? null;
  const path = `/api/v1/sites/${id}/unlisted-robots?start=2026-03-01`;
  const { status, body } = await gateway.rest(path, key);
  expect([status, body]).toEqual([200, { unlisted_robots: inRestWords(robots) }]);
  return robots;
}

const BY_BING = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';

const requestAt = (created_at: string, user_agent: string) => ({
  ...{ type: 'request', method: 'GET', target: '/a', status: 200, address: '203.0.113.9' },
  ...{ created_at, user_agent },
});

describe('robots that nobody lists', () => {
  it('are counted by what they call themselves, and are no events', async () => {
    const { send, site, readKey } = await makeBackend(gateway);
    await send([
      requestAt('2026-03-02T23:59:59.999Z', BY_BING),
      requestAt('2026-03-03T00:00:00.000Z', BY_BING),
      requestAt('2026-03-14T10:00:00.000Z', 'NewcomerBot/0.1'),
      requestAt('2026-03-14T10:00:00.000Z', 'Firefox/140.0'),
      requestAt('2026-03-14T10:00:00.000Z', ''),
    ]);
    await notes.settle();
    expect(await storedEvents(db, site)).toEqual([]);
    expect(await robotsOf(readKey, site.id)).toEqual([
      {
        ...{ token: 'bingbot', visits: 2 },
        ...{ firstSeenAt: '2026-03-02T23:59:59.999Z', lastSeenAt: '2026-03-03T00:00:00.000Z' },
        documentationUrl: 'http://www.bing.com/bingbot.htm',
      },
      {
        ...{ token: 'NewcomerBot', visits: 1 },
        ...{ firstSeenAt: '2026-03-14T10:00:00.000Z', lastSeenAt: '2026-03-14T10:00:00.000Z' },
        documentationUrl: null,
      },
    ]);
  });

  it('are not counted again with a batch that is sent again', async () => {
    const { send, site, readKey } = await makeBackend(gateway);
    // a batch without any event has no key
    const body = [BY_BING, 'GPTBot/1.2'].map((agent) => requestAt('2026-03-14T10:00:00.000Z', agent));
    for (let times = 0; times < 2; times++) await send(body, { idempotencyKey: 'key' });
    await notes.settle();
    expect(await robotsOf(readKey, site.id)).toMatchObject([{ token: 'bingbot', visits: 1 }]);
  });

  it('are counted of the last 400 days alone, and of no later day than tomorrow', async () => {
    const { send, site, readKey } = await makeBackend(gateway);
    const times = [
      '2025-02-08T23:59:59Z',
      '2025-02-09T00:00:00Z',
      '2026-03-16T23:59:59Z',
      '2026-03-17T00:00:00Z',
    ];
    await send(times.map((at) => requestAt(at, BY_BING)));
    await notes.settle();
    expect(await robotsOf(readKey, site.id)).toEqual([]);
    const rows = await db.selectFrom('unlisted_robots').selectAll().where('site_id', '=', site.id).execute();
    expect(rows.map(({ visits }) => visits)).toEqual([1, 1]);
  });
});

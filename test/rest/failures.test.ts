import { describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey } from '../../src/domain/api-key.ts';
import type { Database } from '../../src/database/database.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { type TestGateway, startGateway, testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, record } from '../support/makers.ts';
import { REFUSED, makeCaller } from './support.ts';

const db = testDatabase();
const CAUSE = 'relation "secret_table" of 10.0.0.7 does not exist';

/** The same database, on which the queries fail that the test says. */
function failingWhen(fails: (sql: string) => boolean): Database {
  const onQuery = (sql: string) => {
    if (fails(sql)) throw new Error(CAUSE);
  };
  return watchQueries({ onQuery }).db;
}

function failingAt(table: string): Database {
  return failingWhen((sql) => sql.includes(`from "${table}"`));
}

/** What the gateway logged as errors: with which request, and why. */
function failuresOf({ logged }: TestGateway) {
  return logged()
    .filter(({ level }) => Number(level) >= 50)
    .map(({ msg, requestId, err }) => ({ msg, requestId, cause: (err as { message?: string }).message }));
}

describe('a failure of the database', () => {
  it.each([
    ['api_keys', 'stats'],
    ['site_days', 'stats'],
    ['site_buckets', 'timeseries'],
    ['events', 'events'],
  ])(
    'at %s is 500 SERVER_ERROR for %s, a fixed sentence, with the cause in the log alone',
    async (table, operation) => {
      const gateway = startGateway({ db: failingAt(table) });
      const caller = await makeCaller({ ...gateway, db });
      const { status, headers, text, body } = await gateway.rest(
        `/api/v1/sites/${caller.site.id}/${operation}`,
        caller.key,
      );
      expect([status, body]).toEqual([500, REFUSED.SERVER_ERROR]);
      expect([...headers].flat().join()).not.toContain('secret_table');
      expect(text).not.toContain('secret_table');
      const requestId = headers.get('x-request-id');
      expect(failuresOf(gateway)).toEqual([{ msg: 'request failed', requestId, cause: CAUSE }]);
    },
  );

  it('after authentication still reports the budget and forbids caching', async () => {
    const gateway = startGateway({ db: failingAt('site_days') });
    const caller = await makeCaller({ ...gateway, db });
    const { headers } = await gateway.rest(`/api/v1/sites/${caller.site.id}/stats`, caller.key);
    expect([headers.get('ratelimit'), headers.get('cache-control')]).toEqual([
      '"stats";r=599;t=60',
      'private, no-store',
    ]);
  });

  it('at the sites is 500 SERVER_ERROR for the listing', async () => {
    for (const table of ['sites', 'site_buckets']) {
      const gateway = startGateway({ db: failingAt(table) });
      const caller = await makeCaller({ ...gateway, db });
      const { status, body } = await gateway.rest('/api/v1/sites', caller.key);
      expect([status, body]).toEqual([500, REFUSED.SERVER_ERROR]);
    }
  });

  it('does not outlive it: the next request is answered', async () => {
    let broken = true;
    const flaky = failingWhen((sql) => broken && sql.includes('site_days'));
    const gateway = startGateway({ db: flaky });
    const { ask } = await makeCaller({ ...gateway, db });
    expect((await ask('stats')).status).toBe(500);
    broken = false;
    expect((await ask('stats')).status).toBe(200);
  });

  it('in mid-stream ends the body in an error, so that a cut answer cannot pass for a whole one', async () => {
    let reads = 0;
    const breaking = failingWhen((sql) => sql.includes('site_buckets') && ++reads > 3);
    const gateway = startGateway({ db: breaking });
    const { site, key } = await makeCaller({ ...gateway, db });
    await record(
      db,
      site,
      ['1000-01-01', '2000-01-01', '3000-01-01', '4000-01-01'].map((day) => botVisit(`${day}T00:00:00Z`)),
    );
    const url = `http://site-traffic.test/api/v1/sites/${site.id}/timeseries?start=0001-01-01&end=9999-12-31`;
    const response = await gateway.fetch(new Request(url, { headers: { authorization: `Bearer ${key}` } }));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const requestId = response.headers.get('x-request-id');
    expect(failuresOf(gateway)).toEqual([{ msg: 'request failed', requestId, cause: CAUSE }]);
  });
});

describe('the log', () => {
  it('never contains a key, its hash or a query string, whatever the request and the failure', async () => {
    const gateways = ['', 'api_keys', 'sites', 'site_days', 'site_buckets', 'events'].map((table) =>
      startGateway({ db: table === '' ? db : failingAt(table) }),
    );
    const caller = await makeCaller(gateways[0] ?? startGateway({ db }));
    const stranger = await makeOwner(db);
    const invented = generateApiKey();
    const keys = [caller.key, stranger.key, invented];
    const paths = ['/api/v1/sites', '/nothing', '/graphql'].concat(
      ['stats', 'timeseries', 'events', 'timeseries?granularity=week', 'events?limit=0'].map(
        (question) => `/api/v1/sites/${caller.site.id}/${question}`,
      ),
    );
    for (const { rest } of gateways) {
      for (const key of keys) {
        for (const path of paths) {
          const query = `${path.includes('?') ? '&' : '?'}api_key=${key}&marker=in-the-query`;
          await rest(path, key);
          await rest(`/api/v1/sites/${key}/stats`, key);
          await rest(`/api/v1/sites/%73${key.slice(1)}/stats`, key);
          await rest(path + query, key);
          await rest(path + query, undefined, { method: 'HEAD' });
          await rest(path, undefined, { headers: { authorization: `Basic ${key}`, cookie: `key=${key}` } });
        }
      }
      await rest('/graphql', caller.key, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ site(id: "${caller.key}") { id } }` }),
      });
    }
    const lines = gateways.flatMap(({ logged }) => logged().map((line) => JSON.stringify(line)));
    expect(lines.length).toBeGreaterThanOrEqual(gateways.length * keys.length * paths.length * 6);
    const escaped = keys.map((key) => key.slice(1));
    for (const secret of [...keys, ...escaped, ...keys.map(hashApiKey), 'in-the-query', caller.email]) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    }
  });
});

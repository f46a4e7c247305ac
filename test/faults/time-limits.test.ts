import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { makeBackend, purchases } from '../collect/support.ts';
import { callOf, post } from '../mcp/support.ts';
import { atEnd } from '../support/at-end.ts';
import { freshDatabase, onCitus, onPostgres, openPool } from '../support/fresh-database.ts';
import { type RestAnswer, type TestGateway, startGateway } from '../support/gateway.ts';
import { botVisit, makeSite, record } from '../support/makers.ts';

/** Short, since what is held up waits for it; long enough for everything else. */
const STATEMENT_TIMEOUT_MS = 1_000;

const RETRY = expect.stringMatching(/^[1-9]\d*$/) as unknown;
const OVERLOADED = { status: 503, code: 'OVERLOADED', retryAfter: RETRY };
const CUT = { status: 503, code: 'QUERY_TIMEOUT', retryAfter: null };
/** GraphQL and tools answer 200, with the error in its place. */
const inside = ({ code }: { readonly code: string }) => ({ status: 200, code, retryAfter: null });

describe.runIf(onPostgres && !onCitus)('a table that is locked', () => {
  it.each(['site_days', 'site_buckets', 'events'])(
    'makes whatever reads it OVERLOADED, at every door: %s',
    async (table) => {
      const { direct, ways } = await prepare();

      const answers = await whileLocked(direct, table, () => askAll(ways));

      const wanted = Object.fromEntries(
        Object.keys(ways).map((way) => [
          way,
          [{ status: 200, code: undefined, retryAfter: null }, OVERLOADED, inside(OVERLOADED)],
        ]),
      );
      for (const [way, answer] of Object.entries(answers))
        expect([way, wanted[way]]).toEqual([way, expect.arrayContaining([answer])]);
      expect(Object.values(answers).some(({ code }) => code === 'OVERLOADED')).toBe(true);
    },
  );

  it.each(['api_keys', 'accounts'])('makes every caller wait, and OVERLOADED: %s', async (table) => {
    const { direct, ways } = await prepare();

    const answers = await whileLocked(direct, table, () => askAll(ways));

    expect(answers).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, OVERLOADED])));
  });

  it.each([
    ['api_keys', 'short stats'],
    ['sites', 'timeseries'],
    ['events', 'events'],
    ['site_buckets', 'timeseries'],
  ])(
    'makes all that come at once OVERLOADED, also those that count on what another one has prepared: %s',
    async (table, way) => {
      const { direct, ways } = await prepare();
      const askAtOnce = async () => {
        const asked = Array.from({ length: 12 }, async () => ways[way]?.());
        return (await Promise.all(asked)).map((answer) => answer && seen(answer));
      };

      const answers = await whileLocked(direct, table, askAtOnce);

      expect(answers).toEqual(Array(12).fill(OVERLOADED));
      expect((await askAtOnce()).map((answer) => answer?.status)).toEqual(Array(12).fill(200));
    },
  );

  it.each(['events', 'usage', 'collected_requests', 'site_days'])(
    'makes recording OVERLOADED, and nothing of it is stored: %s',
    async (table) => {
      const { direct, backend } = await prepare();
      const send = () => backend.send(purchases(2), { idempotencyKey: 'key' });

      expect(seen(await whileLocked(direct, table, send))).toEqual(OVERLOADED);

      expect((await send()).body).toEqual({ recorded: 2, passed_over: 0 });
    },
  );
});

describe.runIf(onPostgres && !onCitus)('a statement that its time limit cuts', () => {
  it('is QUERY_TIMEOUT at every door that reads, and says what to ask for instead', async () => {
    const { direct, ways } = await prepare();
    for (const table of ['site_days', 'site_buckets', 'events']) await slowDown(direct, table);

    expect(await askAll(ways)).toEqual({
      'short stats': CUT,
      'long stats': CUT,
      timeseries: CUT,
      events: CUT,
      graphql: inside(CUT),
      mcp: inside(CUT),
      export: CUT,
    });
    expect((await ways['long stats']?.())?.body).toEqual({
      error: 'The database took too long to answer this. Ask for fewer days, or without a search or filter.',
      code: 'QUERY_TIMEOUT',
    });
  });

  it('is OVERLOADED for whoever records, even where it asks who that is', async () => {
    const { direct, backend } = await prepare();
    const send = async () => seen(await backend.send(purchases(2), { idempotencyKey: 'key' }));
    await sql`
      create function wait_long() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end'`.execute(
      direct,
    );
    await sql`create trigger slow before insert on events execute function wait_long()`.execute(direct);

    expect(await send()).toEqual(OVERLOADED);
    await slowDown(direct, 'api_keys');
    expect(await send()).toEqual(OVERLOADED);
  });

  it('is logged with its cause', async () => {
    const { direct, ways, gateway } = await prepare();
    await slowDown(direct, 'site_days');

    await ways['long stats']?.();

    const failures = gateway.logged().filter(({ msg }) => msg === 'request failed');
    expect(failures).toMatchObject([{ err: { code: '57014' } }]);
  });
});

/** A gateway on a database of its own, and what to ask of it at each door. */
async function prepare() {
  const connection = await freshDatabase();
  const direct = openPool(connection, 1);
  const db = openDatabase({ connection, poolSize: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  atEnd(() => db.destroy());
  const gateway = startGateway({ db });
  const backend = await makeBackend(gateway);
  const site = await makeSite(db, backend.accountId);
  await record(db, site, [botVisit('2026-03-14T10:00:00Z')]);
  return { direct, gateway, backend, ways: waysOf(gateway, site.id, backend.readKey) };
}

type Ways = Readonly<Record<string, () => Promise<RestAnswer>>>;

function waysOf(gateway: TestGateway, siteId: string, key: string): Ways {
  const ofSite = (path: string) => () => gateway.rest(`/api/v1/sites/${siteId}/${path}`, key);
  const query = `{ site(id: "${siteId}") { stats { totals { botVisits } } } }`;
  const json = { 'content-type': 'application/json' };
  return {
    'short stats': ofSite('stats'),
    'long stats': ofSite('stats?start=2020-01-01'),
    timeseries: ofSite('timeseries'),
    events: ofSite('events'),
    graphql: () =>
      gateway.rest('/graphql', key, { method: 'POST', headers: json, body: JSON.stringify({ query }) }),
    mcp: () => post(gateway, key, callOf(1, 'stats', { site_id: siteId })),
    export: () => gateway.rest(`/export/sites/${siteId}/events.ndjson`, key),
  };
}

/** One after the other: what waits on a shared connection holds up the next. */
async function askAll(ways: Ways) {
  const answers: [string, ReturnType<typeof seen>][] = [];
  for (const [way, ask] of Object.entries(ways)) answers.push([way, seen(await ask())]);
  return Object.fromEntries(answers);
}

function seen({ status, body, headers }: RestAnswer) {
  return { status, code: codeOf(body), retryAfter: headers.get('retry-after') };
}

type AnyBody = {
  readonly code?: string;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
};

function codeOf(body: AnyBody | undefined): string | undefined {
  const { code, errors, result } = body ?? {};
  if (result?.isError === true) return (JSON.parse(result.content[0]?.text ?? '{}') as AnyBody).code;
  return code ?? errors?.[0]?.extensions.code;
}

async function whileLocked<Result>(direct: Database, table: string, work: () => Promise<Result>) {
  return direct.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    return work();
  });
}

/** Whatever reads rows of the table takes a minute from now on. */
async function slowDown(direct: Database, table: string): Promise<void> {
  const slow = sql.table(`slow_${table}`);
  await sql`alter table ${sql.table(table)} rename to ${slow}`.execute(direct);
  await sql`create view ${sql.table(table)} as select ${slow}.* from ${slow}, pg_sleep(60)`.execute(direct);
}

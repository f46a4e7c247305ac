import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { hashApiKey } from '../../src/domain/api-key.ts';
import { findKey } from '../../src/queries/api-keys.ts';
import { openDatabase } from '../../src/database/database.ts';
import { type PageFilter, countByPage } from '../../src/queries/pages.ts';
import { countByName } from '../../src/queries/stats.ts';
import { countByBucket } from '../../src/queries/timeseries.ts';
import { freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, record } from '../support/makers.ts';
import { between, gather, newSite } from '../queries/support.ts';

const RANGE = between('2026-03-01', '2026-04-01');

describe('short reads', () => {
  const db = testDatabase();

  it('of many callers at once each return the rows of their own', async () => {
    const owners = await Promise.all(Array.from({ length: 50 }, () => makeOwner(db)));
    const own = openPool(inject('database'), 1);

    const found = await Promise.all(owners.map(({ key }) => findKey(own, hashApiKey(key))));

    expect(found.map((record) => record?.keyId)).toEqual(owners.map(({ keyId }) => keyId));
  });

  it('see what was committed before they were sent', async () => {
    const site = await newSite(db);
    for (let count = 1; count <= 20; count++) {
      await record(db, site, [botVisit('2026-03-10T10:00:00Z')], count % 8);
      expect(await countByName(db, site, RANGE)).toMatchObject([{ count }]);
    }
  });

  it('under way finish when the database is closed, and later ones are refused', async () => {
    const { key } = await makeOwner(db);
    const closing = openDatabase({
      connection: inject('database'),
      poolSize: 1,
      statementTimeoutMs: 30_000,
    });
    const find = () => findKey(closing, hashApiKey(key));
    await Promise.all([find(), find()]);

    const underway = Array.from({ length: 20 }, find);
    const closed = closing.destroy();

    expect((await Promise.all(underway)).map((record) => record?.plan)).toEqual(underway.map(() => 'pro'));
    await closed;
    await expect(find()).rejects.toThrow('the database was closed');
  });

  it('succeed when another one beside them fails', async () => {
    const site = await newSite(db);
    await sql`insert into site_buckets values
      (${site.id}, 'day', '2026-03-10', 0, 9223372036854775807, 0, 0),
      (${site.id}, 'day', '2026-03-10', 1, 1, 0, 0)`.execute(db);
    const series = () => gather(countByBucket(db, site, RANGE, 'day'));

    const asked = [countByName(db, site, RANGE), series(), countByName(db, site, RANGE), series()];

    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
  });
});

describe.runIf(onPostgres)('on a server', () => {
  it('a read is retried when its table has changed and when its session has ended', async () => {
    const db = openPool(await freshDatabase(), 1);
    const { key } = await makeOwner(db);
    const find = () => findKey(db, hashApiKey(key));
    const faults = [
      'alter table api_keys alter column account_id type numeric',
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    ];
    await Promise.all([find(), find(), find()]);

    for (const fault of faults) {
      await sql.raw(fault).execute(db);
      const found = await Promise.all(Array.from({ length: 40 }, find));
      expect(found.map((record) => record?.plan)).toEqual(found.map(() => 'pro'));
    }
  });

  it('a long read is retried when its prepared statement is gone', async () => {
    const db = openPool(await freshDatabase(), 1);
    const site = await newSite(db);
    await record(db, site, [botVisit('2026-03-10T10:00:00Z')]);
    const read = () => countByName(db, site, between('2020-01-01', '2026-04-01'));
    const before = await read();

    await sql`deallocate all`.execute(db);

    expect(await read()).toEqual(before);
  });

  it('long reads do not delay short ones', async () => {
    const connection = await freshDatabase();
    const db = openPool(connection, 4);
    const site = await newSite(db);
    const { key } = await makeOwner(db);
    const years = between('2020-01-01', '2026-04-01');
    const long: Promise<unknown>[] = [];

    await openPool(connection, 1)
      .transaction()
      .execute(async (tx) => {
        await sql`lock table site_buckets in access exclusive mode`.execute(tx);
        for (let asked = 0; asked < 4; asked++) long.push(gather(countByBucket(db, site, years, 'hour')));

        const short = Array.from({ length: 20 }, () => findKey(db, hashApiKey(key)));
        expect((await Promise.all(short)).map((record) => record?.plan)).toEqual(short.map(() => 'pro'));
      });

    expect(await Promise.all(long)).toEqual([[], [], [], []]);
  });

  it.each([4, 10])(
    'what one account reads long delays neither what others record nor what they read long, with %i connections',
    async (connections) => {
      const connection = await freshDatabase();
      const db = openPool(connection, connections);
      const [greedy, other] = [await newSite(db), await newSite(db)];
      const years = between('2020-01-01', '2026-04-01');
      const all = { search: undefined, bots: undefined, after: undefined, limit: 10 };
      const filter: PageFilter = { ...all, range: years, orderBy: 'botVisits', source: 'folded' };
      const long: Promise<unknown>[] = [];

      await openPool(connection, 1)
        .transaction()
        .execute(async (tx) => {
          await sql`lock table site_block_pages in access exclusive mode`.execute(tx);
          for (let asked = 0; asked < 30; asked++) long.push(countByPage(db, greedy, filter));

          await record(db, other, [botVisit('2026-03-10T10:00:00Z')]);
          if (connections > 4) expect(await countByName(db, other, years)).toMatchObject([{ count: 1 }]);
        });

      expect(await Promise.all(long)).toEqual(long.map(() => []));
    },
  );
});

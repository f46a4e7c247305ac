import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { execute, read, readAccess, readLong } from '../../src/database/query.ts';
import { statement } from '../../src/database/statement.ts';
import { CommitUnknown, inTransaction } from '../../src/database/transaction.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { giveBack, reserve } from '../../src/operations/recording/quota.ts';
import { findUsage } from '../../src/queries/usage.ts';
import { freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { makeOwner } from '../support/makers.ts';
import { PATIENTLY } from '../support/patience.ts';

/** What a Citus coordinator answers while a worker is away or a shard moves, over a connection that works. */
const FAULTS = [
  ['08006', 'connection to the remote node worker:5432 failed'],
  ['57P01', 'terminating connection due to administrator command'],
  ['XX000', 'could not find valid entry for shard 102008'],
  ['XX000', 'connection to the remote node worker:5432 failed'],
] as const;

/** Fails the first time, as a worker does that was away, and returns its session the second time. */
const ANSWER_AT_LAST = statement(
  'answer_at_last',
  () => sql<{ readonly session: number }>`select answer_at_last() as session`,
);

async function failOnce(db: Database, [code, message]: readonly [string, string]): Promise<void> {
  await sql.raw('create sequence tries').execute(db);
  await sql
    .raw(
      `create function answer_at_last() returns integer language plpgsql as $$ begin
         if nextval('tries') = 1 then raise exception '${message}' using errcode = '${code}'; end if;
         return pg_backend_pid();
       end $$`,
    )
    .execute(db);
}

describe.each(FAULTS)('a worker that fails with %s, %s', (...fault) => {
  let db: Database;
  beforeEach(async () => {
    db = openPool(await freshDatabase(), 1);
    await failOnce(db, fault);
  });

  it.each([
    ['short', read],
    ['of accounts', readAccess],
    ['long', readLongForService],
  ] as const)('costs a read that is %s one retry', async (_, send) => {
    expect(await send(db, ANSWER_AT_LAST({}))).toEqual([{ session: expect.any(Number) }]);
  });

  it('costs a transaction one retry, on the connection that it has', async () => {
    const { rows: before } = await sql<{ session: number }>`select pg_backend_pid() as session`.execute(db);

    const { rows } = await inTransaction(db, (tx) => execute(tx, ANSWER_AT_LAST({})));

    expect(rows).toEqual(before);
  });

  it('at a commit leaves it unknown', async () => {
    await sql
      .raw(
        `create table written (id integer);
         create function fail() returns trigger language plpgsql as $$ begin
           perform answer_at_last(); return null; end $$;
         create constraint trigger fails after insert on written deferrable initially deferred
           for each row execute function fail()`,
      )
      .execute(db);

    const writing = inTransaction(db, (tx) => sql`insert into written values (1)`.execute(tx));

    await expect(writing).rejects.toBeInstanceOf(CommitUnknown);
  });
});

describe('room', () => {
  it('that the database refused to take back is still taken, and can be given back later', async () => {
    const db = openPool(await freshDatabase(), 1);
    const { accountId } = await makeOwner(db);
    const nowMs = Date.parse('2026-03-15T00:00:00Z');
    const room = await reserve({ db, plans: DEFAULT_PLANS }, { accountId, plan: 'pro' }, 5, nowMs);
    if (room === undefined) throw new Error('the month is empty');
    await failOnce(db, FAULTS[0]);
    await sql
      .raw(
        `create function fail() returns trigger language plpgsql as $$ begin
           perform answer_at_last(); return new; end $$;
         create trigger fails before update on usage for each row execute function fail()`,
      )
      .execute(db);

    expect([await giveBack(db, room), await findUsage(db, accountId, nowMs)]).toEqual([false, 5]);
    expect([await giveBack(db, room), await findUsage(db, accountId, nowMs)]).toEqual([true, 0]);
  });
});

const READ_BUCKETS = statement(
  'read_buckets',
  () => sql<{ readonly rows: number }>`select count(*)::integer as rows from site_buckets`,
);

const READ_DAYS = statement(
  'read_days',
  () => sql<{ readonly rows: number }>`select count(*)::integer as rows from site_days`,
);

describe.runIf(onPostgres)('reads that wait for a worker which does not answer', () => {
  it('hold up neither those of other sites, nor those of accounts', async () => {
    const connection = await freshDatabase();
    // no read under way ends by itself
    const db = openPool(connection, 4, { statementTimeoutMs: 3_600_000 });
    const hung: Promise<unknown>[] = [];

    await openPool(connection, 1)
      .transaction()
      .execute(async (tx) => {
        await sql`lock table site_buckets in access exclusive mode`.execute(tx);
        for (let asked = 0; asked < 20; asked++) hung.push(read(db, READ_BUCKETS({})));

        expect((await makeOwner(db)).accountId).toEqual(expect.any(Number));
        expect(await findUsage(db, 1, 0)).toBe(0);
        let answer: unknown;
        await vi.waitUntil(() => {
          // those that were sent before it was known wait, too
          hung.push(read(db, READ_DAYS({})).then((rows) => (answer = rows)));
          return answer !== undefined;
        }, PATIENTLY);
        expect(answer).toEqual([{ rows: 0 }]);
      });

    await Promise.all(hung);
  });
});

const readLongForService: typeof read = (db, query) => readLong(db, query, 'service');

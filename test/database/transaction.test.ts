import {
  type DatabaseConnection,
  type Driver,
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
  sql,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Database, createDatabase } from '../../src/database/database.ts';
import { findAccount, setAccountPlan } from '../../src/queries/accounts.ts';
import { NoAnswer } from '../../src/database/no-answer.ts';
import type { Tables } from '../../src/database/tables.ts';
import { CommitUnknown, inTransaction, inUndoneTransaction } from '../../src/database/transaction.ts';
import { IDLE } from '../support/fake-database.ts';
import { onPostgres } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';

const TRANSIENT_CODES =
  '40001 40P01 55P03 25P03 08000 08001 08003 08004 08006 57P01 57P03 53300 ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT'.split(
    ' ',
  );
const TRANSIENT_MESSAGES = [
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
];
const LASTING = [
  withCode('23505'),
  withCode('22003'),
  withCode('42601'),
  withCode('57014'),
  withCode('54000'),
  withCode('25P02'),
  withCode('XX000', 'unexpected chunk number'),
  new Error('a bug in the work'),
];
const LOST_WORKER = withCode('XX000', 'connection to the remote node worker:5432 failed');

describe('a transaction', () => {
  const transient = [
    ...TRANSIENT_CODES.map((code) => withCode(code)),
    ...TRANSIENT_MESSAGES.map((message) => new Error(message)),
    LOST_WORKER,
  ];

  it.each(transient)('is retried after the transient error $code $message', async (fault) => {
    const { db, steps } = faultyDatabase({ statement: [fault] });

    expect(await inTransaction(db, work)).toBe('done');

    expect(steps).toEqual(['begin', 'statement', 'rollback', 'begin', 'statement', 'commit']);
  });

  it.each(LASTING)('is not retried after the lasting error $code $message', async (fault) => {
    const { db, steps } = faultyDatabase({ statement: [fault] });

    await expect(inTransaction(db, work)).rejects.toBe(fault);

    expect(steps).toEqual(['begin', 'statement', 'rollback']);
  });

  it('is retried when it could not even begin', async () => {
    const { db, steps } = faultyDatabase({ begin: [withCode('ECONNREFUSED')] });

    expect(await inTransaction(db, work)).toBe('done');

    expect(steps).toEqual(['begin', 'begin', 'statement', 'commit']);
  });

  it('is retried when the lost connection could not roll it back either', async () => {
    const broken = new Error('Client has encountered a connection error and is not queryable');
    const { db } = faultyDatabase({ statement: [withCode('57P01')], rollback: [broken] });

    expect(await inTransaction(db, work)).toBe('done');
  });

  it('is given up after six attempts, with the last error', async () => {
    const faults = Array.from({ length: 9 }, (_, n) => withCode('40001', `fault ${n + 1}`));
    const { db, steps } = faultyDatabase({ statement: faults });

    await expect(inTransaction(db, work)).rejects.toBe(faults[5]);

    expect(steps.filter((step) => step === 'begin')).toHaveLength(6);
  });

  it('is given up after two attempts that took long: that were not answered, or waited for a lock', async () => {
    const faults = [new NoAnswer(1), withCode('40001'), withCode('55P03'), new NoAnswer(3)];
    const { db, steps } = faultyDatabase({ statement: faults });

    await expect(inTransaction(db, work)).rejects.toBe(faults[2]);

    expect(steps.filter((step) => step === 'begin')).toHaveLength(3);
  });

  it.each(['40001', '40P01'])('is retried when the server refuses its commit with %s', async (code) => {
    const { db, steps } = faultyDatabase({ commit: [withCode(code)] });

    expect(await inTransaction(db, work)).toBe('done');

    expect(steps.filter((step) => step === 'statement')).toHaveLength(2);
  });

  const answerLost = [withCode('08006'), withCode('57P01'), withCode('ECONNRESET'), LOST_WORKER];
  it.each([...answerLost, ...TRANSIENT_MESSAGES.map((message) => new Error(message))])(
    'is not retried, and is CommitUnknown, when the answer to its commit was lost: $code $message',
    async (fault) => {
      const { db, steps } = faultyDatabase({ commit: [fault] });

      const failure: unknown = await inTransaction(db, work).catch((error: unknown) => error);

      expect(failure).toBeInstanceOf(CommitUnknown);
      expect(failure).toMatchObject({ cause: fault });
      expect(steps.filter((step) => step === 'statement')).toHaveLength(1);
    },
  );

  it.each(['23505', '57014', '53100'])(
    'is rolled back, and not retried, when the server refuses its commit with %s',
    async (code) => {
      const refusal = withCode(code);
      const { db, steps } = faultyDatabase({ commit: [refusal] });

      await expect(inTransaction(db, work)).rejects.toBe(refusal);

      expect(steps.filter((step) => step === 'statement')).toHaveLength(1);
    },
  );

  it('that is undone returns its result, and is retried like any other', async () => {
    const { db, steps } = faultyDatabase({ statement: [withCode('57P01')] });

    expect(await inUndoneTransaction(db, work)).toBe('done');

    expect(steps).toEqual(['begin', 'statement', 'rollback', 'begin', 'statement', 'rollback']);
  });

  it('that is to be undone throws what its work throws', async () => {
    const fault = withCode('42601');
    const { db } = faultyDatabase({ statement: [fault] });

    await expect(inUndoneTransaction(db, work)).rejects.toBe(fault);
  });
});

describe.runIf(onPostgres)('a transaction on a server', () => {
  const db = testDatabase();

  it('survives that its session is ended from outside', async () => {
    const { email, accountId } = await makeOwner(db, 'free');
    const sessions: number[] = [];

    await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      sessions.push(...rows.map(({ pid }) => pid));
      if (sessions.length === 1) await sql`select pg_terminate_backend(${sessions[0]}::integer)`.execute(db);
      await upgrade(tx, accountId);
    });

    expect(sessions).toHaveLength(2);
    expect(await findAccount(db, email)).toMatchObject({ plan: 'pro' });
  });

  it('survives a change of what it has read', async () => {
    const { email, accountId } = await makeOwner(db, 'free');
    let attempts = 0;

    await inTransaction(db, async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx);
      await sql`select plan from accounts where id = ${accountId}`.execute(tx);
      if (++attempts === 1) await setAccountPlan(db, accountId, 'free');
      await upgrade(tx, accountId);
    });

    expect(attempts).toBe(2);
    expect(await findAccount(db, email)).toMatchObject({ plan: 'pro' });
  });

  it('survives a deadlock with another one', async () => {
    const [one, other] = [await makeOwner(db, 'free'), await makeOwner(db, 'free')];
    const bothHold = barrier(2);
    const upgradeBoth = (first: number, second: number) => {
      let attempts = 0;
      return inTransaction(db, async (tx) => {
        await upgrade(tx, first);
        if (++attempts === 1) await bothHold();
        await upgrade(tx, second);
        return attempts;
      });
    };

    const attempts = await Promise.all([
      upgradeBoth(one.accountId, other.accountId),
      upgradeBoth(other.accountId, one.accountId),
    ]);

    expect(attempts.toSorted()).toEqual([1, 2]);
  });
});

async function work(tx: Transaction<Tables>): Promise<string> {
  await sql`select 1`.execute(tx);
  return 'done';
}

async function upgrade(tx: Transaction<Tables>, accountId: number): Promise<void> {
  await sql`update accounts set plan = 'pro' where id = ${accountId}`.execute(tx);
}

function withCode(code: string, message = 'a fault'): Error {
  return Object.assign(new Error(message), { code });
}

type Step = 'begin' | 'statement' | 'rollback' | 'commit';

/** A database that only fails: each step with its faults, one after the other, and then no more. */
function faultyDatabase(faults: Partial<Record<Step, Error[]>>): { db: Database; steps: Step[] } {
  const steps: Step[] = [];
  const queues = { ...faults };
  const step = (name: Step) => {
    steps.push(name);
    const [fault, ...later] = queues[name] ?? [];
    queues[name] = later;
    return fault === undefined ? Promise.resolve() : Promise.reject(fault);
  };
  const connection: DatabaseConnection = {
    executeQuery: async () => {
      await step('statement');
      return { rows: [] };
    },
    streamQuery: () => {
      throw new Error('nothing is streamed');
    },
  };
  const driver: Driver = Object.assign(new DummyDriver(), {
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: () => step('begin'),
    commitTransaction: () => step('commit'),
    rollbackTransaction: () => step('rollback'),
  });
  const dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (any: Kysely<unknown>) => new PostgresIntrospector(any),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const noReads = () => Promise.reject(new Error('nothing is read'));
  const reads = {
    short: noReads,
    access: noReads,
    long: noReads,
    inOrder: noReads,
    hashed: noReads,
    load: () => IDLE,
  };
  const db = createDatabase(dialect, reads, () => Promise.resolve());
  return { db, steps };
}

/** Resolves for everybody when as many have come as are awaited. */
function barrier(awaited: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === awaited) for (const go of waiting) go();
    });
}

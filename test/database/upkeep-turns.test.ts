import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { startUpkeep } from '../../src/operations/upkeep/upkeep.ts';
import { createTurn } from '../../src/operations/upkeep/turn.ts';
import { insertSession, listSessions } from '../../src/queries/sessions.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { PATIENTLY } from '../support/patience.ts';

const NOW = Date.parse('2028-03-01T00:30:00Z');
const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

it('of processes that come together one does the upkeep, and goes on with it until it ends', async () => {
  const db = openPool(await freshDatabase(), 4);
  const turns = ['a', 'b', 'c', 'd'].map((holder) => createTurn(db, holder, 'upkeep'));
  const takeAll = async () => Promise.all(turns.map((turn) => turn.take()));

  const taken = await takeAll();
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
  expect(await takeAll()).toEqual(taken);
  await turns[taken.indexOf(true)]?.end();
  expect(await leases(db)).toEqual([]);

  const takenNext = await takeAll();
  expect(takenNext.filter((isTaken) => isTaken)).toHaveLength(1);
  for (const turn of turns) await turn.end();
  expect(await leases(db)).toEqual([]);
});

it('a process that was silent for too long leaves the upkeep to the one that has taken it over', async () => {
  const db = openPool(await freshDatabase(), 2);
  const [silent, other] = [createTurn(db, 'silent', 'upkeep'), createTurn(db, 'other', 'upkeep')];
  expect([await silent.take(), await other.take()]).toEqual([true, false]);

  await sql`update leases set expires_at = '2020-01-01'`.execute(db);
  expect(await other.take()).toBe(true);

  expect([await silent.take(), await other.take()]).toEqual([false, true]);
  await silent.end();
  expect(await other.take()).toBe(true);
  await other.end();
});

it('a process takes the upkeep over a minute after another is gone, and not before', async () => {
  const { db, upkeep, untilLooked } = await startBeside('2999-01-01T00:00:00Z');

  await untilLooked();
  expect(await listSessions(db, 1, 0)).toHaveLength(1);
  await hold(db, '2020-01-01T00:00:00Z');
  vi.advanceTimersByTime(MINUTE_MS);
  await vi.waitUntil(async () => (await listSessions(db, 1, 0)).length === 0, PATIENTLY);

  await upkeep.stop();
  expect(await leases(db)).toEqual([]);
});

it('a process takes the upkeep over when another has returned it', async () => {
  const { db, upkeep, untilLooked } = await startBeside('2999-01-01T00:00:00Z');

  await untilLooked();
  await sql`delete from leases`.execute(db);
  vi.advanceTimersByTime(MINUTE_MS);
  await vi.waitUntil(async () => (await listSessions(db, 1, 0)).length === 0, PATIENTLY);
  await upkeep.stop();
});

/** Starts the upkeep while another process is at it, with work that shows whether it is done: a session has ended. */
async function startBeside(until: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db, asked } = watchQueries({ connection: await freshDatabase() });
  await insertSession(db, {
    accountId: 1,
    tokenHash: 'hash',
    userAgent: '',
    createdAtMs: 0,
    endsAtMs: NOW - 1,
  });
  await hold(db, until);
  const log = pino({ level: 'silent' });
  const upkeep = startUpkeep({ db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => NOW });
  const untilLooked = () =>
    vi.waitUntil(() => asked.some(({ text }) => text.includes('"isHeld"')), PATIENTLY);
  return { db, upkeep, untilLooked };
}

async function hold(db: Database, until: string): Promise<void> {
  await sql`insert into leases (name, holder, expires_at) values ('upkeep', 'another', ${until})
    on conflict (name) do update set expires_at = excluded.expires_at`.execute(db);
}

async function leases(db: Database): Promise<readonly unknown[]> {
  return (await sql`select name from leases`.execute(db)).rows;
}

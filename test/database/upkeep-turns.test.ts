import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { startUpkeep } from '../../src/operations/upkeep/upkeep.ts';
import { takeTurn } from '../../src/operations/upkeep/turn.ts';
import { insertSession, listSessions } from '../../src/queries/sessions.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { PATIENTLY } from '../support/patience.ts';

const NOW = Date.parse('2028-03-01T00:30:00Z');
const MINUTE_MS = 60_000;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('of processes that come together one does the upkeep, and the others leave it to that one', async () => {
  const db = openPool(await freshDatabase(), 4);
  let worked = 0;
  let held = 0;
  const work = async () => {
    worked++;
    await vi.waitUntil(() => held === 3, PATIENTLY);
  };

  const turns = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (holder) => {
      const turn = await takeTurn(db, holder, work);
      if (turn === 'held') held++;
      return turn;
    }),
  );

  expect(turns.toSorted()).toEqual(['done', 'held', 'held', 'held']);
  expect(worked).toBe(1);
  expect(await leases(db)).toEqual([]);
});

it('a process takes the upkeep over a minute after another is gone, and not before', async () => {
  const { db, upkeep, untilWaiting } = await startBeside('2999-01-01T00:00:00Z');

  await untilWaiting();
  expect(await listSessions(db, 1, 0)).toHaveLength(1);
  await hold(db, '2020-01-01T00:00:00Z');
  vi.advanceTimersByTime(MINUTE_MS);
  await vi.waitUntil(async () => (await listSessions(db, 1, 0)).length === 0, PATIENTLY);

  await upkeep.stop();
  expect(await leases(db)).toEqual([]);
});

it('a process does not repeat what another has finished', async () => {
  const { db, asked, upkeep, untilWaiting } = await startBeside('2999-01-01T00:00:00Z');

  await untilWaiting();
  await sql`delete from leases`.execute(db);
  vi.advanceTimersByTime(MINUTE_MS);
  await vi.waitUntil(() => asked.some(({ text }) => text.includes('"isHeld"')), PATIENTLY);
  await upkeep.stop();

  expect(await listSessions(db, 1, 0)).toHaveLength(1);
});

/** Starts the upkeep while another process is at it, with work that shows whether it is done: a session has ended. */
async function startBeside(until: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { db, asked } = watchQueries({ connection: await freshDatabase() });
  await insertSession(db, {
    accountId: 1,
    tokenHash: 'hash',
    userAgent: '',
    createdAtMs: 0,
    endsAtMs: NOW - 1,
  });
  await hold(db, until);
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const log = pino({ level: 'silent' });
  const upkeep = startUpkeep({ db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => NOW });
  const untilWaiting = () =>
    vi.waitUntil(() => waits.mock.calls.some(([, ms]) => ms === MINUTE_MS), PATIENTLY);
  return { db, asked, upkeep, untilWaiting };
}

async function hold(db: Database, until: string): Promise<void> {
  await sql`insert into leases (name, holder, expires_at) values ('upkeep', 'another', ${until})
    on conflict (name) do update set expires_at = excluded.expires_at`.execute(db);
}

async function leases(db: Database): Promise<readonly unknown[]> {
  return (await sql`select name from leases`.execute(db)).rows;
}

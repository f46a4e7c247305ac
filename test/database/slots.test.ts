import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { type SlotLease, leaseSlot } from '../../src/operations/recording/slot-lease.ts';
import { countHolders, endLeases, findLeaseState, takeLease } from '../../src/queries/leases.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { PATIENTLY } from '../support/patience.ts';

const SLOTS = [0, 1, 2, 3, 4, 5, 6, 7];
const RENEW_MS = 10_000;
const AGO = '2020-01-01T00:00:00Z';

afterEach(() => {
  vi.useRealTimers();
});

it('eight processes that start together have a slot each, and a ninth shares one', async () => {
  const db = openPool(await freshDatabase(), 9);
  const leases = startProcesses(db, 8);
  await untilLeased(db, 8);
  const [ninth] = startProcesses(db, 1);

  expect(slotsOf(leases)).toEqual(SLOTS);
  await ninth?.release();
  expect(SLOTS).toContain(ninth?.slot);
  expect(await countLeases(db)).toBe(8);
  await releaseAll(leases);
  expect(await countLeases(db)).toBe(0);
});

it('a process that shares a slot takes the first that is returned', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const db = openPool(await freshDatabase(), 2);
  const leases = startProcesses(db, 8);
  await untilLeased(db, 8);
  const [sharer] = startProcesses(db, 1);
  const [leaver, ...others] = leases;
  await leaver?.release();

  vi.advanceTimersByTime(RENEW_MS);
  await untilLeased(db, 8);

  expect(slotsOf([sharer, ...others])).toEqual(SLOTS);
  await releaseAll([sharer, ...others]);
  expect(vi.getTimerCount()).toBe(0);
});

it('the slot of a process that is gone is leased again when its term is over, and not before', async () => {
  const db = openPool(await freshDatabase(), 2);
  const names = SLOTS.map((slot) => `slot ${slot}`);
  for (const holder of names) await takeLease(db, names, { holder, seconds: 30 });
  expect(await takeLease(db, names, { holder: 'other', seconds: 30 })).toBeUndefined();

  await sql`update leases set expires_at = ${AGO} where name = 'slot 5'`.execute(db);
  const [lease] = startProcesses(db, 1);
  await vi.waitUntil(() => lease?.slot === 5, PATIENTLY);

  await lease?.release();
  expect(await countLeases(db)).toBe(7);
});

it('what a process leased is free at once when its leases are ended, and its upkeep is left to others', async () => {
  const db = openPool(await freshDatabase(), 2);
  const term = { holder: 'server gone', seconds: 30 };
  await takeLease(db, ['slot 5'], term);
  await takeLease(db, ['upkeep'], term);
  await takeLease(db, ['slot 6'], { ...term, holder: 'server there' });

  await endLeases(db, 'server gone');

  expect(await takeLease(db, ['slot 6', 'slot 5'], { ...term, holder: 'server next' })).toBe('slot 5');
  expect(await findLeaseState(db, 'upkeep')).toBe('expired');
});

it('counts the processes of a kind that hold leases, each once', async () => {
  const db = openPool(await freshDatabase(), 2);
  const hold = (name: string, holder: string) => takeLease(db, [name], { holder, seconds: 30 });
  await hold('slot 1', 'server a');
  await hold('upkeep', 'server a');
  await hold('slot 2', 'server b');
  await hold('slot 3', 'server gone');
  await hold('slot 4', 'recorder c');
  await endLeases(db, 'server gone');

  expect([await countHolders(db, 'server'), await countHolders(db, 'recorder')]).toEqual([2, 1]);
});

it('a process that was silent for so long that another has its slot takes a different one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const db = openPool(await freshDatabase(), 2);
  const [lease] = startProcesses(db, 1);
  await untilLeased(db, 1);
  const before = lease?.slot;

  await sql`update leases set holder = 'another'`.execute(db);
  vi.advanceTimersByTime(RENEW_MS);
  await untilLeased(db, 2);

  expect(lease?.slot).not.toBe(before);
  await lease?.release();
  const { rows } = await sql`select holder from leases`.execute(db);
  expect(rows).toEqual([{ holder: 'another' }]);
});

it('a process without a database has a slot all the same', async () => {
  const db = openPool(await freshDatabase(), 1);
  await db.schema.dropTable('leases').execute();
  const [lease] = startProcesses(db, 1);

  expect(SLOTS).toContain(lease?.slot);
  await lease?.release();
});

function startProcesses(db: Database, count: number): readonly SlotLease[] {
  return Array.from({ length: count }, () => leaseSlot(db, 'server'));
}

function slotsOf(leases: readonly (SlotLease | undefined)[]): readonly (number | undefined)[] {
  return leases.map((lease) => lease?.slot).toSorted();
}

async function releaseAll(leases: readonly (SlotLease | undefined)[]): Promise<void> {
  for (const lease of leases) await lease?.release();
}

async function untilLeased(db: Database, count: number): Promise<void> {
  await vi.waitUntil(async () => (await countLeases(db)) === count, PATIENTLY);
}

async function countLeases(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from leases`.execute(db);
  return rows[0]?.n ?? 0;
}

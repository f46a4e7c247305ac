import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connected, connect } from '../../src/cli/connect.ts';
import { readConfig } from '../../src/config.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createAccount } from '../../src/operations/owner/accounts.ts';
import { createSite } from '../../src/operations/owner/sites.ts';
import { type Recorder, recordEvents, recordLog } from '../../src/operations/recording/record-events.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import type { RecordingSite } from '../../src/queries/sites.ts';
import { migrate } from '../../src/database/migrator.ts';
import { readUsage } from '../support/usage.ts';
import { botVisit, conversion } from '../support/makers.ts';

const MARCH_MS = Date.parse('2026-03-31T23:59:59.999Z');
const APRIL_MS = MARCH_MS + 1;

/** Seven events a month. */
const PLANS = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: 7 } };

const folder = mkdtempSync(join(tmpdir(), 'site-traffic-recorder-'));
let connected: Connected;

beforeAll(async () => {
  connected = await connect(readConfig({ DATA_DIR: folder, DATABASE_POOL_SIZE: '1' }), { own: true });
  await migrate(connected.db);
}, 60_000);

afterAll(async () => {
  await connected.close();
  rmSync(folder, { recursive: true, force: true });
});

async function makeSite(email: string): Promise<RecordingSite> {
  const account = await createAccount(connected.db, { email, plan: 'pro' }, MARCH_MS);
  const site = await createSite(connected.db, account, { domain: 'example.com', name: undefined }, MARCH_MS);
  return { ...site, plan: account.plan };
}

function recorderAt(nowMs: number): Recorder {
  return { db: connected.db, slot: 0, now: () => nowMs, plans: PLANS };
}

it('counts what it records in the month of recording, whatever date the events bear', async () => {
  const site = await makeSite('usage@example.com');
  const events = [botVisit('2020-01-01T00:00:00Z'), conversion('2026-05-01T00:00:00Z')];
  await recordEvents(recorderAt(MARCH_MS), site, events);
  await recordEvents(recorderAt(APRIL_MS), site, events.slice(1));
  await recordEvents(recorderAt(APRIL_MS), site, []);
  const months = [MARCH_MS, APRIL_MS].map((nowMs) => readUsage(connected.db, site.accountId, nowMs));
  expect(await Promise.all(months)).toEqual([2, 1]);
});

it('gives back what the database refused to store', async () => {
  const site = await makeSite('refused@example.com');
  const events = [botVisit('2026-03-01T00:00:00Z'), botVisit('2026-03-01T00:00:00Z', { pagePath: '/\0' })];
  await expect(recordEvents(recorderAt(MARCH_MS), site, events)).rejects.toMatchObject({ code: '22021' });
  expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(0);
  expect(await verify(connected.db, site.id)).toEqual({ sites: 1, drift: [] });
});

it('keeps the count when nobody knows whether the events were stored', async () => {
  const site = await makeSite('unknown@example.com');
  const lost = Object.assign(new Error('the connection was lost'), { code: '08006' });
  const db = withFailingTransactions(lost);
  await expect(
    recordEvents({ ...recorderAt(MARCH_MS), db }, site, [botVisit('2026-03-01T00:00:00Z')]),
  ).rejects.toBe(lost);
  expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(1);
});

it('records whole lines of a log only, and gives back the room that the rest of a line would need', async () => {
  const site = await makeSite('lines@example.com');
  const visit = botVisit('2026-03-01T00:00:00Z');
  // lines of three events each
  const upTo = (room: number) => ({
    events: Array.from({ length: Math.floor(room / 3) * 3 }, () => visit),
    step: undefined,
  });
  expect(await recordLog(recorderAt(MARCH_MS), site, 9, upTo)).toBe(6);
  expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(6);
  expect(await recordLog(recorderAt(MARCH_MS), site, 3, upTo)).toBe(0);
  expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(6);
  expect(await recordLog(recorderAt(APRIL_MS), site, 3, upTo)).toBe(3);
  expect(await verify(connected.db, site.id)).toEqual({ sites: 1, drift: [] });
});

/** The database, but every transaction ends in the error. */
function withFailingTransactions(error: Error): Connected['db'] {
  return new Proxy(connected.db, {
    get(db, name) {
      if (name === 'transaction') return () => ({ execute: () => Promise.reject(error) });
      const value: unknown = Reflect.get(db, name, db);
      // what belongs to the database itself is not found through a proxy
      return typeof value === 'function' ? (value.bind(db) as unknown) : value;
    },
  });
}

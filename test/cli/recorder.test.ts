import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Connected, connect } from '../../src/serving/connect.ts';
import { readConfig } from '../../src/settings/config.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { createSite } from '../../src/operations/owner/site-changes.ts';
import {
  type LogRequest,
  type Recorder,
  recordEvents,
  recordLog,
} from '../../src/operations/recording/record-events.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { LogMoved } from '../../src/domain/recorded-log.ts';
import type { RecordingSite } from '../../src/queries/sites.ts';
import type { Tables } from '../../src/database/tables.ts';
import { CommitUnknown } from '../../src/database/transaction.ts';
import { copyDataFolder } from '../support/migrated-folder.ts';
import { countStored } from '../queries/support.ts';
import { readUsage } from '../support/usage.ts';
import { botVisit, conversion } from '../support/makers.ts';

const MARCH_MS = Date.parse('2026-03-31T23:59:59.999Z');
const APRIL_MS = MARCH_MS + 1;

const VISIT = botVisit('2026-03-01T00:00:00Z');
const LOST = Object.assign(new Error('the connection was lost'), { code: '08006' });

/** Seven events a month. */
const PLANS = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: 7 } };

const parent = mkdtempSync(join(tmpdir(), 'site-traffic-recorder-'));
let connected: Connected;

beforeAll(async () => {
  const dataDir = join(parent, 'data');
  await copyDataFolder(inject('migratedFolder'), dataDir);
  connected = await connect(readConfig({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: '1' }), { own: true });
});

afterAll(async () => {
  await connected.close();
  rmSync(parent, { recursive: true, force: true });
});

async function makeSite(email: string): Promise<RecordingSite> {
  const account = await createAccount(connected.db, { email, plan: 'pro' }, MARCH_MS);
  const given = { domain: 'example.com', name: undefined };
  const site = await createSite(byOperator(connected.db, MARCH_MS), account, given);
  return { ...site, plan: account.plan };
}

function recorderAt(nowMs: number): Recorder {
  return { db: connected.db, slot: 0, now: () => nowMs, plans: PLANS };
}

it('counts events in the month in which they are recorded, whatever their dates', async () => {
  const site = await makeSite('usage@example.com');
  const events = [botVisit('2020-01-01T00:00:00Z'), conversion('2026-05-01T00:00:00Z')];
  await recordEvents(recorderAt(MARCH_MS), site, events);
  await recordEvents(recorderAt(APRIL_MS), site, events.slice(1));
  await recordEvents(recorderAt(APRIL_MS), site, []);
  const months = [MARCH_MS, APRIL_MS].map((nowMs) => readUsage(connected.db, site.accountId, nowMs));
  expect(await Promise.all(months)).toEqual([2, 1]);
});

it('gives back the room of events that the database rejects', async () => {
  const site = await makeSite('refused@example.com');
  const events = [botVisit('2026-03-01T00:00:00Z'), botVisit('2026-03-01T00:00:00Z', { pagePath: '/\0' })];
  await expect(recordEvents(recorderAt(MARCH_MS), site, events)).rejects.toMatchObject({ code: '22021' });
  expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(0);
  expect(await verify(connected.db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
});

it('gives back the room of events that it could not begin to commit', async () => {
  const site = await makeSite('broken@example.com');
  const db = withTransactions(() => Promise.reject(LOST));
  const recording = recordEvents({ ...recorderAt(MARCH_MS), db }, site, [VISIT]);
  await expect(recording).rejects.toBe(LOST);
  expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(0);
});

describe('a commit whose answer is lost', () => {
  it.each([
    ['stored', loseAnswer, 1],
    ['not stored', loseCommit, 0],
  ])('counts the events once, though they are %s', async (what, run, events) => {
    const site = await makeSite(`unknown-${events}@example.com`);
    const recording = recordEvents({ ...recorderAt(MARCH_MS), db: withTransactions(run) }, site, [VISIT]);
    await expect(recording).rejects.toMatchObject({ name: 'CommitUnknown', cause: LOST });
    expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(1);
    expect(await countStored(connected.db, site.id)).toMatchObject({ events });
  });

  it('reserves room only once for lines of a log, however often they are retried', async () => {
    const site = await makeSite('patient@example.com');
    const request = logRequest(site, [VISIT, VISIT]);
    const db = withTransactions(loseCommit);
    for (let tries = 0; tries < 5; tries++) {
      const recording = recordLog({ ...recorderAt(MARCH_MS), db }, site, request);
      await expect(recording).rejects.toBeInstanceOf(CommitUnknown);
    }
    expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(2);

    expect(await recordLog(recorderAt(MARCH_MS), site, request)).toMatchObject({ events: { length: 2 } });

    expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(2);
    expect(await countStored(connected.db, site.id)).toMatchObject({ events: 2 });
  });

  it('that stored lines of a log is noticed by the next try, which reserves nothing', async () => {
    const site = await makeSite('moved@example.com');
    const request = logRequest(site, [VISIT, VISIT]);
    const lost = recordLog({ ...recorderAt(MARCH_MS), db: withTransactions(loseAnswer) }, site, request);
    await expect(lost).rejects.toBeInstanceOf(CommitUnknown);

    await expect(recordLog(recorderAt(MARCH_MS), site, request)).rejects.toBeInstanceOf(LogMoved);

    expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(2);
    expect(await countStored(connected.db, site.id)).toMatchObject({ events: 2 });
  });
});

it('records only whole lines of a log, and gives back the room that is left', async () => {
  const site = await makeSite('lines@example.com');
  const visit = botVisit('2026-03-01T00:00:00Z');
  // lines of three events each
  const upTo = (room: number) => ({
    events: Array.from({ length: Math.floor(room / 3) * 3 }, () => visit),
    step: undefined,
  });
  const recordAt = async (nowMs: number, wanted: number) =>
    (await recordLog(recorderAt(nowMs), site, { wanted, upTo })).events.length;
  expect(await recordAt(MARCH_MS, 9)).toBe(6);
  expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(6);
  expect(await recordAt(MARCH_MS, 3)).toBe(0);
  expect(await readUsage(connected.db, site.accountId, MARCH_MS)).toBe(6);
  expect(await recordAt(APRIL_MS, 3)).toBe(3);
  expect(await verify(connected.db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
});

type Work = (tx: Transaction<Tables>) => Promise<unknown>;

/** Commits, but the answer is lost. */
async function loseAnswer(work: Work): Promise<never> {
  await connected.db.transaction().execute(work);
  throw LOST;
}

/** Does the work, but the commit does not arrive. */
async function loseCommit(work: Work): Promise<never> {
  return connected.db.transaction().execute(async (tx) => {
    await work(tx);
    throw LOST;
  });
}

/** The first two lines of a log, an event each. */
function logRequest(site: RecordingSite, events: readonly NewEvent[]): LogRequest {
  const log = { siteId: site.id, firstLine: 'line', copy: 0 };
  const from = { bytes: 0, digest: '', readerState: null };
  const to = { bytes: 9, digest: 'nine', readerState: null };
  const step = { log, from, to, path: '/access.log', modifiedAtMs: MARCH_MS };
  return { wanted: events.length, upTo: () => ({ events, step }) };
}

/** The database, but transactions are run by another function. */
function withTransactions(execute: (work: Work) => Promise<unknown>): Connected['db'] {
  return new Proxy(connected.db, {
    get(db, name) {
      if (name === 'transaction') return () => ({ execute });
      const value: unknown = Reflect.get(db, name, db);
      // what belongs to the database itself is not found through a proxy
      return typeof value === 'function' ? (value.bind(db) as unknown) : value;
    },
  });
}

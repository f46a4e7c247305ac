import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  findLogs,
  findLogsAt,
  hasOtherLogs,
  deleteLogs,
  listRecordedLogs,
} from '../../src/queries/log-positions.ts';
import { LogMoved, type LogStep } from '../../src/domain/recorded-log.ts';
import { SiteGone } from '../../src/domain/site.ts';
import { storeEvents } from '../../src/queries/record-events.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit } from '../support/makers.ts';
import { countStored, newSite } from './support.ts';

const db = testDatabase();
const NOW = Date.parse('2026-03-15T12:00:00Z');
const START = { bytes: 0, digest: 'nothing', readerState: null };
const ONE = { bytes: 5_000_000_000, digest: 'one', readerState: '{"format":"vercel"}' };
const TWO = { bytes: 5_000_000_001, digest: 'two', readerState: null };
const EVENT = botVisit('2026-03-10T10:00:00Z');

type GivenStep = Partial<Omit<LogStep, 'log'>> & { readonly firstLine?: string; readonly copy?: number };

function step(siteId: string, { firstLine = 'first', copy = 0, ...given }: GivenStep = {}): LogStep {
  const log = { siteId, firstLine, copy };
  return { log, from: START, to: ONE, path: '/access.log', modifiedAtMs: NOW, ...given };
}

/** Records an event with a step of a log. */
function record(siteId: string, given?: GivenStep): Promise<void> {
  return storeEvents(db, { siteId, slot: 0, events: [EVENT] }, step(siteId, given));
}

it('adds a log with the events of its first step', async () => {
  const { id } = await newSite(db);
  await record(id);
  const log = { siteId: id, firstLine: 'first', ...ONE, path: '/access.log', modifiedAtMs: NOW };
  expect(await findLogs(db, id, ['first', 'other'])).toEqual([{ ...log, copy: 0 }]);
  expect(await findLogs(db, id, ['other'])).toEqual([]);
  expect(await countStored(db, id)).toMatchObject({ events: 1 });
});

it('moves a log together with the events of the step', async () => {
  const { id } = await newSite(db);
  await record(id);
  await record(id, { from: ONE, to: TWO, path: '/access.log.1', modifiedAtMs: NOW + 1000 });
  expect(await findLogs(db, id, ['first'])).toEqual([
    { siteId: id, firstLine: 'first', copy: 0, ...TWO, path: '/access.log.1', modifiedAtMs: NOW + 1000 },
  ]);
  expect(await countStored(db, id)).toMatchObject({ events: 2 });
});

it('knows whether something is recorded of another log of the site', async () => {
  const { id } = await newSite(db);
  await record(id);
  const log = { siteId: id, firstLine: 'first', copy: 0 };
  expect(await hasOtherLogs(db, log)).toBe(false);
  expect(await hasOtherLogs(db, { ...log, firstLine: 'other' })).toBe(true);
  expect(await hasOtherLogs(db, { ...log, copy: 1 })).toBe(true);
  await record(id, { firstLine: 'other' });
  expect(await hasOtherLogs(db, log)).toBe(true);
});

it('records a step without events too', async () => {
  const { id } = await newSite(db);
  await storeEvents(db, { siteId: id, slot: 0, events: [] }, step(id));
  expect(await findLogs(db, id, ['first'])).toMatchObject([ONE]);
});

it('starts a log of which an earlier release stored that nothing is recorded', async () => {
  const { id } = await newSite(db);
  const row = { site_id: id, first_line: 'first', copy: 0, path: '/', modified_at: '2026-03-01' };
  await db
    .insertInto('log_positions')
    .values({ ...row, bytes: 0, digest: 'nothing' })
    .execute();
  await record(id);
  expect(await findLogs(db, id, ['first'])).toMatchObject([{ ...ONE, path: '/access.log' }]);
});

it.each([
  ['has begun already', START],
  ['stands at another byte', { ...ONE, bytes: 1 }],
  ['stands after other text', { ...ONE, digest: 'other' }],
])('stores nothing when the log %s', async (_, from) => {
  const { id } = await newSite(db);
  await record(id);
  await expect(record(id, { from, to: TWO })).rejects.toThrow(LogMoved);
  expect(await findLogs(db, id, ['first'])).toMatchObject([ONE]);
  expect(await countStored(db, id)).toMatchObject({ events: 1 });
});

it('adds no log of a deleted site, with or without events', async () => {
  const gone = 'site_gone0000000000000';
  await expect(record(gone)).rejects.toThrow(LogMoved);
  const empty = storeEvents(db, { siteId: gone, slot: 0, events: [] }, step(gone));
  await expect(empty).rejects.toThrow(LogMoved);
  expect(await findLogs(db, gone, ['first'])).toEqual([]);
  const events = storeEvents(db, { siteId: gone, slot: 0, events: [EVENT] });
  await expect(events).rejects.toThrow(SiteGone);
});

it('lets only one of several recorders take the same step', async () => {
  const { id } = await newSite(db);
  const steps = Array.from({ length: 5 }, () => record(id));
  const ends = await Promise.allSettled(steps);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await countStored(db, id)).toMatchObject({ events: 1 });
});

it('finds the logs that begin with one of several lines', async () => {
  const { id } = await newSite(db);
  await record(id, { firstLine: 'a' });
  await record(id, { firstLine: 'b' });
  await record(id, { firstLine: 'b', copy: 1 });
  await record(id, { firstLine: 'c' });
  const found = await findLogs(db, id, ['b', 'none', 'a']);
  expect(found.map(({ firstLine, copy }) => `${firstLine}${copy}`).toSorted()).toEqual(['a0', 'b0', 'b1']);
});

it.each([2, 1_002])('finds %i logs among the many lines of a text', async (logs) => {
  const { id } = await newSite(db);
  await record(id, { firstLine: 'a' });
  await record(id, { firstLine: 'b' });
  await sql`
    insert into log_positions (site_id, first_line, copy, bytes, digest, path, modified_at)
    select ${id}, 'more' || n, 0, 1, '', '/more.log', now() from generate_series(3, ${logs}::int) as n
  `.execute(db);
  const lines = Array.from({ length: 2_000 }, (_, n) => `other${n}`);
  expect(await findLogs(db, id, lines)).toEqual([]);
  const found = await findLogs(db, id, [...lines, 'b']);
  expect(found).toMatchObject([{ siteId: id, firstLine: 'b' }]);
});

it('finds the logs that were last read at a path, the latest first', async () => {
  const { id } = await newSite(db);
  await record(id, { modifiedAtMs: NOW });
  await record(id, { copy: 1, modifiedAtMs: NOW + 1 });
  await record(id, { copy: 2, path: '/other.log' });
  const copies = (await findLogsAt(db, id, '/access.log')).map(({ copy }) => copy);
  expect(copies).toEqual([1, 0]);
});

it('lists the recorded logs, and forgets them by path or all', async () => {
  const { id } = await newSite(db);
  await record(id, { path: '/access.log.1' });
  await record(id, { copy: 1 });
  const other = await newSite(db);
  await record(other.id);
  const [one, two] = [
    { copy: 0, bytes: ONE.bytes, path: '/access.log.1' },
    { copy: 1, path: '/access.log' },
  ];
  expect(await listRecordedLogs(db, id)).toMatchObject([two, one]);
  expect(await deleteLogs(db, id, '/access.log.1')).toMatchObject([one]);
  expect(await listRecordedLogs(db, id)).toMatchObject([two]);
  expect(await deleteLogs(db, id, undefined)).toMatchObject([two]);
  expect(await findLogs(db, other.id, ['first'])).toMatchObject([{ copy: 0 }]);
});

import { expect, it } from 'vitest';
import {
  type LogStep,
  LogMoved,
  findLogs,
  findLogsAt,
  forgetLogs,
  insertLog,
  listRecordedLogs,
} from '../../src/queries/log-positions.ts';
import { SiteGone, recordEvents } from '../../src/queries/record-events.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit } from '../support/makers.ts';
import { countStored, newSite } from './support.ts';

const db = testDatabase();
const NOW = Date.parse('2026-03-15T12:00:00Z');
const START = { bytes: 0, digest: 'nothing', readerState: null };
const ONE = { bytes: 5_000_000_000, digest: 'one', readerState: '{"format":"vercel"}' };
const EVENT = botVisit('2026-03-10T10:00:00Z');

function insert(siteId: string, { copy = 0, path = '/access.log', modifiedAtMs = NOW } = {}): Promise<void> {
  return insertLog(db, { siteId, firstLine: 'first', copy }, { digest: 'nothing', path, modifiedAtMs });
}

function stepOf(siteId: string, given: Partial<LogStep> = {}): LogStep {
  const log = { siteId, firstLine: 'first', copy: 0 };
  return { log, from: START, to: ONE, path: '/access.log.1', modifiedAtMs: NOW + 1000, ...given };
}

it('keeps a log as it was first inserted', async () => {
  const { id } = await newSite(db);
  await insert(id);
  await insert(id, { path: '/other.log', modifiedAtMs: NOW + 5 });
  await insert(id, { copy: 1 });
  const log = { siteId: id, firstLine: 'first', ...START, path: '/access.log', modifiedAtMs: NOW };
  expect(await findLogs(db, id, 'first')).toEqual([
    { ...log, copy: 0 },
    { ...log, copy: 1 },
  ]);
  expect(await findLogs(db, id, 'other')).toEqual([]);
});

it('moves a log together with the events of the step', async () => {
  const { id } = await newSite(db);
  await insert(id);
  await recordEvents(db, { siteId: id, slot: 0, events: [EVENT] }, stepOf(id));
  expect(await findLogs(db, id, 'first')).toEqual([
    { siteId: id, firstLine: 'first', copy: 0, ...ONE, path: '/access.log.1', modifiedAtMs: NOW + 1000 },
  ]);
  expect(await countStored(db, id)).toMatchObject({ events: 1 });
});

it('records a step without events too', async () => {
  const { id } = await newSite(db);
  await insert(id);
  await recordEvents(db, { siteId: id, slot: 0, events: [] }, stepOf(id));
  expect(await findLogs(db, id, 'first')).toMatchObject([ONE]);
});

it.each([
  ['at another byte', { from: { ...START, bytes: 1 } }],
  ['after other text', { from: { ...START, digest: 'other' } }],
])('stores nothing when the log stands %s than the step begins', async (_, given) => {
  const { id } = await newSite(db);
  await insert(id);
  const recording = recordEvents(db, { siteId: id, slot: 0, events: [EVENT] }, stepOf(id, given));
  await expect(recording).rejects.toThrow(LogMoved);
  expect(await findLogs(db, id, 'first')).toMatchObject([START]);
  expect(await countStored(db, id)).toMatchObject({ events: 0 });
});

it('moves no log of a deleted site', async () => {
  const { id } = await newSite(db);
  const gone = `${id}0`;
  await insert(gone);
  const recording = recordEvents(db, { siteId: gone, slot: 0, events: [EVENT] }, stepOf(gone));
  await expect(recording).rejects.toThrow(SiteGone);
  expect(await findLogs(db, gone, 'first')).toMatchObject([START]);
});

it('lets only one of several recorders take the same step', async () => {
  const { id } = await newSite(db);
  await insert(id);
  const steps = Array.from({ length: 5 }, () =>
    recordEvents(db, { siteId: id, slot: 0, events: [EVENT] }, stepOf(id)),
  );
  const ends = await Promise.allSettled(steps);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await countStored(db, id)).toMatchObject({ events: 1 });
});

it('finds the logs that were last read at a path, the latest first', async () => {
  const { id } = await newSite(db);
  await insert(id, { modifiedAtMs: NOW });
  await insert(id, { copy: 1, modifiedAtMs: NOW + 1 });
  await insert(id, { copy: 2, path: '/other.log' });
  const copies = (await findLogsAt(db, id, '/access.log')).map(({ copy }) => copy);
  expect(copies).toEqual([1, 0]);
});

it('lists the logs of which something is recorded, and forgets them by path or all', async () => {
  const { id } = await newSite(db);
  await insert(id);
  await insert(id, { copy: 1 });
  const other = await newSite(db);
  await insert(other.id);
  await recordEvents(db, { siteId: id, slot: 0, events: [EVENT] }, stepOf(id));
  const recorded = { copy: 0, bytes: ONE.bytes, path: '/access.log.1' };
  expect(await listRecordedLogs(db, id)).toMatchObject([recorded]);
  expect(await forgetLogs(db, id, '/access.log.1')).toMatchObject([recorded]);
  expect(await listRecordedLogs(db, id)).toEqual([]);
  expect(await findLogs(db, id, 'first')).toMatchObject([{ copy: 1 }]);
  expect(await forgetLogs(db, id, undefined)).toMatchObject([{ copy: 1, bytes: 0 }]);
  expect(await findLogs(db, other.id, 'first')).toMatchObject([{ copy: 0 }]);
});

import { expect, it } from 'vitest';
import type { RobotCount } from '../../src/domain/robot-count.ts';
import type { AccessibleSite } from '../../src/domain/site.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import {
  addRobotCounts,
  deleteRobots,
  listSitesWithOldRobots,
  listUnlistedRobots,
} from '../../src/queries/unlisted-robots.ts';
import { deleteSiteRow } from '../../src/queries/sites.ts';
import { testDatabase } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { between } from './support.ts';

const db = testDatabase();
const DAY = Date.parse('2026-03-01T00:00:00Z');
const MARCH = between('2026-03-01', '2026-04-01');

async function makeRecorded() {
  const { accountId } = await makeOwner(db, 'pro');
  const { id } = await makeSite(db, accountId);
  const site = { id, accountId } as AccessibleSite;
  return {
    id,
    add: (...robots: readonly RobotCount[]) =>
      db.transaction().execute((tx) => addRobotCounts(tx, id, robots)),
    list: async (range = MARCH) =>
      (await listUnlistedRobots(db, site, range)).map(({ token, visits }) => [token, visits]),
    site,
  };
}

function robot(token: string, visits: number, dayMs = DAY): RobotCount {
  return { dayMs, token, visits, firstMs: dayMs + 1, lastMs: dayMs + 2 };
}

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `bot${n + from}`);

it('adds up the visits of a range, and knows the first and the last ever', async () => {
  const { add, site } = await makeRecorded();
  await add(robot('a', 2), robot('b', 3));
  await add(robot('a', 4), robot('a', 1, DAY + 40 * DAY_MS), robot('a', 1, DAY - DAY_MS));
  expect(await listUnlistedRobots(db, site, MARCH)).toEqual([
    { token: 'a', visits: 6, firstSeenMs: DAY - DAY_MS + 1, lastSeenMs: DAY + 40 * DAY_MS + 2 },
    { token: 'b', visits: 3, firstSeenMs: DAY + 1, lastSeenMs: DAY + 2 },
  ]);
});

it('counts 200 robots of a day by themselves, those of most visits first, and all others together', async () => {
  const { add, list } = await makeRecorded();
  await add(...numbered(150).map((token) => robot(token, 1)));
  await add(...numbered(100, 150).map((token, n) => robot(token, n + 1)));
  // 50 of them found no room: those with 1 to 50 visits
  expect((await list()).find(([token]) => token === '(others)')).toEqual(['(others)', (50 * 51) / 2]);
  expect(await list()).toHaveLength(201);
  await add(robot('late', 5), robot('bot0', 7), robot('(others)', 1));
  const listed = await list();
  expect(listed).toHaveLength(201);
  expect(listed).toContainEqual(['bot0', 8]);
  expect(listed).toContainEqual(['(others)', (50 * 51) / 2 + 6]);
  await add(robot('late', 5, DAY + DAY_MS));
  expect(await list()).toContainEqual(['late', 5]);
});

it('never counts more than 200 of a day by themselves, however many write at once', async () => {
  const { add, list } = await makeRecorded();
  await Promise.all([0, 1, 2].map((nth) => add(...numbered(150, nth * 150).map((token) => robot(token, 1)))));
  const listed = await list();
  expect(listed.filter(([token]) => token !== '(others)')).toHaveLength(200);
  expect(listed.reduce((sum, [, visits]) => sum + Number(visits), 0)).toBe(450);
});

it('lists 1,000 of a range, and the rest with the others', async () => {
  const { add, list } = await makeRecorded();
  for (let day = 0; day < 6; day++)
    await add(...numbered(200, day * 200).map((token) => robot(token, 10 - day, DAY + day * DAY_MS)));
  const listed = await list();
  expect(listed).toHaveLength(1_001);
  expect(listed[0]).toEqual(['(others)', 200 * 5]);
});

it('is deleted before a day, and with its site', async () => {
  const [one, other] = [await makeRecorded(), await makeRecorded()];
  for (const { add } of [one, other]) await add(robot('a', 1), robot('a', 1, DAY + DAY_MS));
  await deleteRobots(db, one.id, DAY + DAY_MS);
  expect(await listSitesWithOldRobots(db, [one.id, other.id], DAY + DAY_MS)).toEqual([other.id]);
  expect([await one.list(), await other.list()]).toEqual([[['a', 1]], [['a', 2]]]);
  await db.transaction().execute((tx) => deleteSiteRow(tx, one.id));
  expect([await one.list(), await other.list()]).toEqual([[], [['a', 2]]]);
});

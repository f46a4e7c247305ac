import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { countHours } from '../../src/queries/alert-days.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { botVisit, makeOwner, makeSite, record, referral } from '../support/makers.ts';

let db: Database;

beforeAll(async () => {
  db = openPool(await freshDatabase(), 2);
});

const OTHER = { botName: 'ClaudeBot', botCompany: 'Anthropic' };

it('counts visits, bursts, failures and visits from outside of an hour, by name', async () => {
  const { accountId } = await makeOwner(db);
  const site = await makeSite(db, accountId);
  await record(db, site, [
    // in the hour before, nine minutes and a bit before the next of it
    botVisit('2026-02-28T23:51:00.000Z'),
    botVisit('2026-03-01T00:00:30.000Z', { status: 404 }),
    // ten minutes are within ten minutes
    botVisit('2026-03-01T00:10:30.000Z', { verdict: 'outside' }),
    botVisit('2026-03-01T00:20:30.001Z', { status: 200 }),
    botVisit('2026-03-01T00:20:31.000Z', { status: 503 }),
    // another bot has bursts of its own
    botVisit('2026-03-01T00:20:31.000Z', OTHER),
    botVisit('2026-03-01T00:59:59.999Z', OTHER),
    referral('2026-03-01T00:30:00.000Z', { status: 404 }),
    botVisit('2026-03-01T01:00:00.000Z', OTHER),
  ]);
  const hourMs = Date.parse('2026-03-01T00:00:00Z');
  const count = async (hour: number) => {
    const counts = await countHours(db, [{ siteId: site.id, hourMs: hour }]);
    return counts
      .map(({ name, visits, bursts, failed, outside }) => [name, visits, bursts, failed, outside])
      .toSorted();
  };
  expect(await count(hourMs)).toEqual([
    ['ClaudeBot', 2, 2, 0, 0],
    ['GPTBot', 4, 1, 2, 1],
    ['chatgpt', 1, 0, 1, 0],
  ]);
  expect(await count(hourMs + HOUR_MS)).toEqual([['ClaudeBot', 1, 0, 0, 0]]);
  expect(await count(hourMs + 2 * HOUR_MS)).toEqual([]);
});

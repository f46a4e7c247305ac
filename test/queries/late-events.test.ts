import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { createGrowth } from '../../src/operations/upkeep/growth.ts';
import { foldSites } from '../../src/operations/upkeep/folding.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { findUnfoldedDays } from '../../src/queries/unfolded-pages.ts';
import type { BotFilter } from '../../src/queries/bot-filter.ts';
import { countByPage } from '../../src/queries/pages.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { botVisit, conversion, recordCounted, referral } from '../support/makers.ts';
import { ALWAYS, between, newSite } from './support.ts';

/** The day after a block of 64 days, which begins on FIRST_DAY. */
const NOW = Date.parse('2026-02-02T09:00:00Z');
const FIRST_DAY = Date.parse('2025-11-30T00:00:00Z');

/** Thirty events on each day of a block, folded. What is folded names another page, so that counts of it are told apart. */
async function start() {
  const db = openPool(await freshDatabase(), 2);
  const site = await newSite(db);
  const visits = Array.from({ length: 64 * 30 }, (_, n) => botVisit(at(n % 64, n % 24), { bytes: 1 }));
  await recordCounted(db, site, visits);
  await fold(db);
  await sql`update site_block_pages set paths = '{/folded}'`.execute(db);
  const pages = async (bots?: BotFilter, range = ALWAYS) => {
    const all = { source: 'folded', orderBy: 'botVisits', search: undefined, after: undefined } as const;
    return countByPage(db, site, { ...all, range, bots, limit: 10 });
  };
  return { db, site, pages };
}

function at(day: number, hour: number): string {
  return new Date(FIRST_DAY + day * DAY_MS + hour * HOUR_MS).toISOString();
}

async function fold(db: Database, nowMs = NOW, growth = createGrowth()): Promise<void> {
  for await (const cause of foldSites({ db, fewestEvents: 1, growth }, nowMs))
    throw new Error('not folded', { cause });
}

const LATE = [
  botVisit(at(0, 0), { pagePath: '/late', botName: 'Late', botCompany: 'Nobody', status: 404 }),
  botVisit(at(7, 23), { pagePath: '/late', bytes: 5 }),
  referral(at(7, 23), { pagePath: '/late' }),
  conversion(at(63, 12), { pagePath: '/folded' }),
];

describe('late events', () => {
  it('are counted beside what is folded', async () => {
    const { db, site, pages } = await start();
    await recordCounted(db, site, LATE.slice(0, 2), 3);
    await recordCounted(db, site, LATE.slice(2), 0);

    expect(await pages()).toMatchObject([
      { pagePath: '/folded', botVisits: 1920, referrals: 0, conversions: 1, bytes: 1920 },
      { pagePath: '/late', botVisits: 2, referrals: 1, conversions: 0, failed: 1, bytes: 5 },
    ]);
    expect(await pages({ names: ['GPTBot'] })).toMatchObject([
      { pagePath: '/folded', botVisits: 1920, conversions: 0 },
      { pagePath: '/late', botVisits: 1, failed: 0 },
    ]);
    const days = between(at(0, 0), at(8, 0));
    expect(await pages(undefined, days)).toMatchObject([{ botVisits: 240 }, { botVisits: 2, referrals: 1 }]);
  });

  it('beside days that are folded by the hour and again, are those that a block lacks', async () => {
    const { db, site, pages } = await start();
    await recordCounted(db, site, LATE);
    await sql`delete from site_block_pages where days > 1`.execute(db);
    expect(await pages()).toMatchObject([{ botVisits: 1920, conversions: 1 }, { botVisits: 2 }]);

    await fold(db);
    await recordCounted(db, site, [botVisit(at(0, 1), { pagePath: '/later' })]);

    expect(await pages()).toMatchObject([
      { pagePath: '/folded', botVisits: 1830, conversions: 1 },
      { pagePath: '/', botVisits: 90 },
      { pagePath: '/late', botVisits: 2 },
      { pagePath: '/later', botVisits: 1 },
    ]);
  });

  it('are counted with their day if there are others with smaller ids', async () => {
    const { db, site, pages } = await start();
    await sql`update site_block_pages set last_id = last_id + 1000000`.execute(db);
    await recordCounted(db, site, LATE.slice(0, 2));

    expect(await pages()).toMatchObject([
      { pagePath: '/folded', botVisits: 1860 },
      { pagePath: '/', botVisits: 60 },
      { pagePath: '/late', botVisits: 2 },
    ]);
  });

  it('are not found beside what an earlier release has folded, until upkeep folds it again', async () => {
    const { db, site, pages } = await start();
    await sql`update site_block_pages set last_id = null, hour_counts = null`.execute(db);
    await recordCounted(db, site, LATE.slice(0, 1));
    expect(await pages()).toMatchObject([{ botVisits: 1890 }, { pagePath: '/', botVisits: 30 }, {}]);

    await fold(db);

    expect(await pages()).toMatchObject([{ pagePath: '/', botVisits: 1920 }, { pagePath: '/late' }]);
    expect(await findUnfoldedDays(db, site.id, ALWAYS, 1)).toEqual([]);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('in large numbers are counted with their days', async () => {
    const { db, site, pages } = await start();
    const many = Array.from({ length: 200 }, () => botVisit(at(0, 0), { pagePath: '/late' }));
    await recordCounted(db, site, many);

    expect(await pages()).toMatchObject([
      { pagePath: '/folded', botVisits: 1890 },
      { pagePath: '/late', botVisits: 200 },
      { pagePath: '/', botVisits: 30 },
    ]);
  });
});

describe('what grows', () => {
  const MINUTE_MS = 60_000;

  it('is folded again when it has stopped, or after ten minutes', () => {
    const growth = createGrowth();
    const waits = (minute: number, events: number) => growth.waits('a day', events, minute * MINUTE_MS);

    expect([waits(0, 10), waits(1, 11), waits(2, 12), waits(3, 12), waits(4, 13)]).toEqual([
      ...[false, true, true, false, true],
    ]);
    const growing = Array.from({ length: 10 }, (_, n) => waits(5 + n, 14 + n));
    expect(growing).toEqual([...Array.from({ length: 8 }, () => true), false, true]);
    expect(growth.waits('another day', 1, 0)).toBe(false);
  });

  it('is looked at again although nothing was added since', async () => {
    const { db, site } = await start();
    const growth = createGrowth();
    const unfolded = async () => (await findUnfoldedDays(db, site.id, ALWAYS, 1)).length;
    const folding = async (minute: number) => {
      await fold(db, NOW + minute * MINUTE_MS, growth);
      return unfolded();
    };
    const record = async (day: number) => recordCounted(db, site, [botVisit(at(day, 1))]);

    await record(5);
    expect(await folding(0)).toBe(0);
    await record(5);
    await record(6);
    expect(await folding(1)).toBe(1);
    expect(await folding(2)).toBe(0);
  });
});

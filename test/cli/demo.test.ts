import { beforeAll, describe, expect, it } from 'vitest';
import type { DemoParts } from '../../src/cli/demo/demo-parts.ts';
import { startOfTraffic } from '../../src/cli/demo/demo-traffic.ts';
import { demoEvents } from '../../src/cli/demo/demo-events.ts';
import { type Demo, prepareDemo } from '../../src/cli/demo/demo.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { PURPOSES } from '../../src/catalogue/purposes.ts';
import { createAttribution } from '../../src/operations/recording/attribution.ts';
import { createAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { createKey } from '../../src/operations/owner/keys.ts';
import { createSite, deleteSite, renameSite } from '../../src/operations/owner/site-changes.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { findAccount, markAccountDeleted } from '../../src/queries/accounts.ts';
import type { Database } from '../../src/database/database.ts';
import { epochMs } from '../../src/database/sql-time.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { botVisit, record } from '../support/makers.ts';
import { askText, refusals } from '../twins/support.ts';
import { useCommandLine } from './support.ts';

const { folder, holdMigrated } = useCommandLine();

const NOW = '2026-03-15T12:34:56.789Z';
const NOW_MS = Date.parse(NOW);

let db: Database;
beforeAll(async () => {
  db = await holdMigrated();
});

/** Prepares the demo as a start at this time does. */
async function startAt(nowMs: number, given: Partial<DemoParts> = {}): Promise<Demo | undefined> {
  const stop = new AbortController().signal;
  const note = () => undefined;
  return prepareDemo({ db, slot: 0, now: () => nowMs, plans: DEFAULT_PLANS, folder, stop, note, ...given });
}

describe('the demo shows', () => {
  let demo: Demo | undefined;
  let gateway: TestGateway;
  beforeAll(async () => {
    const attribution = createAttribution({ db, minutes: 30, now: () => NOW_MS, by: 'import' });
    demo = await startAt(NOW_MS, { attribution });
    gateway = startGateway({ db, now: NOW, attributionMinutes: 30 });
  });

  async function ask<Answer>(selection: string): Promise<Answer> {
    const document = `{ site(id: "${demo?.siteId ?? ''}") { ${selection} } }`;
    const { data, ...answer } = await askText<{ site: Answer }>(gateway, demo?.key ?? '', document);
    expect(refusals(answer)).toEqual([]);
    return data?.site as Answer;
  }

  const ALL = 'start: "2025-12-15", end: "2026-03-15"';
  const positive = expect.toSatisfy((count: number) => count > 0) as number;

  it('companies that take and send nothing, and some that send more than they take', async () => {
    type Counts = { company: string; botVisits: number; referrals: number };
    const { companies } = await ask<{ companies: readonly Counts[] }>(
      `companies(${ALL}) { company botVisits referrals }`,
    );
    const named = (is: (counts: Counts) => boolean) => companies.filter(is).map(({ company }) => company);
    expect(named(({ referrals }) => referrals === 0)).toEqual(
      expect.arrayContaining(['Meta', 'ByteDance', 'Common Crawl']),
    );
    expect(named(({ botVisits, referrals }) => botVisits > 0 && referrals > 5 * botVisits)).toEqual([
      'Microsoft',
    ]);
  });

  it('every purpose, verdict and kind of failure, bytes, and conversions with values', async () => {
    const { stats } = await ask<{ stats: unknown }>(
      `stats(${ALL}) { purposes { purpose count } verification { signed verified outside noList unknown }
        statuses { status count } failed bytes conversionBreakdown { eventName value } }`,
    );
    const purposes = PURPOSES.map((purpose) => ({ purpose: purpose.toUpperCase(), count: positive }));
    const statuses = [200, 304, 404, 403, 429, 500, 503].map((status) => ({ status, count: positive }));
    expect(stats).toEqual({
      purposes: expect.arrayContaining(purposes) as object,
      verification: {
        ...{ signed: positive, verified: positive, outside: positive },
        ...{ noList: positive, unknown: positive },
      },
      statuses: expect.arrayContaining(statuses) as object,
      failed: positive,
      bytes: positive,
      conversionBreakdown: expect.arrayContaining([{ eventName: 'purchase', value: positive }]) as object,
    });
  });

  it('what the visitors of products bring, all of it looked up, and some that nobody is known to have sent', async () => {
    type Brought = { source: string; conversions: number; value: number };
    const { coverage, stats } = await ask<{
      coverage: { firstEventAt: string };
      stats: { totals: { conversions: number }; referralBreakdown: readonly Brought[] };
    }>(`coverage(${ALL}) { firstEventAt attributionSince attributionMinutes }
      stats(${ALL}) { totals { conversions } referralBreakdown { source conversions value } }`);
    const { firstEventAt } = coverage;
    const attributionSince = `${firstEventAt.slice(0, 10)}T00:00:00.000Z`;
    expect(coverage).toEqual({ firstEventAt, attributionSince, attributionMinutes: 30 });
    const { totals, referralBreakdown } = stats;
    expect(referralBreakdown[0]).toEqual({ source: 'chatgpt', conversions: positive, value: positive });
    const known = referralBreakdown.reduce((sum, { conversions }) => sum + conversions, 0);
    expect([known > 0.75 * totals.conversions, known < totals.conversions]).toEqual([true, true]);
  });

  it('impostors of operators that publish their ranges, and no verdict on the others', async () => {
    const verification = 'verification { signed verified outside noList }';
    const { gpt, bytespider } = await ask<{ gpt: unknown; bytespider: unknown }>(
      `gpt: bot(name: "GPTBot", ${ALL}) { ${verification} }
       bytespider: bot(name: "Bytespider", ${ALL}) { ${verification} }`,
    );
    expect(gpt).toEqual({ verification: { signed: 0, verified: positive, outside: positive, noList: 0 } });
    expect(bytespider).toEqual({ verification: { signed: 0, verified: 0, outside: 0, noList: positive } });
  });

  it('other robots, some of them with a page about them, and one that is new', async () => {
    type Robot = { token: string; visits: number; firstSeenAt: string; documentationUrl: string | null };
    const { unlistedRobots: robots } = await ask<{ unlistedRobots: readonly Robot[] }>(
      `unlistedRobots(${ALL}) { token visits firstSeenAt documentationUrl }`,
    );
    expect(robots[0]).toMatchObject({
      token: 'Googlebot',
      documentationUrl: expect.stringContaining('google.com'),
    });
    const first = robots[0]?.firstSeenAt ?? '';
    expect(
      robots
        .filter(({ firstSeenAt }) => firstSeenAt > first)
        .map(({ token }) => token)
        .toSorted(),
    ).toEqual(['ShopAssistBot', 'UptimeRobot']);
  });

  it('about 50 pages, old ones of which only fail', async () => {
    type Page = { pagePath: string; botVisits: number; failed: number };
    const { pages } = await ask<{ pages: { edges: readonly { node: Page }[] } }>(
      `pages(${ALL}) { edges { node { pagePath botVisits failed } } }`,
    );
    const all = pages.edges.map(({ node }) => node);
    expect(all.length).toBeGreaterThan(40);
    expect(all.length).toBeLessThan(60);
    const gone = all.filter(({ botVisits, failed }) => botVisits > 10 && failed === botVisits);
    expect(gone.map(({ pagePath }) => pagePath)).toContain('/docs/v1/install');
  });

  it('pages of the sitemap that bots read, read before their last change, and never read, in several sections', async () => {
    type Section = { read: number; stale: number; unread: number };
    const { reach } = await ask<{
      reach: { sections: readonly Section[]; unlisted: readonly { pagePath: string }[] };
    }>('reach { read stale unread sections { read stale unread } unlisted { pagePath } }');
    expect(reach).toMatchObject({ read: positive, stale: positive, unread: positive });
    const among = (state: keyof Section) => reach.sections.filter((section) => section[state] > 0).length;
    expect([among('read') > 3, among('stale') > 1, among('unread') > 3]).toEqual([true, true, true]);
    expect(reach.unlisted.map(({ pagePath }) => pagePath)).toContain('/press');
  });

  it('a dozen countries', async () => {
    const { countries } = await ask<{ countries: readonly object[] }>(`countries(${ALL}) { country }`);
    expect(countries.length).toBeGreaterThan(11);
  });

  it('growth, in all that is compared with the 30 days before', async () => {
    type Totals = { botVisits: number; referrals: number; conversions: number };
    const totals = 'totals { botVisits referrals conversions }';
    const { stats } = await ask<{ stats: { comparison: { totals: Totals; previousTotals: Totals } } }>(
      `stats(start: "2026-02-14", end: "2026-03-15", compare: PREVIOUS_PERIOD)
        { comparison { ${totals} ${totals.replace('totals', 'previousTotals')} } }`,
    );
    const { totals: now, previousTotals: before } = stats.comparison;
    expect(now.botVisits).toBeGreaterThan(1.1 * before.botVisits);
    expect(now.referrals).toBeGreaterThan(1.2 * before.referrals);
    expect(now.conversions).toBeGreaterThan(1.1 * before.conversions);
  });

  it('an outage on one day', async () => {
    const { day, before } = await ask<Record<string, { failed: number }>>(
      `day: stats(start: "2026-03-04", end: "2026-03-04") { failed }
       before: stats(start: "2026-03-03", end: "2026-03-03") { failed }`,
    );
    expect(day?.failed).toBeGreaterThan(2 * (before?.failed ?? Infinity));
  });

  it('a gap of a day and a half, and what has recorded', async () => {
    const { coverage } = await ask<{ coverage: unknown }>(
      `coverage(${ALL}) { lastEventAt gaps { from until } sources { kind name lastRecordedAt } }`,
    );
    const today = expect.stringMatching(/^2026-03-15T1[12]:/) as string;
    expect(coverage).toEqual({
      lastEventAt: today,
      gaps: [{ from: '2026-02-19T13:00:00.000Z', until: '2026-02-21T01:00:00.000Z' }],
      sources: [
        { kind: 'collector', name: null, lastRecordedAt: expect.stringMatching(/^2026-03-15T/) as string },
        { kind: 'log', name: 'access.log', lastRecordedAt: today },
      ],
    });
  });
});

describe('a later start', () => {
  /** Makes the demo of an earlier release: without positions, and with traffic up to its creation. */
  async function makeEarlierDemo(): Promise<Site> {
    const before = await findAccount(db, 'demo@example.com');
    if (before) await markAccountDeleted(db, before.id, NOW_MS);
    const owner = await createAccount(db, { email: 'demo@example.com', plan: 'pro' }, NOW_MS);
    const operator = byOperator(db, NOW_MS);
    const site = await createSite(operator, owner, { domain: 'example.com', name: 'Demo' });
    await createKey(operator, owner, { name: 'demo' });
    await record(db, site, [EARLIER]);
    return site;
  }

  /** Starts at this time, and is killed once it has recorded so many batches. */
  async function startKilledAfter(batches: number, nowMs: number): Promise<void> {
    let begun = 0;
    const stop = {
      throwIfAborted() {
        if (++begun > batches) throw new Error('killed');
      },
    } as AbortSignal;
    await expect(startAt(nowMs, { stop })).rejects.toThrow('killed');
  }

  const EARLIER = botVisit('2026-03-15T12:34:00Z');

  const made = (untilMs: number, afterMs = NOW_MS - 1) =>
    demoEvents({ bornMs: NOW_MS, afterMs, untilMs }).map(described);

  async function stored(site: Site): Promise<readonly string[]> {
    const rows = await db
      .selectFrom('events')
      .select((eb) => [epochMs(eb.ref('created_at')).as('createdAtMs'), 'type', 'page_path as pagePath'])
      .where('site_id', '=', site.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(described);
  }

  it('adds what came since the last one, of any length, and nothing if the clock stood still or went back', async () => {
    const site = await makeEarlierDemo();
    const lastMs = NOW_MS + 3 * DAY_MS;
    for (const nowMs of [NOW_MS, NOW_MS + 1.5 * HOUR_MS, NOW_MS + DAY_MS, NOW_MS + DAY_MS, NOW_MS, lastMs])
      await startAt(nowMs);
    expect(await stored(site)).toEqual([described(EARLIER), ...made(lastMs)]);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('goes on where one was killed in the middle', async () => {
    const site = await makeEarlierDemo();
    const lastMs = NOW_MS + 21 * DAY_MS;
    await startKilledAfter(2, lastMs);
    const half = await stored(site);
    expect(half.length).toBeGreaterThan(100);
    expect(half.length).toBeLessThan(made(lastMs).length);
    await startAt(lastMs);
    expect(await stored(site)).toEqual([described(EARLIER), ...made(lastMs)]);
  });

  it('adds what came before events of the user too', async () => {
    const site = await makeEarlierDemo();
    await startAt(NOW_MS + HOUR_MS);
    const own = botVisit('2026-03-16T12:00:00.001Z', { pagePath: '/own' });
    await record(db, site, [own]);
    const lastMs = NOW_MS + 2 * DAY_MS;
    await startAt(lastMs);
    expect((await stored(site)).filter((event) => event !== described(own))).toEqual([
      described(EARLIER),
      ...made(lastMs),
    ]);
  });

  it('adds the last 90 days after a longer stop', async () => {
    const site = await makeEarlierDemo();
    const lastMs = NOW_MS + 400 * DAY_MS;
    await startKilledAfter(1, lastMs);
    const added = (await stored(site)).slice(1);
    expect(added.length).toBeGreaterThan(100);
    expect(added).toEqual(made(lastMs, startOfTraffic(lastMs) - 1).slice(0, added.length));
  });

  it('says that the quota has no room, and goes on when there is some', async () => {
    const site = await makeEarlierDemo();
    const notes: string[] = [];
    const plans = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: 100 } };
    const lastMs = NOW_MS + DAY_MS;
    await startAt(lastMs, { plans, note: (message) => notes.push(message) });
    expect(notes).toEqual([
      `adding ${made(lastMs).length} made-up events to the demo site`,
      'the demo site is incomplete: the quota of its account has no room for more this month',
    ]);
    expect(await stored(site)).toEqual([described(EARLIER)]);
    await startAt(lastMs);
    expect(await stored(site)).toEqual([described(EARLIER), ...made(lastMs)]);
  });

  it('leaves a site alone that got another name, and makes no site for one that was deleted', async () => {
    const site = await makeEarlierDemo();
    await renameSite(byOperator(db, NOW_MS), site.id, 'Ours');
    expect((await startAt(NOW_MS + DAY_MS))?.siteId).toBe(site.id);
    expect(await stored(site)).toEqual([described(EARLIER)]);
    await deleteSite(byOperator(db, NOW_MS), site.id);
    expect(await startAt(NOW_MS + DAY_MS)).toBeUndefined();
  });
});

function described({ createdAtMs, type, pagePath }: Pick<NewEvent, 'createdAtMs' | 'type' | 'pagePath'>) {
  return `${new Date(createdAtMs).toISOString()} ${type} ${pagePath}`;
}

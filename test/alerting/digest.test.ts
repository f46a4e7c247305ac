import { beforeAll, describe, expect, it } from 'vitest';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import type { Database } from '../../src/database/database.ts';
import type { NewAlert } from '../../src/domain/alert.ts';
import { type DigestPeriod, digestDays } from '../../src/domain/digest.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS, type PlanCatalogue } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { DAY_MS, HOUR_MS, formatInstant } from '../../src/domain/time.ts';
import { gatherDigest } from '../../src/operations/digest/gather.ts';
import { readIssue, writeIssue } from '../../src/operations/digest/issue.ts';
import { insertAlert } from '../../src/queries/alerts.ts';
import { updateSite } from '../../src/queries/sites.ts';
import { addRobotCounts } from '../../src/queries/unlisted-robots.ts';
import { startGateway, testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { visits } from './traffic.ts';

/** A Monday, at the hour at which digests are sent. */
const NOW = Date.parse('2026-03-16T07:00:00Z');
const MONDAY = Date.parse('2026-03-09T00:00:00Z');
const MONDAY_BEFORE = MONDAY - 7 * DAY_MS;

let db: Database;

beforeAll(() => {
  db = testDatabase();
});

type Options = { readonly every?: DigestPeriod; readonly plans?: PlanCatalogue; readonly db?: Database };

function gather(accountId: number, { every = 'weekly', plans = DEFAULT_PLANS, db: on = db }: Options = {}) {
  const days = { every, ...digestDays(every, NOW) };
  return gatherDigest({ db: on, catalogue: INSTALLED, plans }, { id: accountId, plan: 'pro' }, days, NOW);
}

async function makeSites(names: readonly string[]) {
  const owner = await makeOwner(db);
  const sites: Site[] = [];
  for (const [index, name] of names.entries())
    sites.push(
      await makeSite(db, owner.accountId, { name, domain: `${name}.example`, createdAtMs: MONDAY + index }),
    );
  return { ...owner, sites };
}

async function makeOne() {
  const { sites, ...owner } = await makeSites(['one']);
  const [site] = sites;
  if (site === undefined) throw new Error('no site was made');
  return {
    ...{ site, ...owner },
    gather: (options?: Options) => gather(owner.accountId, options),
    record: (events: readonly NewEvent[]) => record(db, site, events),
  };
}

/** So many events of each hour of the days, so that nothing is missing. */
const daily = (fromMs: number, days: number, given: Parameters<typeof botVisit>[1] = {}) =>
  visits(fromMs, days * 24, 1, given);

const at = (ms: number) => formatInstant(ms);

const ALERT: NewAlert = {
  ...{ kind: 'surge', subjectKind: 'bot', subject: 'GPTBot', subjects: ['GPTBot'], eventType: 'bot' },
  ...{ atMs: MONDAY, fromMs: MONDAY, untilMs: MONDAY, unit: 'count', seen: 1, usual: [], page: null },
  ...{ title: 'title', detail: 'detail' },
};

describe('the digest of a site', () => {
  it('tells of its week, beside the week before', async () => {
    const { site, accountId, record, gather } = await makeOne();
    await record([
      ...daily(MONDAY - 30 * DAY_MS, 37, { pagePath: '/daily' }),
      // the last and the first moment that do not belong to the week
      botVisit(at(MONDAY - 1), { pagePath: '/before' }),
      botVisit(at(MONDAY + 7 * DAY_MS), { pagePath: '/after' }),
      botVisit(at(MONDAY), { pagePath: '/first', botName: 'ClaudeBot', botCompany: 'Anthropic' }),
      botVisit(at(MONDAY + 7 * DAY_MS - 1), { pagePath: '/last', status: 404 }),
      ...[1, 2, 3].map((hour) =>
        botVisit(at(MONDAY + hour * HOUR_MS), { pagePath: '/gone', status: 404, verdict: 'outside' }),
      ),
      botVisit(at(MONDAY + HOUR_MS), { pagePath: '/gone', status: 500 }),
      referral(at(MONDAY + 2 * HOUR_MS)),
      referral(at(MONDAY_BEFORE)),
      conversion(at(MONDAY_BEFORE)),
    ]);
    const robot = { dayMs: MONDAY + DAY_MS, token: 'newbot', visits: 9, firstMs: MONDAY, lastMs: MONDAY };
    await db.transaction().execute((tx) => addRobotCounts(tx, site.id, [robot]));
    const raise = (atMs: number, title: string) =>
      insertAlert(db, { accountId, siteId: site.id }, { ...ALERT, atMs, title });
    await raise(MONDAY, 'of the day before');
    for (const day of [1, 2, 3, 4, 5, 6]) await raise(MONDAY + day * DAY_MS, `day ${day}`);
    await raise(MONDAY + 7 * DAY_MS, 'of the last day');
    await raise(MONDAY + 7 * DAY_MS + 1, 'later');

    const content = await gather();
    expect(content).toEqual({
      ...{ every: 'weekly', fromMs: MONDAY, untilMs: MONDAY + 7 * DAY_MS },
      sites: [
        {
          ...{ id: site.id, name: 'one', domain: 'one.example' },
          counts: { bot: 168 + 6, referral: 1, conversion: 0 },
          before: { bot: 168 + 1, referral: 1, conversion: 1 },
          ...{ keptFromMs: null, alerts: 7 },
          details: {
            alerts: [7, 6, 5, 4, 3].map((day) => ({
              ...{ kind: 'surge', title: day === 7 ? 'of the last day' : `day ${day}`, detail: 'detail' },
              atMs: MONDAY + day * DAY_MS,
            })),
            companies: [
              { company: 'OpenAI', crawls: 173, sent: 1 },
              { company: 'Anthropic', crawls: 1, sent: 0 },
            ],
            otherCompanies: null,
            pages: [
              { path: '/daily', visits: 168 },
              { path: '/gone', visits: 4 },
              { path: '/first', visits: 1 },
              { path: '/last', visits: 1 },
            ],
            errors: { visits: 5, page: '/gone', pageVisits: 4, status: 404, statusVisits: 4 },
            impostors: { bot: 'GPTBot', company: 'OpenAI', visits: 3, ofVisits: 173 },
            // one visit of ClaudeBot is too few
            ...{ newBots: ['newbot'], otherNewBots: 0 },
            gaps: null,
          },
        },
      ],
      others: { sites: 0, counts: { bot: 0, referral: 0, conversion: 0 } },
      ...{ quiet: [], quietOthers: 0 },
    });
    const stored = writeIssue(content, { weekday: 1, hour: 7 });
    expect(readIssue(stored)).toEqual({ content, sentAt: { weekday: 1, hour: 7 } });
  });

  it('names five companies, pages and new bots, and counts the others', async () => {
    const { record, gather } = await makeOne();
    const others = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    await record([
      ...daily(MONDAY - 30 * DAY_MS, 37),
      ...others.flatMap((name, index) =>
        visits(MONDAY, 1, 9 - index, { botName: name, botCompany: name, pagePath: `/${name}` }),
      ),
      referral(at(MONDAY), { source: 'gemini' }),
    ]);
    const [site] = (await gather()).sites;
    expect(site?.details).toMatchObject({
      companies: ['OpenAI', 'A', 'B', 'C', 'D'].map((company, index) => ({
        ...{ company, crawls: index === 0 ? 168 : 10 - index, sent: 0 },
      })),
      otherCompanies: { companies: 4, crawls: 5 + 4 + 3, sent: 1 },
      pages: ['/', '/A', '/B', '/C', '/D'].map((path) => ({ path })),
      ...{ newBots: ['A', 'B', 'C', 'D', 'E'], otherNewBots: 2 },
      ...{ errors: null, impostors: null, alerts: [] },
    });
  });

  it('tells of its companies what the report of companies tells', async () => {
    const { site, record, gather, key } = await makeOne();
    await record([
      ...visits(MONDAY, 2, 2),
      ...visits(MONDAY, 1, 3, { botName: 'ClaudeBot', botCompany: 'another company' }),
      ...visits(MONDAY, 1, 1, { botName: 'Unheard', botCompany: '' }),
      referral(at(MONDAY), { source: 'claude' }),
      conversion(at(MONDAY), { sentBy: 'perplexity' }),
    ]);
    const { rest } = startGateway({ db, now: formatInstant(NOW) });
    const path = `/api/v1/sites/${site.id}/companies?start=2026-03-09&end=2026-03-15`;
    const { companies } = (await rest(path, key)).body;
    const [told] = (await gather()).sites;
    expect(told?.details?.companies).toEqual(
      companies
        .map(({ company, bot_visits, referrals }: Record<string, unknown>) => ({
          ...{ company, crawls: bot_visits, sent: referrals },
        }))
        .filter(({ crawls, sent }: { crawls: number; sent: number }) => crawls + sent > 0),
    );
    expect(told?.details?.companies).toHaveLength(3);
  });

  it('sums up the gaps of the week', async () => {
    const { record, gather } = await makeOne();
    const [first, second] = [MONDAY + DAY_MS, MONDAY + 3 * DAY_MS];
    const isMissing = (ms: number) =>
      (ms >= first && ms < first + 12 * HOUR_MS) || (ms >= second && ms < second + 18 * HOUR_MS);
    await record(
      visits(MONDAY - 30 * DAY_MS, 37 * 24, 3).filter(({ createdAtMs }) => !isMissing(createdAtMs)),
    );
    const [site] = (await gather()).sites;
    expect(site?.details?.gaps).toEqual({
      ...{ count: 2, totalMs: 30 * HOUR_MS },
      longest: { fromMs: second, untilMs: second + 18 * HOUR_MS },
    });
  });

  it('leaves out the pages that cannot be counted in time', async () => {
    const { site, record } = await makeOne();
    await record(visits(MONDAY, 1, 3, { status: 500 }));
    const cut = Object.assign(new Error('canceling statement'), { code: '57014' });
    const long: Database['reads']['long'] = (query, reader) =>
      query.name.startsWith('count_by_page') ? Promise.reject(cut) : db.reads.long(query, reader);
    const busy = Object.create(db, { reads: { value: { ...db.reads, long } } }) as Database;
    const { sites } = await gather(site.accountId, { db: busy });
    expect(sites[0]?.details).toMatchObject({
      pages: [],
      errors: { visits: 3, page: null, pageVisits: 0, status: 500, statusVisits: 3 },
      companies: [{ company: 'OpenAI', crawls: 3, sent: 0 }],
    });
  });

  it('counts no visits as impostors that may come from anywhere', async () => {
    const { record, gather } = await makeOne();
    await record(visits(MONDAY, 1, 9, { botName: 'ChatGPT-User', verdict: 'outside' }));
    const [site] = (await gather()).sites;
    expect(site?.details?.impostors).toBeNull();
  });
});

describe('the figures before', () => {
  const before = async (firstMs: number, options: Options = {}, retentionDays: number | null = null) => {
    const { site, record, gather } = await makeOne();
    await updateSite(db, site.id, { retentionDays });
    await record([botVisit(at(firstMs)), ...visits(MONDAY, 1, 2)]);
    const [told] = (await gather(options)).sites;
    return { before: told?.before?.bot ?? null, keptFromMs: told?.keptFromMs };
  };
  const plans = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, retentionDays: 14 } };

  it('are there if events reach back over all of the week before', async () => {
    expect(await before(MONDAY_BEFORE + DAY_MS - 1)).toEqual({ before: 1, keptFromMs: null });
    expect(await before(MONDAY_BEFORE + DAY_MS)).toEqual({ before: null, keptFromMs: null });
    expect(await before(MONDAY_BEFORE - 400 * DAY_MS)).toEqual({ before: 0, keptFromMs: null });
  });

  it('are not there of days that the site, or else its plan, does not keep', async () => {
    // the digest is sent on the day after its week
    expect(await before(MONDAY_BEFORE, {}, 15)).toEqual({ before: 1, keptFromMs: null });
    expect(await before(MONDAY_BEFORE, {}, 14)).toEqual({ before: null, keptFromMs: null });
    expect(await before(MONDAY_BEFORE, { plans })).toEqual({ before: null, keptFromMs: null });
    expect(await before(MONDAY_BEFORE, { plans }, 15)).toEqual({ before: 1, keptFromMs: null });
    expect(await before(MONDAY_BEFORE, {}, 7)).toEqual({ before: null, keptFromMs: MONDAY + DAY_MS });
  });

  it('are those of the month before in a monthly digest', async () => {
    const { record, gather } = await makeOne();
    await record([
      ...['2026-01-01T00:00:00Z', '2026-01-31T23:59:59.999Z'].map((time) => botVisit(time)),
      ...['2026-02-01T00:00:00Z', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z'].map((time) =>
        referral(time),
      ),
    ]);
    const [site] = (await gather({ every: 'monthly' })).sites;
    expect(site).toMatchObject({
      counts: { bot: 0, referral: 2, conversion: 0 },
      before: { bot: 2, referral: 0, conversion: 0 },
    });
  });
});

describe('new bots', () => {
  it('are not known of a site whose events do not reach back two weeks more', async () => {
    const { record, gather } = await makeOne();
    await record([...daily(MONDAY - 13 * DAY_MS, 14), ...visits(MONDAY, 1, 9, { botName: 'A' })]);
    expect((await gather()).sites[0]?.details).toMatchObject({ newBots: null, otherNewBots: 0 });
    await record([botVisit(at(MONDAY - 14 * DAY_MS))]);
    expect((await gather()).sites[0]?.details?.newBots).toEqual(['A']);
  });

  it('of a monthly digest are those of all of the month', async () => {
    const { record, gather } = await makeOne();
    const february = Date.parse('2026-02-01T00:00:00Z');
    await record([botVisit(at(february - 14 * DAY_MS)), ...visits(february, 1, 9, { botName: 'A' })]);
    expect((await gather({ every: 'monthly' })).sites[0]?.details?.newBots).toEqual(['A']);
  });
});

describe('the digest of an account', () => {
  it('tells of the sites with most events first, of five in detail, of thirty at all', async () => {
    const { accountId, sites } = await makeSites(Array.from({ length: 33 }, (_, index) => `site${index}`));
    for (const [index, site] of sites.entries()) await record(db, site, visits(MONDAY, 1, index + 1));
    const { sites: told, others } = await gather(accountId);
    expect(told.map(({ name }) => name)).toEqual(
      sites
        .map(({ name }) => name)
        .toReversed()
        .slice(0, 30),
    );
    expect(told.map(({ details }) => details !== null)).toEqual(told.map((_, index) => index < 5));
    expect(others).toEqual({ sites: 3, counts: { bot: 3 + 2 + 1, referral: 0, conversion: 0 } });
  });

  it('names twenty sites without events, and says which never had any', async () => {
    const { accountId, sites } = await makeSites(Array.from({ length: 23 }, (_, index) => `site${index}`));
    const [old, active] = sites;
    if (old === undefined || active === undefined) throw new Error('no sites were made');
    await record(db, old, [botVisit(at(MONDAY_BEFORE))]);
    await record(db, active, [botVisit(at(MONDAY))]);
    const { quiet, quietOthers, sites: told } = await gather(accountId);
    expect(told.map(({ name }) => name)).toEqual(['site1']);
    expect(quiet).toHaveLength(20);
    expect(quiet.slice(0, 2)).toEqual([
      { name: 'site0', domain: 'site0.example', hasEvents: true },
      { name: 'site2', domain: 'site2.example', hasEvents: false },
    ]);
    expect(quietOthers).toBe(2);
  });

  it('is empty without sites, and has nothing of other accounts', async () => {
    const { accountId } = await makeOwner(db);
    await makeOne().then(({ record }) => record([botVisit(at(MONDAY))]));
    expect(await gather(accountId)).toMatchObject({ sites: [], quiet: [], quietOthers: 0 });
  });
});

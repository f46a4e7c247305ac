import { beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { oracleBot } from '../support/bot-oracle.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import type { Days } from '../support/oracle.ts';
import { BOT_NAMES, sampleEvents, sampleRanges } from '../support/told-events.ts';
import { BUDGETS, type Budgets, askText, refusals } from '../twins/support.ts';

const SEED = 20_260_401;
const EVENTS = 1500;
const SLOTS = 8;

const pro = { ...DEFAULT_PLANS.pro, requestsPerMinute: 1_000_000 };
const gateway = startGateway({ plans: { ...DEFAULT_PLANS, pro } });

const SELECTION = `
  botName visits failed bytes verification { signed verified outside noList unknown } statuses { status count }
  signers { host visits } signatures { valid expired invalid unknownKey unchecked }
  pages(first: 1000) { pagePath botVisits referrals conversions failed bytes }
  days: timeseries { startsAt botVisits referrals conversions }
  hours: timeseries(granularity: HOUR) { startsAt botVisits referrals conversions }
  firstSeenAt lastSeenAt`;

type Asker = { readonly key: string; readonly site: Site };

async function makeAsker(plan: Plan = 'pro'): Promise<Asker> {
  const { accountId, key } = await makeOwner(gateway.db, plan);
  return { key, site: await makeSite(gateway.db, accountId) };
}

async function ask({ key, site }: Asker, name: string, days: Days, selection = SELECTION) {
  const document = `query ($id: ID!, $name: String!, $start: Date, $end: Date) {
    site(id: $id) { bot(name: $name, start: $start, end: $end) { ${selection} } } }`;
  const { data, ...answer } = await askText(gateway, key, document, { id: site.id, name, ...days });
  const site_ = data?.['site'] as { readonly bot: unknown } | null | undefined;
  return { bot: site_?.bot, refused: refusals(answer) };
}

describe('of 1,500 events over 30 days, recorded in eight slots,', () => {
  let asker: Asker;
  let events: readonly NewEvent[];

  beforeAll(async () => {
    asker = await makeAsker();
    events = sampleEvents(SEED, EVENTS);
    for (let slot = 0; slot < SLOTS; slot++) {
      const ofSlot = events.filter((_, index) => index % SLOTS === slot);
      await record(gateway.db, asker.site, ofSlot, slot);
    }
  });

  it.each([{ start: '2026-01-01', end: '2026-04-01' }, ...sampleRanges(SEED, 8)])(
    'each bot from $start to $end is the oracle’s',
    async (days) => {
      for (const name of BOT_NAMES) {
        const { bot, refused } = await ask(asker, name, days);
        expect([bot, refused]).toEqual([oracleBot(events, name, days), []]);
      }
    },
  );

  it('the pages are the first of those, ten by default', async () => {
    const days = { start: '2026-01-01', end: '2026-04-01' };
    const { pages } = oracleBot(events, 'GPTBot', days);
    const { bot } = await ask(
      asker,
      'GPTBot',
      days,
      'a: pages(first: 2) { pagePath } b: pages { pagePath } c: pages(first: 101) { pagePath }',
    );
    const paths = pages.map(({ pagePath }) => ({ pagePath }));
    expect(bot).toEqual({ a: paths.slice(0, 2), b: paths.slice(0, 10), c: paths });
  });
});

describe('a bot', () => {
  const DAYS = { start: '2026-03-10', end: '2026-03-11' };
  const KNOWN = 'botName botCompany purpose documentationUrl robotsTxt firstSeenAt lastSeenAt';

  it('that the catalogue has is shown with what it knows, and the company of its last visit', async () => {
    const asker = await makeAsker();
    await record(gateway.db, asker.site, [
      botVisit('2026-01-01T00:00:00Z', { botCompany: 'Another' }),
      botVisit('2026-05-01T00:00:00Z'),
    ]);
    expect((await ask(asker, 'GPTBot', DAYS, KNOWN)).bot).toEqual({
      botName: 'GPTBot',
      botCompany: 'OpenAI',
      purpose: 'TRAINING',
      documentationUrl: 'https://developers.openai.com/api/docs/bots',
      robotsTxt: 'GPTBot',
      firstSeenAt: '2026-01-01T00:00:00.000Z',
      lastSeenAt: '2026-05-01T00:00:00.000Z',
    });
  });

  it.each(['ClaudeBot', 'Nobody', 'chatgpt', '', 'nul\0'])(
    'that never came, such as %j, has zeros and nulls',
    async (name) => {
      const asker = await makeAsker();
      await record(gateway.db, asker.site, [
        botVisit('2026-03-10T00:00:00Z'),
        referral('2026-03-10T00:00:00Z'),
      ]);
      const { bot, refused } = await ask(asker, name, DAYS, `${SELECTION} ${KNOWN}`);
      expect(refused).toEqual([]);
      expect(bot).toEqual({
        ...oracleBot([], name, DAYS),
        botCompany: null,
        purpose: name === 'ClaudeBot' ? 'TRAINING' : 'OTHER',
        documentationUrl: null,
        robotsTxt: null,
      });
    },
  );

  it('whose visits of a day were deleted in part is counted without them', async () => {
    const asker = await makeAsker();
    await record(gateway.db, asker.site, [botVisit('2026-03-10T01:00:00Z', { status: 404, bytes: 7 })]);
    await gateway.db
      .insertInto('site_days')
      .values({
        ...{ site_id: asker.site.id, day: '2026-03-10', type: 'bot', name: 'GPTBot', company: 'OpenAI' },
        ...{ slot: 7, count: -1, value: 0, bytes: -7, sized: -1, failed: -1 },
      })
      .execute();
    const { bot } = await ask(asker, 'GPTBot', DAYS, 'visits failed bytes days: timeseries { botVisits }');
    expect(bot).toEqual({ visits: 0, failed: 0, bytes: null, days: [{ botVisits: 0 }, { botVisits: 0 }] });
  });

  it('costs one unit of the budget "insight", however much of it is selected', async () => {
    const { key, site } = await makeAsker();
    const query = `query ($id: ID!) {
      site(id: $id) { a: bot(name: "GPTBot") { ${SELECTION} } b: bot(name: "GPTBot") { visits } }
      account { budgets { operation limit remaining } } }`;
    const before = await askText(gateway, key, query, { id: site.id });
    const { data } = await askText<Budgets>(gateway, key, BUDGETS);
    expect(before.errors).toBeUndefined();
    const spent = data?.account.budgets.find(({ operation }) => operation === 'insight');
    expect((spent?.limit ?? 0) - (spent?.remaining ?? 0)).toBe(2);
  });

  it.each([
    ['pro', 'pages(first: 0) { pagePath }', DAYS, 'site.bot.pages INVALID_PARAMETER'],
    ['pro', 'pages(first: 1001) { pagePath }', DAYS, 'site.bot.pages INVALID_PARAMETER'],
    ['pro', 'visits', { start: '2026-03-11', end: '2026-03-10' }, 'site.bot INVALID_DATE_RANGE'],
    ['free', 'timeseries(granularity: HOUR) { botVisits }', DAYS, 'site.bot.timeseries PLAN_REQUIRED'],
    [
      'pro',
      'timeseries(granularity: HOUR) { botVisits }',
      { start: '2025-01-01', end: '2026-03-10' },
      'site.bot.timeseries INVALID_PARAMETER',
    ],
  ] as const)('on the plan %s refuses %s from %o: %s', async (plan, selection, days, refusal) => {
    expect(await ask(await makeAsker(plan), 'GPTBot', days, selection)).toEqual({
      bot: null,
      refused: [refusal],
    });
  });

  it('counts its lists before anything runs', async () => {
    const days = { start: '1999-01-01', end: '2026-03-10' };
    const asker = await makeAsker();
    const series = (count: number) =>
      Array.from({ length: count }, (_, n) => `t${n}: timeseries { startsAt botVisits }`).join(' ');
    expect((await ask(asker, 'GPTBot', days, series(6))).refused).toEqual([]);
    expect((await ask(asker, 'GPTBot', days, series(7))).refused).toEqual([' DOCUMENT_TOO_LARGE']);
  });
});

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { foldSites } from '../../src/operations/upkeep/folding.ts';
import { startGateway } from '../support/gateway.ts';
import {
  type InsightEvent,
  type InsightQuestion,
  oracleCompanies,
  oracleInsight,
  oracleSeries,
} from '../support/stats-oracle.ts';
import { makeOwner, makeSite, record } from '../support/makers.ts';
import { askText, refusals } from '../twins/support.ts';

const SEED = 20_250_305;
const EVENTS = 1500;
const DAY_MS = 86_400_000;

/** Four years around one leap day, and the fortnight before the last of the clocks. */
const YEARS = ['2022', '2023', '2024', '2025'];
const KNOWN = {
  purposes: { GPTBot: 'TRAINING', 'OAI-SearchBot': 'SEARCH', 'ChatGPT-User': 'USER', ClaudeBot: 'TRAINING' },
  companies: {
    ...{ GPTBot: 'OpenAI', 'OAI-SearchBot': 'OpenAI', 'ChatGPT-User': 'OpenAI', ClaudeBot: 'Anthropic' },
    ...{ chatgpt: 'OpenAI', claude: 'Anthropic', grok: 'xAI', mistral: 'Mistral' },
  },
};

/** In the middle of an hour, on its first instant and at midnight; a leap day and days around the ends of a month. */
const CLOCKS = [
  '2025-03-03T12:34:56.789Z',
  '2025-03-01T00:00:00.000Z',
  '2025-03-02T07:00:00.000Z',
  '2024-02-29T13:59:59.999Z',
  '2024-03-01T00:30:00.000Z',
];

const RANGES = [
  { start: '2024-02-29', end: '2024-02-29' },
  { start: '2024-02-28', end: '2024-03-01' },
  { start: '2025-02-28', end: '2025-03-01' },
  { start: '2025-03-03', end: '2025-03-03' },
  { start: '2025-03-03', end: '2025-03-09' },
  { start: '2025-03-04', end: '2025-03-10' },
  { start: '2023-02-20', end: '2025-03-10' },
  ...fc.sample(randomDays(), { numRuns: 5, seed: SEED }),
];

const QUESTIONS: readonly InsightQuestion[] = CLOCKS.flatMap((now) =>
  RANGES.flatMap((days) =>
    ([null, 'PREVIOUS_PERIOD', 'PREVIOUS_YEAR'] as const).map((compare) => ({ now, days, compare })),
  ),
);

const pro = { ...DEFAULT_PLANS.pro, requestsPerMinute: 1_000_000 };
const gateway = startGateway({ plans: { ...DEFAULT_PLANS, pro } });
const owner = await makeOwner(gateway.db);
const site = await makeSite(gateway.db, owner.accountId);
let events: readonly InsightEvent[];

beforeAll(async () => {
  events = fc.sample(someEvent(), { numRuns: EVENTS, seed: SEED });
  const slots = fc.sample(fc.integer({ min: 0, max: 7 }), { numRuns: EVENTS, seed: SEED });
  for (let from = 0; from < EVENTS; from += 100) {
    await record(gateway.db, site, events.slice(from, from + 100).map(toNewEvent), slots[from]);
  }
});

const FACTS = 'verification { signed verified outside noList unknown } failed bytes';
const DOCUMENT = `query ($id: ID!, $start: Date, $end: Date, $compare: Comparison, $granularity: Granularity) {
  site(id: $id) {
    stats(start: $start, end: $end, compare: $compare) {
      totals { ...T }
      botBreakdown { botName botCompany count purpose previousCount ${FACTS} }
      referralBreakdown { source count conversions value } conversionBreakdown { eventName count value }
      purposes { purpose count } statuses { status count } ${FACTS}
      comparison { until totals { ...T } previousPeriod { start end } previousTotals { ...T } }
    }
    companies(start: $start, end: $end, compare: $compare) {
      company botVisits purposes { purpose count } ${FACTS} referrals visitsPerReferral
      conversions value previousBotVisits previousReferrals
    }
    timeseries(start: $start, end: $end, compare: $compare, granularity: $granularity) {
      data { ...P } previous { ...P } completeUntil
    }
  }
}
fragment T on Totals { botVisits referrals conversions }
fragment P on TimeseriesPoint { startsAt botVisits referrals conversions }`;

describe.each([
  ['counted by day', () => Promise.resolve()],
  ['in blocks of days, but for the last week', foldUntilMarch],
] as const)(
  'of 1,500 events around the ends of four Februaries, %s, all fields are the oracle’s',
  (_, prepare) => {
    beforeAll(() => prepare());

    it.each(CLOCKS)('asked at %s', async (now) => {
      for (const question of QUESTIONS.filter((each) => each.now === now)) {
        gateway.clock.set(now);
        const { days, compare } = question;
        const granularity = Date.parse(days.end) - Date.parse(days.start) < 20 * DAY_MS ? 'HOUR' : 'DAY';
        const variables = { id: site.id, ...days, compare, granularity };
        const answer = await askText(gateway, owner.key, DOCUMENT, variables);

        expect(refusals(answer)).toEqual([]);
        expect({ question, ...(answer.data?.['site'] as object) }).toEqual({
          question,
          stats: oracleInsight(events, question, KNOWN),
          companies: oracleCompanies(events, question, KNOWN),
          timeseries: oracleSeries(events, question, granularity),
        });
      }
    });
  },
);

async function foldUntilMarch(): Promise<void> {
  const failed = [];
  for await (const found of foldSites(
    { db: gateway.db, fewestEvents: 1 },
    Date.parse('2025-03-03T12:34:56Z'),
  ))
    failed.push(found);
  expect(failed).toEqual([]);
}

function toNewEvent({
  type,
  name,
  company,
  createdAt,
  status,
  bytes,
  verdict,
  ...of
}: InsightEvent): NewEvent {
  const common = { createdAtMs: Date.parse(createdAt), pagePath: '/', country: 'XX' };
  if (type === 'bot') return { type, ...common, botName: name, botCompany: company, status, bytes, verdict };
  if (type === 'referral') return { type, ...common, source: name, status };
  const eventValue = of.value === null ? null : Number(of.value);
  return { type, ...common, eventName: name, eventValue, sentBy: of.sentBy ?? undefined };
}

/** From 20 February to 10 March of a year. */
function someDay(): fc.Arbitrary<number> {
  const year = fc.constantFrom(...YEARS);
  return fc
    .tuple(year, fc.integer({ min: 0, max: 18 }))
    .map(([of, days]) => Date.parse(`${of}-02-20T00:00:00Z`) + days * DAY_MS);
}

function randomDays() {
  const text = (ms = 0) => new Date(ms).toISOString().slice(0, 10);
  return fc
    .tuple(someDay(), someDay())
    .map((days) => days.toSorted((a, b) => a - b))
    .map(([first, last]) => ({ start: text(first), end: text(last) }));
}

function someEvent(): fc.Arbitrary<InsightEvent> {
  const instant = fc.oneof(
    fc.integer({ min: 0, max: DAY_MS - 1 }),
    fc.constantFrom(0, DAY_MS - 1, DAY_MS / 2),
  );
  const createdAt = fc.tuple(someDay(), instant).map(([day, ms]) => new Date(day + ms).toISOString());
  const none = {
    status: fc.constant(null),
    bytes: fc.constant(null),
    verdict: fc.constant('unknown' as const),
  };
  const unsent = { sentBy: fc.constant(null), value: fc.constant(null) };
  const bot = fc.record({
    ...unsent,
    type: fc.constant('bot' as const),
    createdAt,
    name: fc.constantFrom(
      'GPTBot',
      'OAI-SearchBot',
      'ChatGPT-User',
      'ClaudeBot',
      'Bot of mine',
      'ä',
      '😀',
      '\uFFFD',
    ),
    company: fc.constantFrom('OpenAI', 'Anthropic', 'Mine', '😀', '\uFFFD'),
    status: fc.constantFrom(null, 200, 200, 304, 399, 400, 404, 500),
    bytes: fc.oneof(fc.constant(null), fc.constant(0), fc.integer({ min: 1, max: 2 ** 40 })),
    verdict: fc.constantFrom('verified', 'outside', 'no-list', 'unknown'),
  });
  const named = {
    ...none,
    createdAt,
    name: fc.constantFrom('chatgpt', 'claude', 'grok', 'mine', 'Mine', 'signup'),
    company: fc.constant(''),
  };
  const referral = fc.record({ ...named, ...unsent, type: fc.constant('referral' as const) });
  const conversion = fc.record({
    ...named,
    type: fc.constant('conversion' as const),
    // a product without referrals, and one without a company
    sentBy: fc.constantFrom(null, 'chatgpt', 'claude', 'mistral', 'mine', '\uFFFD', '😀'),
    value: fc.constantFrom(null, '0.1', '0.2', '-2.35', '10000000000.01'),
  });
  return fc.oneof(bot, bot, referral, conversion);
}

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { startGateway } from '../support/gateway.ts';
import { record } from '../support/makers.ts';
import {
  type Days,
  type OracleEvent,
  addDecimals,
  oraclePages,
  oracleReferrals,
  oracleStats,
  oracleTimeseries,
} from '../support/oracle.ts';
import { type Caller, makeCaller } from './support.ts';

const SEED = 20_260_315;
const EVENTS = 3000;
const FIRST_MS = Date.parse('2026-02-04T00:00:00.000Z');
const DAYS = 40;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const WHOLE: Days = { start: '2026-02-04', end: '2026-03-15' };
const RANGES: readonly Days[] = [
  WHOLE,
  { start: '2026-01-01', end: '2026-04-30' },
  { start: '2026-02-28', end: '2026-03-01' },
  { start: '2026-03-15', end: '2026-03-15' },
  { start: '2026-02-01', end: '2026-02-03' },
  ...fc.sample(randomDays(), { numRuns: 5, seed: SEED }),
];

const pro = { ...DEFAULT_PLANS.pro, requestsPerMinute: 1_000_000 };
const gateway = startGateway({ plans: { ...DEFAULT_PLANS, pro } });
let caller: Caller;
let events: readonly OracleEvent[];

beforeAll(async () => {
  caller = await makeCaller(gateway);
  const drawn = fc.sample(someEvent(), { numRuns: EVENTS, seed: SEED });
  // the path tells afterwards which event was given which id
  const unnumbered = drawn.map((event, index) => ({ ...event, pagePath: `/${index}` }));
  for (const { from, until, slot } of batches()) {
    await record(gateway.db, caller.site, unnumbered.slice(from, until).map(toNewEvent), slot);
  }
  const ids = await readIds(caller.site.id);
  events = unnumbered.map((event) => ({ ...event, id: ids.get(event.pagePath) ?? NaN }));
});

describe('of 3,000 events over 40 days, recorded in random batches and slots,', () => {
  it('all are stored, each with an id of its own, and ties are many', () => {
    expect(new Set(events.map(({ id }) => id)).size).toBe(EVENTS);
    expect(events.every(({ id }) => Number.isSafeInteger(id))).toBe(true);
    expect(new Set(events.map(({ createdAt }) => createdAt)).size).toBeLessThan(EVENTS * 0.8);
  });

  it.each(RANGES)('the timeseries from $start to $end is the oracle’s by day and by hour', async (days) => {
    for (const granularity of ['day', 'hour'] as const) {
      const { body } = await caller.ask(`timeseries?granularity=${granularity}&${queryOf(days)}`);
      expect(body).toEqual(oracleTimeseries(events, days, granularity));
    }
  });

  it.each(RANGES)(
    'the stats from $start to $end are the oracle’s, exact to the last decimal',
    async (days) => {
      const { body } = await caller.ask(`stats?${queryOf(days)}`);
      expect(body).toEqual(oracleStats(events, days));
    },
  );

  it.each(RANGES)('what each product sent and led to from $start to $end is the oracle’s', async (days) => {
    const { body } = await caller.ask(`stats?detail=true&${queryOf(days)}`);
    const { referral_breakdown: referrals } = body as { referral_breakdown: unknown };
    expect(referrals).toEqual(oracleReferrals(events, days));
  });

  it('the default range is the oracle’s from 2026-03-08 to 2026-03-15', async () => {
    const days = { start: '2026-03-08', end: '2026-03-15' };
    expect((await caller.ask('timeseries')).body).toEqual(oracleTimeseries(events, days, 'day'));
    expect((await caller.ask('stats')).body).toEqual(oracleStats(events, days));
    expect(await walk('events?')).toEqual(oraclePages(events, days, undefined, 100));
  });

  it.each([
    [WHOLE, undefined, 17],
    [WHOLE, undefined, 1000],
    [WHOLE, 'bot', 100],
    [WHOLE, 'referral', 333],
    [WHOLE, 'conversion', 29],
    ...RANGES.slice(1).map((days) => [days, undefined, 100] as const),
    ...RANGES.slice(1).map((days) => [days, 'conversion', 50] as const),
  ] as const)(
    'the pages of %o with type %s and limit %d are the oracle’s to the end',
    async (days, type, limit) => {
      const filter = type === undefined ? '' : `&type=${type}`;
      const pages = await walk(`events?${queryOf(days)}${filter}&limit=${limit}`);
      expect(pages).toEqual(oraclePages(events, days, type, limit));
    },
  );
});

describe('the oracle', () => {
  it('adds decimals as people do', () => {
    expect(addDecimals(['0.1', '0.2'])).toBe(0.3);
    expect(addDecimals(['-0.1', '0.05'])).toBe(-0.05);
    expect(addDecimals(['1000000000000000', '0.01', '-1000000000000000'])).toBe(0.01);
    expect(addDecimals([])).toBe(0);
  });
});

async function walk(question: string): Promise<unknown[]> {
  const pages: unknown[] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await caller.ask(cursor === null ? question : `${question}&cursor=${cursor}`);
    expect(status).toBe(200);
    const page = body as { events: unknown[]; next_cursor: string | null };
    pages.push(page.events);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return pages;
}

function queryOf({ start, end }: Days): string {
  return `start=${start}&end=${end}`;
}

async function readIds(siteId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await gateway.db
    .selectFrom('events')
    .select(['id', 'page_path'])
    .where('site_id', '=', siteId)
    .execute();
  return new Map(rows.map(({ id, page_path }) => [page_path, id]));
}

/** Cuts all events into batches of 1 to 200, each in one of the eight slots. */
function batches() {
  const sizes = fc.sample(fc.integer({ min: 1, max: 200 }), { numRuns: EVENTS, seed: SEED });
  const slots = fc.sample(fc.integer({ min: 0, max: 7 }), { numRuns: EVENTS, seed: SEED + 1 });
  const cut: { from: number; until: number; slot: number }[] = [];
  for (let from = 0; from < EVENTS; from = cut.at(-1)?.until ?? EVENTS) {
    const [size = 1, slot = 0] = [sizes[cut.length], slots[cut.length]];
    cut.push({ from, until: Math.min(EVENTS, from + size), slot });
  }
  return cut;
}

function toNewEvent({ type, name, company, value, createdAt, pagePath, country }: OracleEvent): NewEvent {
  const common = { createdAtMs: Date.parse(createdAt), pagePath, country };
  const told = { status: null, bytes: null, verdict: 'unknown' } as const;
  if (type === 'bot') return { type, ...common, botName: name, botCompany: company, ...told };
  if (type === 'referral') return { type, ...common, source: name, status: null };
  return {
    type,
    ...common,
    eventName: name,
    eventValue: value === null ? null : Number(value),
    sentBy: company || undefined,
  };
}

function randomDays(): fc.Arbitrary<Days> {
  const day = fc.integer({ min: 0, max: DAYS - 1 });
  const text = (days: number) => new Date(FIRST_MS + days * DAY_MS).toISOString().slice(0, 10);
  return fc.tuple(day, day).map(([a, b]) => ({ start: text(Math.min(a, b)), end: text(Math.max(a, b)) }));
}

function someEvent(): fc.Arbitrary<OracleEvent> {
  const base = { id: fc.constant(0), pagePath: fc.constant(''), createdAt: someInstant() };
  const country = fc.constantFrom('XX', 'DE', 'US', 'FR');
  const none = { company: fc.constant(''), value: fc.constant(null) };
  const bot = { type: fc.constant('bot' as const), name: someName(), company: someName() };
  const referral = { type: fc.constant('referral' as const), name: someName() };
  const conversion = {
    type: fc.constant('conversion' as const),
    name: someName(),
    company: fc.oneof(fc.constant(''), someName()),
    value: someValue(),
  };
  return fc.oneof(
    fc.record({ ...base, country, ...none, ...bot }),
    fc.record({ ...base, country, ...none, ...referral }),
    fc.record({ ...base, country, ...none, ...conversion }),
  );
}

/** Anywhere in the 40 days, often at a border of a day or an hour, often at one of a few milliseconds. */
function someInstant(): fc.Arbitrary<string> {
  const anywhere = fc.integer({ min: 0, max: DAYS * DAY_MS - 1 });
  const border = fc
    .tuple(fc.constantFrom(HOUR_MS, DAY_MS), anywhere, fc.integer({ min: -1, max: 1 }))
    .map(([unit, ms, beside]) => Math.max(0, Math.floor(ms / unit) * unit + beside));
  const crowded = fc.integer({ min: 0, max: 19 }).map((index) => index * 2 * DAY_MS + index * 4_321_987);
  return fc.oneof(anywhere, border, crowded).map((ms) => new Date(FIRST_MS + ms).toISOString());
}

/** Some names often, so that they are counted, and some that sort or compare in surprising ways. */
function someName(): fc.Arbitrary<string> {
  const odd = [
    'a',
    'A',
    'b',
    'B',
    'a ',
    'ä',
    'a\u0308',
    'é',
    'Ω',
    '😀',
    '\uFFFD',
    '"',
    '\\',
    "'",
    '?',
    '%',
    '_',
    '10',
    '9',
  ];
  const common = fc.constantFrom('GPTBot', 'ClaudeBot', 'chatgpt', 'signup');
  return fc.oneof(
    common,
    fc.constantFrom(...odd),
    fc.integer({ min: 0, max: 30 }).map((n) => `name ${n}`),
  );
}

/** Decimals that a number holds exactly as they are written: at most 15 digits. */
function someValue(): fc.Arbitrary<string | null> {
  const cents = fc
    .integer({ min: -99_999, max: 999_999 })
    .map((n) => `${n < 0 ? '-' : ''}${decimal(Math.abs(n), 2)}`);
  const fine = fc.integer({ min: 0, max: 999_999_999 }).map((n) => decimal(n, 7));
  const large = fc.integer({ min: 0, max: 9 }).map((n) => `${100_000_000_000_000 + n}`);
  return fc.oneof(
    fc.constant(null),
    fc.constant('0'),
    fc.constantFrom('0.1', '0.2', '0.3'),
    cents,
    fine,
    large,
  );
}

function decimal(digits: number, places: number): string {
  const text = String(digits).padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`;
}

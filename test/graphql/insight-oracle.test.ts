import type { PageCount } from '../../src/domain/page-count.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { foldSites } from '../../src/operations/upkeep/folding.ts';
import { foldDay, foldPagesOfBlock } from '../../src/queries/folded-pages.ts';
import { findUnfoldedBlocks, findUnfoldedDays } from '../../src/queries/unfolded-pages.ts';
import { sql } from 'kysely';
import { startGateway } from '../support/gateway.ts';
import {
  type FactEvent,
  type PageQuestion,
  oracleCountries,
  oraclePageCounts,
} from '../support/insight-oracle.ts';
import { makeOwner, makeSite, recordCounted } from '../support/makers.ts';
import { type Days, isWithin } from '../support/oracle.ts';
import { ALWAYS } from '../queries/support.ts';
import type { GraphqlAnswer } from '../support/graphql-client/client.ts';
import { askText } from '../twins/support.ts';

const SEED = 20_260_315;
const EVENTS = 2000;
const FIRST_MS = Date.parse('2026-02-04T00:00:00.000Z');
const DAYS = 40;
const DAY_MS = 24 * 3_600_000;
const WHOLE: Days = { start: '2026-02-04', end: '2026-03-15' };
const RANGES: readonly Days[] = [
  WHOLE,
  { start: '2026-01-01', end: '2026-04-30' },
  { start: '2026-03-15', end: '2026-03-15' },
  { start: '2026-01-01', end: '2026-01-03' },
  ...fc.sample(randomDays(), { numRuns: 4, seed: SEED }),
];
const BOTS = [
  ['GPTBot', 'OpenAI'],
  ['ChatGPT-User', 'OpenAI'],
  ['ClaudeBot', 'Anthropic'],
  ['Nobody', 'Nobody'],
  ['GPTBot', 'Another'],
] as const;

const pro = { ...DEFAULT_PLANS.pro, requestsPerMinute: 1_000_000 };
const gateway = startGateway({ plans: { ...DEFAULT_PLANS, pro } });
const { accountId, key } = await makeOwner(gateway.db);
const drawn = fc.sample(someEvent(), { numRuns: EVENTS, seed: SEED });
let site: Site;
let events: readonly FactEvent[];

beforeAll(async () => {
  site = await makeSite(gateway.db, accountId);
  events = [];
  await recordMore(drawn.slice(0, 1000));
});

describe.each([
  ['counted from events', () => Promise.resolve()],
  ['folded', foldAll],
  ['folded, with later events in some of the days', () => recordMore(drawn.slice(1000, 1040))],
  ['folded again, by the hour', foldByTheHour],
  ['folded again, in blocks', foldAll],
  ['folded again, in parts', foldInParts],
  ['with later events in all days, and countries that an earlier release left out', leaveOutCountries],
] as const)('%s,', (_, prepare) => {
  beforeAll(() => prepare());

  it.each(RANGES)('the pages from $start to $end are the oracle’s in each order', async (days) => {
    for (const orderBy of [undefined, 'BOT_VISITS', 'REFERRALS', 'CONVERSIONS', 'FAILED'] as const) {
      const question = { ...days, ...(orderBy && { orderBy }) };
      expect(await list(question)).toEqual(oraclePageCounts(events, question));
    }
  });

  it.each([
    [1, { start: '2026-02-04', end: '2026-02-06' }],
    [7, WHOLE],
    [1000, WHOLE],
  ])('the pages in parts of %d are the oracle’s to the end', async (first, days) => {
    const listed = await walk({ ...days }, first);

    expect(listed.length).toBeGreaterThan(1);
    expect(listed).toEqual(oraclePageCounts(events, days));
  });

  it.each(['', '/', 'ä', 'a b', '%20', '%C3', 'A', '100%', '😀', '%%', "'", '\\', '_', 'none'])(
    'those with %j in their paths are the oracle’s',
    async (search) => {
      expect(await list({ ...WHOLE, search })).toEqual(oraclePageCounts(events, { ...WHOLE, search }));
    },
  );

  it.each([
    ['botName: "GPTBot"', ({ name }: FactEvent) => name === 'GPTBot'],
    ['company: "OpenAI"', ({ name }: FactEvent) => name === 'GPTBot' || name === 'ChatGPT-User'],
    ['company: "Nobody"', isOf('Nobody', 'Nobody')],
    ['botName: "GPTBot", company: "Another"', () => false],
    ['purpose: TRAINING', ({ name }: FactEvent) => ['GPTBot', 'ClaudeBot'].includes(name)],
    ['purpose: USER', ({ name }: FactEvent) => name === 'ChatGPT-User'],
    ['purpose: OTHER', ({ name }: FactEvent) => name === 'Nobody'],
    ['botName: "GPTBot", purpose: USER', () => false],
    ['botName: "gptbot"', () => false],
    ['botName: "\\u0000"', () => false],
  ] as const)('the pages of the bots with %s are the oracle’s', async (filter, ofBot) => {
    for (const days of RANGES.slice(0, 6)) {
      expect(await list(days, filter)).toEqual(oraclePageCounts(events, { ...days, ofBot }));
    }
    const failing = { ...WHOLE, orderBy: 'FAILED', search: 'a' } as const;
    expect(await list(failing, filter)).toEqual(oraclePageCounts(events, { ...failing, ofBot }));
  });

  it.each([
    ['botName: "GPTBot"', ({ type, name }: FactEvent) => type === 'bot' && name === 'GPTBot'],
    [
      'botName: "GPTBot", pagePath: "/blog"',
      ({ type, name, pagePath }: FactEvent) => type === 'bot' && name === 'GPTBot' && pagePath === '/blog',
    ],
    ['pagePath: "/page/7"', ({ pagePath }: FactEvent) => pagePath === '/page/7'],
    ['pagePath: "/%41"', ({ pagePath }: FactEvent) => pagePath === '/%41'],
    [
      'pagePath: "/", type: REFERRAL',
      ({ type, pagePath }: FactEvent) => type === 'referral' && pagePath === '/',
    ],
    ['botName: "GPTBot", type: REFERRAL', () => false],
    ['botName: "gptbot"', () => false],
    ['pagePath: "\\u0000"', () => false],
  ] as const)('the events with %s are the oracle’s', async (filter, isListed) => {
    for (const days of RANGES.slice(0, 6)) {
      const listed = events.filter(isWithin(days)).filter(isListed);
      const newestFirst = listed
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse();
      expect(await walkEvents(days, filter, 7)).toEqual(newestFirst);
    }
  });

  it.each(RANGES)('the countries from $start to $end are the oracle’s', async (days) => {
    const document = `query ($id: ID!, $start: Date, $end: Date) { site(id: $id) {
      countries(start: $start, end: $end) { country botVisits referrals conversions } } }`;
    const { data } = await askText(gateway, key, document, { id: site.id, ...days });
    expect(data).toEqual({ site: { countries: oracleCountries(events, days) } });
  });
});

type Listing = { readonly nodes: readonly PageCount[]; readonly pageInfo: { endCursor: string | null } };

async function list(question: PageQuestion, filter = ''): Promise<readonly PageCount[]> {
  return (await askPages({ ...question, first: 1000 }, filter)).nodes;
}

async function walk(question: PageQuestion, first: number): Promise<readonly PageCount[]> {
  const pages: PageCount[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { nodes, pageInfo } = await askPages({ ...question, first, ...(after !== undefined && { after }) });
    pages.push(...nodes);
    after = pageInfo.endCursor;
  }
  return pages;
}

/** The instants of the events, which are unlike each other. */
async function walkEvents(days: Days, filter: string, first: number): Promise<readonly string[]> {
  const instants: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const document = `query ($id: ID!, $start: Date, $end: Date, $first: Int, $after: String) { site(id: $id) {
      events(start: $start, end: $end, first: $first, after: $after, ${filter}) {
        nodes { createdAt } pageInfo { endCursor } } } }`;
    const variables = { id: site.id, ...days, first, ...(after !== undefined && { after }) };
    const { data, errors }: GraphqlAnswer<OfSite<'events', EventPage>> = await askText(
      gateway,
      key,
      document,
      variables,
    );
    expect(errors).toBeUndefined();
    if (!data) throw new Error('no data');
    const page = data.site.events;
    instants.push(...page.nodes.map(({ createdAt }) => createdAt));
    after = page.pageInfo.endCursor;
  }
  return instants;
}

type OfSite<Field extends string, Value> = { readonly site: Readonly<Record<Field, Value>> };

type EventPage = {
  readonly nodes: readonly { readonly createdAt: string }[];
  readonly pageInfo: { readonly endCursor: string | null };
};

type Asked = Omit<PageQuestion, 'ofBot'> & { readonly first: number; readonly after?: string };

async function askPages(variables: Asked, filter = ''): Promise<Listing> {
  const document = `
    query ($id: ID!, $start: Date, $end: Date, $orderBy: PageOrder, $search: String, $first: Int, $after: String) {
      site(id: $id) {
        pages(start: $start, end: $end, orderBy: $orderBy, search: $search, first: $first, after: $after, ${filter}) {
          nodes { pagePath botVisits referrals conversions failed bytes } pageInfo { endCursor }
        }
      }
    }`;
  const asked = { id: site.id, ...variables };
  const { data, errors } = await askText<OfSite<'pages', Listing>>(gateway, key, document, asked);
  expect(errors).toBeUndefined();
  if (!data) throw new Error('no data');
  return data.site.pages;
}

/** The days before the fifth of March; the others stay as they are. */
async function foldAll(): Promise<void> {
  const failed = [];
  for await (const found of foldSites(
    { db: gateway.db, fewestEvents: 1 },
    Date.parse('2026-03-05T12:00:00Z'),
  ))
    failed.push(found);
  expect(failed).toEqual([]);
}

async function foldByTheHour(): Promise<void> {
  for (const day of await findUnfoldedDays(gateway.db, site.id, ALWAYS, 1))
    await foldDay(gateway.db, site.id, day, 0);
  expect(await findUnfoldedDays(gateway.db, site.id, ALWAYS, 1)).toEqual([]);
}

/** Short blocks in few parts, long ones in more than a list has. */
async function foldInParts(): Promise<void> {
  await sql`delete from site_block_pages where site_id = ${site.id} and days > 1`.execute(gateway.db);
  const blocks = await findUnfoldedBlocks(gateway.db, site.id, ALWAYS, 1);
  expect(blocks).not.toEqual([]);
  for (const block of blocks)
    await foldPagesOfBlock(gateway.db, site.id, { ...block, pagesPerStep: block.days > 4 ? 20 : 100 }, 1);
}

async function leaveOutCountries(): Promise<void> {
  await recordMore(drawn.slice(1040));
  await sql`delete from site_countries where site_id = ${site.id} and country = 'DE'`.execute(gateway.db);
}

async function recordMore(more: readonly FactEvent[]): Promise<void> {
  for (let from = 0; from < more.length; from += 100)
    await recordCounted(gateway.db, site, more.slice(from, from + 100).map(toNewEvent), from % 8);
  events = [...events, ...more];
}

function isOf(botName: string, botCompany: string) {
  return ({ name, company }: FactEvent) => name === botName && company === botCompany;
}

function toNewEvent({
  type,
  name,
  company,
  createdAt,
  pagePath,
  country,
  status,
  bytes,
}: FactEvent): NewEvent {
  const common = { createdAtMs: Date.parse(createdAt), pagePath, country };
  switch (type) {
    case 'bot':
      return { type, ...common, botName: name, botCompany: company, status, bytes, verdict: 'unknown' };
    case 'referral':
      return { type, ...common, source: name, status };
    case 'conversion':
      return { type, ...common, eventName: name, eventValue: null };
  }
}

function randomDays(): fc.Arbitrary<Days> {
  const day = fc.integer({ min: 0, max: DAYS - 1 });
  const text = (days: number) => new Date(FIRST_MS + days * DAY_MS).toISOString().slice(0, 10);
  return fc.tuple(day, day).map(([a, b]) => ({ start: text(Math.min(a, b)), end: text(Math.max(a, b)) }));
}

function someEvent(): fc.Arbitrary<FactEvent> {
  const base = {
    id: fc.constant(0),
    pagePath: somePath(),
    createdAt: fc
      .integer({ min: 0, max: DAYS * DAY_MS - 1 })
      .map((ms) => new Date(FIRST_MS + ms).toISOString()),
    country: fc.constantFrom('XX', 'DE', 'US', 'FR'),
    status: fc.constantFrom(null, 200, 399, 400, 404, 599),
    value: fc.constant(null),
  };
  const bytes = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2 ** 40 }));
  const other = {
    ...base,
    bytes: fc.constant(null),
    name: fc.constantFrom('x', 'GPTBot'),
    company: fc.constant(''),
  };
  const bot = fc
    .tuple(fc.record({ ...base, type: fc.constant('bot' as const), bytes }), fc.constantFrom(...BOTS))
    .map(([event, [name, company]]) => ({ ...event, name, company }));
  return fc.oneof(
    { weight: 4, arbitrary: bot },
    { weight: 1, arbitrary: fc.record({ ...other, type: fc.constant('referral' as const) }) },
    { weight: 1, arbitrary: fc.record({ ...other, type: fc.constant('conversion' as const) }) },
  );
}

/** Some pages often, some that sort or decode in surprising ways, some longer than an index can hold. */
function somePath(): fc.Arbitrary<string> {
  const odd = [
    'ä',
    '%C3%A4',
    '%c3%a4',
    '%C3',
    'A',
    'a',
    'a b',
    'a%20b',
    '100%',
    '%',
    '%%',
    '%2',
    '%2525',
    '%00',
    '😀',
  ];
  const odder = ['%F0%9F%98%80', '\uFFFD', '"', "'", '\\', '_', '\n', '%41', '{', '}', ',', 'NULL', '%zz%61'];
  return fc
    .oneof(
      fc.constantFrom('', 'blog', 'about'),
      fc.constantFrom(...odd, ...odder),
      fc.integer({ min: 0, max: 60 }).map((n) => `page/${n}`),
      fc.integer({ min: 0, max: 1 }).map((n) => `${n}${'é'.repeat(2000)}`),
    )
    .map((path) => `/${path}`);
}

import { describe, expect, it } from 'vitest';
import type { PreparedQuery } from '../../src/database/statement.ts';
import { NOW_MS, openLoneDoor } from '../execution/lone-door.ts';
import { eventsAsText } from '../support/rows-as-text.ts';

const TOO_LARGE =
  'The response would have more than 200000 values or 8000000 bytes. ' +
  'Select fewer fields, a shorter range or smaller pages.';
const CODE = { code: 'DOCUMENT_TOO_LARGE' };

const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: NOW_MS };
const RANGE = 'start: "1998-10-30", end: "2026-03-15"';

type Given = {
  readonly sites?: number;
  readonly bots?: number;
  readonly path?: string;
  readonly requestsPerMinute?: number;
};

/** A database with as many sites, and as many bots and events of a site, as a test needs. */
function openDoor({ sites = 1, bots = 0, path = '/', requestsPerMinute = 1_000_000 }: Given = {}) {
  const asked: (string | undefined)[] = [];
  function query({ name, values }: PreparedQuery): readonly unknown[] {
    asked.push(name);
    if (name === 'find_usage') return [];
    if (name === 'count_facts_by_name') return [botColumns(bots)];
    if (name === 'count_by_name') {
      const counts = { type: 'bot', company: 'C', count: 1, value: 0 };
      return Array.from({ length: bots }, (_, index) => ({ ...counts, name: `bot ${index}` }));
    }
    if (name.startsWith('first_events')) return [eventsAsText(name, eventRows(Number(values.at(-1)), path))];
    if (name === 'count_by_bucket') {
      return [{ startMs: [NOW_MS], botVisits: [1], referrals: [0], conversions: [0] }];
    }
    return Array.from({ length: sites }, (_, index) => ({
      ...SITE,
      ...(index > 0 && { id: `site_${index}` }),
    }));
  }
  return { ...openLoneDoor({ query, requestsPerMinute }), asked };
}

function botColumns(length: number): Record<string, readonly unknown[]> {
  const constant = { part: 'range', type: 'bot', company: 'C', count: 1, value: 0 };
  const sums = { bytes: 0, sized: 0, failed: 0, signed: 0, verified: 0, outside: 0, noList: 0 };
  const columns = Object.entries({ ...constant, ...sums }).map(([name, value]) => [
    name,
    Array(length).fill(value),
  ]);
  return { name: Array.from({ length }, (_, index) => `bot ${index}`), ...Object.fromEntries(columns) };
}

function eventRows(length: number, pagePath: string) {
  const row = { type: 'bot', createdAtMs: NOW_MS, pagePath, country: 'DE', name: 'GPTBot', company: 'C' };
  return Array.from({ length }, (_, index) => ({ ...row, id: index + 1 }));
}

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n));
const series = (count: number) =>
  `{ site(id: "site_a") { ${times(count, (n) => `t${n}: timeseries(${RANGE}) { data { date botVisits } }`).join(' ')} } }`;

describe('a list whose length the arguments decide', () => {
  it('counts before anything runs, every field of it as often as the list can be long', async () => {
    const door = openDoor();
    const { body } = await door.post({ query: series(6) });
    expect(body.errors).toBeUndefined();
    door.asked.length = 0;
    const accept = 'application/graphql-response+json';
    const { status, body: refused } = await door.post({ query: series(7) }, { accept });
    expect([status, refused, door.asked]).toEqual([
      400,
      { errors: [{ message: TOO_LARGE, extensions: CODE }] },
      [],
    ]);
  });

  it.each(['', '__proto__: __typename', '__schema { queryType { name } }'])(
    'counts a page of events as long as first, beside %j too',
    async (beside) => {
      const query = (pages: number) => {
        const aliased = times(pages, (n) => `p${n}: events(first: 1000) { nodes { id type } }`);
        return `{ ${beside} site(id: "site_a") { ${aliased.join(' ')} } }`;
      };
      const { asked, post } = openDoor();
      expect((await post({ query: query(66) })).body.errors).toBeUndefined();
      asked.length = 0;
      expect((await post({ query: query(67) })).body).toEqual({
        errors: [{ message: TOO_LARGE, extensions: CODE }],
      });
      expect(asked).toEqual([]);
    },
  );

  it('counts the bytes of its names', async () => {
    const name = 'a'.repeat(255);
    const query = `{ site(id: "site_a") { timeseries(${RANGE}) { data { ${times(4, (n) => `${name.slice(1)}${n}: date`).join(' ')} } } } }`;
    expect((await openDoor().post({ query })).body).toEqual({
      errors: [{ message: TOO_LARGE, extensions: CODE }],
    });
  });
});

describe('a list whose length the data decides', () => {
  const breakdowns = (fields: string) =>
    `{ site(id: "site_a") { id small: stats { totals { botVisits } } stats { botBreakdown { ${fields} } } } }`;
  const refused = (path: readonly string[]) => [
    expect.objectContaining({ message: TOO_LARGE, path, extensions: CODE }),
  ];

  it('counts while the answer is built, and only the field that goes beyond is refused', async () => {
    const { status, body } = await openDoor({ bots: 70_000 }).post({ query: breakdowns('botName count') });
    expect([status, body]).toEqual([
      200,
      {
        data: { site: { id: 'site_a', small: { totals: { botVisits: 70_000 } }, stats: null } },
        errors: refused(['site', 'stats']),
      },
    ]);
  });

  it('counts bytes of texts', async () => {
    const door = openDoor({ path: `/${'\u0000'.repeat(1_500)}` });
    const query = '{ site(id: "site_a") { id events(first: 1000) { nodes { pagePath } } } }';
    expect((await door.post({ query })).body).toEqual({
      data: { site: { id: 'site_a', events: null } },
      errors: refused(['site', 'events']),
    });
  });

  it('refuses the page, and no nullable field of each event, when an event goes beyond', async () => {
    const door = openDoor({ path: `/${'x'.repeat(9_000)}` });
    const query =
      '{ site(id: "site_a") { events(first: 1000) { nodes { pagePath ... on Conversion { eventValue } } } } }';
    expect((await door.post({ query })).body.errors).toEqual(refused(['site', 'events']));
  });
});

describe('an item of a list', () => {
  const inSite = (fields: string) => `{ site(id: "site_a") { ${fields} } }`;
  const aliased = (count: number, field: string) => times(count, (n) => `a${n}: ${field}`).join(' ');

  it.each([
    ['a point', (count: number) => inSite(`timeseries { data { ${aliased(count, 'startsAt')} } }`)],
    [
      'an event with its edge',
      (count: number) => inSite(`events { edges { node { id } ${aliased(count - 2, 'cursor')} } }`),
    ],
    [
      'a bot, in all aliases of the breakdown',
      (count: number) =>
        inSite(`stats { botBreakdown { ${aliased(count - 1, 'count')} } b: botBreakdown { botName } }`),
    ],
    ['a site', (count: number) => `{ sites { ${aliased(count, 'eventsThisMonth')} } }`],
  ])('may have 20 values, like %s, and with 21 nothing runs', async (_, write) => {
    const door = openDoor({ bots: 1 });
    expect((await door.post({ query: write(20) })).body.errors).toBeUndefined();
    door.asked.length = 0;
    const message =
      'The document selects 21 values of each item of a list, counting every alias of the list; the limit is 20. ' +
      'Select fewer fields of it, or each only once.';
    expect((await door.post({ query: write(21) })).body).toEqual({ errors: [{ message, extensions: CODE }] });
    expect(door.asked).toEqual([]);
  });

  it('does not count what is paid for by itself', async () => {
    const query = `{ sites { ${aliased(60, 'stats { totals { botVisits referrals conversions } }')} } }`;
    expect((await openDoor().post({ query })).body.errors).toBeUndefined();
  });

  it.each([
    [
      '1,000 events with every field, in nodes and edges',
      `events(first: 1000) {
        nodes { ...F }
        edges { __typename cursor node { ...F } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }`,
    ],
    [
      'a year of hours with every field',
      `timeseries(start: "2025-03-16", end: "2026-03-15", granularity: HOUR) {
        granularity data { __typename startsAt date datetime botVisits referrals conversions }
      }`,
    ],
  ])('may have all of its fields: %s', async (_, field) => {
    const fragment = `fragment F on Event {
      __typename id eventId type pagePath country createdAt
      ... on BotVisit { botName botCompany } ... on Referral { source } ... on Conversion { eventName eventValue }
    }`;
    const query = `{ site(id: "site_a") { ${field} } } ${field.includes('...F') ? fragment : ''}`;
    const { body } = await openDoor().post({ query });
    expect(body.errors).toBeUndefined();
  });
});

it('refuses introspection that returns more than 20,000 values', async () => {
  const query = `{ __schema { ${times(98, (n) => `t${n}: types { fields { name type { name } } }`).join(' ')} } }`;
  const message = 'Introspection would return more than 20000 values. Select fewer fields of it.';
  const { body } = await openDoor().post({ query });
  expect(body).toEqual({ data: null, errors: [expect.objectContaining({ message, extensions: CODE })] });
});

it('counts the values of a company for each alias of companies by itself, since each is paid for', async () => {
  const verdicts = 'verification { signed verified outside noList unknown }';
  const all = `company botVisits purposes { purpose count } ${verdicts} failed bytes referrals visitsPerReferral`;
  const { body } = await openDoor({ bots: 1 }).post({
    query: `{ site(id: "site_a") { a: companies { ${all} } b: companies { ${all} } } }`,
  });
  expect(body.errors).toBeUndefined();
});

it.each([
  ['count_by_name', 'totals { botVisits } purposes { count } botBreakdown { botName purpose count }'],
  ['count_facts_by_name', 'failed'],
  ['count_facts_by_name', '... { ...OfBots ...OfBots }'],
])('reads %s for a document that selects "%s"', async (statement, selected) => {
  const { asked, post } = openDoor({ bots: 1 });
  const fragments = selected.includes('OfBots')
    ? 'fragment OfBots on Stats { botBreakdown { ...OfBot } } fragment OfBot on BotCount { bytes }'
    : '';
  const { body } = await post({ query: `{ site(id: "site_a") { stats { ${selected} } } } ${fragments}` });
  expect(body.errors).toBeUndefined();
  expect(asked.filter((name) => name?.startsWith('count_'))).toEqual([statement]);
});

it('reads the usage of the month once, however often it is selected', async () => {
  const { asked, post } = openDoor();
  const query = '{ account { usage { used } again: usage { used } } other: account { usage { limit } } }';
  expect((await post({ query })).body.errors).toBeUndefined();
  expect(asked.filter((name) => name === 'find_usage')).toHaveLength(1);
});

it('refuses the whole response once more than 1,000 of its fields fail', async () => {
  const door = openDoor({ sites: 20, requestsPerMinute: 1 });
  const query = `{ sites { ${times(60, (n) => `s${n}: stats { totals { botVisits } }`).join(' ')} } }`;
  const message = 'More than 1000 fields of the response failed. Select fewer fields.';
  expect((await door.post({ query })).body).toEqual({ data: null, errors: [{ message, extensions: CODE }] });
});

const shortLists = times(60, (n) => `p${n}: events(first: 600) { nodes { id type } }`).join(' ');

it.each([
  ['long lists', series(6)],
  ['many short lists', `{ site(id: "site_a") { ${shortLists} } }`],
])('gives other work its turn while it builds a large response of %s', async (_, query) => {
  let turns = 0;
  const count = () => void (turns++, (timer = setImmediate(count)));
  let timer = setImmediate(count);
  await openDoor().post({ query });
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(5);
});

import { describe, expect, it } from 'vitest';
import type { PreparedQuery } from '../../src/database/statement.ts';
import { NOW_MS, openLoneDoor } from '../execution/lone-door.ts';

const TOO_LARGE =
  'The response would have more than 200000 values or 8000000 bytes. ' +
  'Select fewer fields, a shorter range or smaller pages.';
const CODE = { code: 'DOCUMENT_TOO_LARGE' };

const SITE = { id: 'site_a', accountId: 1, domain: 'a.example', name: 'A', createdAtMs: NOW_MS };
const RANGE = 'start: "1998-10-30", end: "2026-03-15"';

/** A database with as many sites, and as many bots and events of a site, as a test needs. */
function openDoor({ sites = 1, bots = 0, path = '/', requestsPerMinute = 1_000_000 } = {}) {
  const asked: (string | undefined)[] = [];
  function query({ name, values }: PreparedQuery): readonly unknown[] {
    asked.push(name);
    if (name === 'count_by_name') {
      const counts = { type: 'bot', company: 'C', count: 1, value: 0 };
      return Array.from({ length: bots }, (_, index) => ({ ...counts, name: `bot ${index}` }));
    }
    if (name === 'first_events') return [eventColumns(Number(values.at(-1)), path)];
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

function eventColumns(length: number, path: string): Record<string, readonly unknown[]> {
  const row = {
    type: 'bot',
    createdAtMs: NOW_MS,
    pagePath: path,
    country: 'DE',
    name: 'GPTBot',
    company: 'C',
  };
  const columns = Object.entries({ ...row, value: null }).map(([name, value]) => [
    name,
    Array(length).fill(value),
  ]);
  return { id: Array.from({ length }, (_, index) => index + 1), ...Object.fromEntries(columns) };
}

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n));
const series = (lists: number) =>
  `{ site(id: "site_a") { timeseries(${RANGE}) { ${times(lists, (n) => `d${n}: data { date botVisits }`).join(' ')} } } }`;

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

it('refuses the whole response once more than 1,000 of its fields fail', async () => {
  const door = openDoor({ sites: 20, requestsPerMinute: 1 });
  const query = `{ sites { ${times(60, (n) => `s${n}: stats { totals { botVisits } }`).join(' ')} } }`;
  const message = 'More than 1000 fields of the response failed. Select fewer fields.';
  expect((await door.post({ query })).body).toEqual({ data: null, errors: [{ message, extensions: CODE }] });
});

it('gives other work its turn while it builds a large response', async () => {
  let turns = 0;
  const count = () => void (turns++, (timer = setImmediate(count)));
  let timer = setImmediate(count);
  await openDoor().post({ query: series(6) });
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(50);
});

import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/domain/refusal.ts';
import { NOW_MS, REQUEST_ID, URL_OF_DOOR, openLoneDoor, read } from '../execution/lone-door.ts';

const SITE = {
  id: 'site_a',
  accountId: 1,
  domain: 'a.example',
  name: 'A',
  createdAtMs: NOW_MS,
};

/** A database that knows one site and breaks on everything else. */
function oneSite(failure: () => Error) {
  return ({ text }: { readonly text: string }): readonly unknown[] => {
    if (text.includes('"sites"')) return [SITE];
    throw failure();
  };
}

const SECRET = 'relation "site_days" at 10.0.0.5 does not exist';
const SERVER_ERROR = { code: 'SERVER_ERROR' };
const masked = (place: object) => ({ message: REFUSALS.SERVER_ERROR[1], ...place, extensions: SERVER_ERROR });

describe('a refused field', () => {
  it('is null with code and path, and leaves the data of its siblings and the status 200', async () => {
    const door = openLoneDoor({ query: oneSite(() => new Error(SECRET)) });
    const query = '{ site(id: "site_a") { id stats(start: "yesterday") { totals { botVisits } } } }';
    const { status, body } = await door.post({ query });
    expect([status, body]).toEqual([
      200,
      {
        data: { site: { id: 'site_a', stats: null } },
        errors: [
          {
            message:
              'start must be a calendar date as YYYY-MM-DD in the years 0001 to 9999; got "yesterday".',
            path: ['site', 'stats'],
            locations: [{ line: 1, column: 27 }],
            extensions: { code: 'INVALID_DATE_RANGE' },
          },
        ],
      },
    ]);
    expect(door.logged()).toEqual([]);
  });

  it('that spent its budget says when to retry, each alias on its own', async () => {
    const door = openLoneDoor({ requestsPerMinute: 1 });
    const { status, body } = await door.post({ query: '{ a: sites { id } b: sites { id } }' });
    expect([status, body]).toEqual([
      200,
      {
        data: { a: [], b: null },
        errors: [
          {
            message: 'Rate limit of the plan exceeded. Wait retry_after seconds.',
            path: ['b'],
            locations: [{ line: 1, column: 19 }],
            extensions: { code: 'RATE_LIMITED', retry_after: 60 },
          },
        ],
      },
    ]);
  });

  it.each([
    ['events(first: 0) { nodes { id } }', 'first must be a whole number from 1 to 1000; got 0.'],
    ['events(first: -1) { nodes { id } }', 'first must be a whole number from 1 to 1000; got -1.'],
    [
      'events(after: "x") { nodes { id } }',
      /^after must be a cursor of an earlier page, unchanged; got "x"\.$/,
    ],
    [
      'timeseries(granularity: HOUR, start: "2026-01-01", end: "2027-12-31") { data { date } }',
      /^The range has 17,520 points; the limit here is 10,000\. /,
    ],
  ])('%s names its arguments as GraphQL spells them', async (field, message) => {
    const door = openLoneDoor({ query: oneSite(() => new Error(SECRET)) });
    const { body } = await door.post({ query: `{ site(id: "site_a") { ${field} } }` });
    expect(body.errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(message) as string,
        extensions: { code: 'INVALID_PARAMETER' },
      }),
    ]);
  });

  it.each([
    [
      '{ site(id: " ") { id } }',
      'MISSING_SITE_ID',
      'Site id missing. The query { sites { id } } lists the ids.',
    ],
    [
      '{ site(id: "site_a") { timeseries(granularity: HOUR) { granularity } } }',
      'PLAN_REQUIRED',
      'Hourly granularity requires the Pro plan. Use granularity: DAY, or ask support for Pro. If you run the service yourself: site-traffic account set-plan EMAIL pro.',
    ],
  ])('%s is refused in the words of GraphQL', async (query, code, message) => {
    const door = openLoneDoor({ plan: 'free', query: oneSite(() => new Error(SECRET)) });
    const { body } = await door.post({ query });
    expect(body.errors).toEqual([expect.objectContaining({ message, extensions: { code } })]);
  });
});

describe('an unexpected failure', () => {
  it.each([
    ['an error', () => new Error(SECRET)],
    ['several errors at once', () => new AggregateError([new Error('one'), new Error('other')], SECRET)],
  ])('of a field, %s, is SERVER_ERROR there, says nothing, and is logged once', async (_, failure) => {
    const failed = failure();
    const door = openLoneDoor({ query: oneSite(() => failed) });
    const query = '{ site(id: "site_a") { id stats { totals { botVisits } } } }';
    const { status, body } = await door.post({ query });
    expect([status, body]).toEqual([
      200,
      {
        data: { site: { id: 'site_a', stats: null } },
        errors: [masked({ path: ['site', 'stats'], locations: [{ line: 1, column: 27 }] })],
      },
    ]);
    const err = expect.objectContaining({
      message: failed.message,
      stack: expect.stringContaining(SECRET) as string,
    }) as object;
    expect(door.logged()).toEqual([
      expect.objectContaining({ level: 50, requestId: REQUEST_ID, msg: 'request failed', err }),
    ]);
  });

  it('that breaks the same field of several objects is logged once', async () => {
    const sites = ['a', 'b', 'c'].map((id) => ({ ...SITE, id }));
    const door = openLoneDoor({
      query: ({ text }) => {
        if (text.includes('"site_buckets"')) throw new Error(SECRET);
        return sites;
      },
    });
    const { body } = await door.post({ query: '{ sites { eventsThisMonth } }' });
    expect(body.data).toEqual({ sites: null });
    expect(body.errors?.[0]?.extensions).toEqual(SERVER_ERROR);
    expect(door.logged()).toHaveLength(1);
  });

  it('of a value that its type cannot hold is SERVER_ERROR', async () => {
    const door = openLoneDoor({ query: () => [{ ...SITE, name: { secret: SECRET } }] });
    const { body } = await door.post({ query: '{ sites { name } }' });
    expect(body).toEqual({
      data: { sites: null },
      errors: [masked({ path: ['sites', 0, 'name'], locations: [{ line: 1, column: 11 }] })],
    });
    expect(door.logged()).toHaveLength(1);
  });

  it.each([
    ['an error', new Error(SECRET)],
    ['several errors at once', new AggregateError([new Error(SECRET), new Error(SECRET)])],
    ['a timeout', new DOMException(SECRET, 'TimeoutError')],
  ])('while the caller is looked up, %s, answers 500', async (_, failure) => {
    const door = openLoneDoor({ admit: () => Promise.reject(failure) });
    const { status, body } = await door.post({ query: '{ __typename }' });
    expect([status, body]).toEqual([500, { errors: [masked({})] }]);
    expect(door.logged()).toHaveLength(1);
  });
});

describe('a mistake of the caller', () => {
  const door = openLoneDoor();

  it.each([
    ['{ site', 'GRAPHQL_PARSE_FAILED', 'Syntax Error: Expected Name, found <EOF>.'],
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED', 'Cannot query field "nothing" on type "Query".'],
    [
      'query ($id: ID!) { site(id: $id) { id } }',
      'INVALID_PARAMETER',
      'Variable "$id" of required type "ID!" was not provided.',
    ],
    [
      'query ($d: Date) { site(id: "a") { stats(start: $d) { period { start } } } }',
      'INVALID_PARAMETER',
      'Variable "$d" got invalid value 5; Date must be a string.',
    ],
  ])('%s keeps the words of graphql-js', async (query, code, message) => {
    for (const [accept, status] of [
      ['application/graphql-response+json', 400],
      ['application/json', 200],
    ] as const) {
      const answer = await door.post({ query, variables: { d: 5 } }, { accept });
      expect([answer.status, answer.body.data ?? null, answer.body.errors]).toEqual([
        status,
        null,
        [expect.objectContaining({ message, extensions: { code } })],
      ]);
    }
    expect(door.logged()).toEqual([]);
  });

  it('in choosing a subscription is refused without data', async () => {
    for (const accept of ['application/graphql-response+json', 'application/json']) {
      const { status, body } = await door.post({ query: 'subscription { events }' }, { accept });
      const message = 'The schema has no subscriptions. Send a query.';
      const locations = [{ line: 1, column: 1 }];
      const extensions = { code: 'OPERATION_RESOLUTION_FAILURE' };
      expect([status, body]).toEqual([400, { errors: [{ message, locations, extensions }] }]);
    }
    expect(door.logged()).toEqual([]);
  });

  it('in sending a mutation by GET is refused with 405', async () => {
    const query = encodeURIComponent('mutation { endOtherSessions }');
    for (const accept of ['application/graphql-response+json', 'application/json']) {
      const request = new Request(`${URL_OF_DOOR}?query=${query}`, { headers: { accept } });
      const response = await read(await door.fetch(request));
      const message = 'Send a mutation by POST.';
      const locations = [{ line: 1, column: 1 }];
      const extensions = { code: 'OPERATION_RESOLUTION_FAILURE' };
      expect([response.status, response.body]).toEqual([
        405,
        { errors: [{ message, locations, extensions }] },
      ]);
      expect(response.headers.get('allow')).toBe('GET, POST, OPTIONS');
    }
    expect(door.logged()).toEqual([]);
  });

  it('in an argument, found while the document runs, is refused at its field', async () => {
    const query = 'query ($id: ID = "a") { site(id: $id) { id } }';
    const { status, body } = await door.post({ query, variables: { id: null } });
    expect([status, body]).toEqual([
      200,
      {
        data: { site: null },
        errors: [
          {
            message: 'Argument "id" of non-null type "ID!" must not be null.',
            path: ['site'],
            locations: [{ line: 1, column: 34 }],
            extensions: { code: 'INVALID_PARAMETER' },
          },
        ],
      },
    ]);
  });
});

it('takes a null argument for an omitted one', async () => {
  const door = openLoneDoor({ query: ({ text }) => (text.includes('"sites"') ? [SITE] : []) });
  const query = `query ($id: ID!, $none: Date, $granularity: Granularity, $type: EventType, $first: Int, $after: String) {
    site(id: $id) {
      timeseries(start: $none, end: $none, granularity: $granularity) { granularity data { date datetime botVisits } }
      stats(start: $none, end: $none) { period { start end } }
      events(start: $none, end: $none, type: $type, first: $first, after: $after) { pageInfo { hasPreviousPage endCursor } }
    }
  }`;
  const given = await door.post({
    query,
    variables: { id: 'site_a', none: null, granularity: null, type: null, first: null, after: null },
  });
  const omitted = await door.post({ query, variables: { id: 'site_a' } });
  const days = ['08', '09', '10', '11', '12', '13', '14', '15'].map((day) => `2026-03-${day}`);
  expect(given.body).toEqual({
    data: {
      site: {
        timeseries: {
          granularity: 'DAY',
          data: days.map((date) => ({ date, datetime: null, botVisits: 0 })),
        },
        stats: { period: { start: '2026-03-08', end: '2026-03-15' } },
        events: { pageInfo: { hasPreviousPage: false, endCursor: null } },
      },
    },
  });
  expect(omitted.body).toEqual(given.body);
});

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { eventsQuery } from '../../src/wire/events.ts';
import openapi from '../../src/openapi/openapi.json' with { type: 'json' };
import { statsQuery } from '../../src/wire/stats.ts';
import { timeseriesQuery } from '../../src/wire/timeseries.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { type Exchange, createJudge } from '../support/openapi.ts';

const gateway = startGateway();
const { accountId, key } = await makeOwner(gateway.db, 'pro');
const site = await makeSite(gateway.db, accountId);
await record(gateway.db, site, [
  botVisit('2026-03-10T00:00:00Z'),
  referral('2026-03-11T00:00:00Z'),
  conversion('2026-03-12T00:00:00Z'),
]);

const PATH = `/api/v1/sites/${site.id}`;

describe('the document', () => {
  it('is answered without a key, to be kept for an hour', async () => {
    const answer = await gateway.rest('/api/v1/openapi.json', undefined);

    expect([answer.status, answer.body]).toEqual([200, openapi]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(answer.headers.get('ratelimit')).toBeNull();
  });

  it('is answered to HEAD, and to no other method', async () => {
    const head = await gateway.rest('/api/v1/openapi.json', undefined, { method: 'HEAD' });
    const post = await gateway.rest('/api/v1/openapi.json', undefined, { method: 'POST' });

    expect([head.status, head.text, post.status, post.headers.get('allow')]).toEqual([
      200,
      '',
      405,
      'GET, HEAD, OPTIONS',
    ]);
  });
});

describe('a wrong document is noticed:', () => {
  const EXCHANGES = {
    sites: ['/api/v1/sites', key],
    days: [`${PATH}/timeseries`, key],
    hours: [`${PATH}/timeseries?granularity=hour`, key],
    stats: [`${PATH}/stats`, key],
    events: [`${PATH}/events`, key],
    refused: [`${PATH}/events?limit=0`, key],
    unknown: ['/api/v1/sites', 'wrong'],
  } as const;

  const answered = (operation: string, status: number) =>
    `/paths/~1api~1v1~1sites~1{siteId}~1${operation}/get/responses/${status}`;

  // what is removed or replaced, by whose answer it is noticed
  it.each([
    ['sites', '/components/schemas/Site/properties/domain', undefined],
    ['sites', '/components/schemas/Site/properties/events_this_month/type', 'string'],
    ['sites', '/components/headers/RateLimit', undefined],
    ['sites', '/components/headers/Cache-Control/schema/enum', ['no-cache']],
    ['days', '/components/schemas/DailyPoint/properties/date/pattern', '^x'],
    ['days', '/components/schemas/DailyTimeseries/properties/granularity/const', 'week'],
    ['hours', '/components/schemas/HourlyPoint/properties/datetime/pattern', ':30$'],
    ['stats', '/components/schemas/Stats/properties/totals/properties/referrals', undefined],
    ['stats', '/components/schemas/BotCount/required', ['bot_name', 'bot_company', 'count', 'verdict']],
    ['events', '/components/schemas/Conversion/properties/event_value', { type: 'string' }],
    ['events', '/components/schemas/BotVisit/properties/id/maximum', 0],
    ['events', answered('events', 200), undefined],
    ['refused', answered('events', 400), undefined],
    [
      'refused',
      `${answered('events', 400)}/content/application~1json/schema/properties/code/enum`,
      ['BAD_REQUEST'],
    ],
    ['unknown', '/components/headers/WWW-Authenticate/schema/enum', ['Basic']],
    ['unknown', '/paths/~1api~1v1~1sites/get/responses/401', undefined],
  ] as const)('by the answer "%s" if %s is %j', async (name, pointer, value) => {
    const exchange = await exchangeOf(EXCHANGES[name]);
    expect(createJudge()(exchange)).toEqual([]);

    const wrong = changed(openapi, pointer, value);

    expect(createJudge(wrong)(exchange)).not.toEqual([]);
  });
});

describe('the document and the endpoints judge the same of', () => {
  const dates = ['start', 'end'].flatMap((name) =>
    [
      ...['2026-03-10', '2024-02-29', '0001-01-01', '9999-12-31'],
      ...['2026-02-29', '2026-3-1', '2026-13-01', '0000-01-01', '10000-01-01', '', 'today', ' 2026-03-10'],
    ].map((value) => [name, value] as const),
  );
  const common = dates.filter(([name, value]) => name === 'start' || value >= '2026-03-10');

  it.each<readonly [path: string, schema: z.ZodType, name: string, value: string]>([
    ...common.map((one) => ['stats', statsQuery, ...one] as const),
    ...['day', 'hour', 'DAY', 'week', ''].map(
      (value) => ['timeseries', timeseriesQuery, 'granularity', value] as const,
    ),
    ...['bot', 'referral', 'conversion', 'Bot', 'bots', ''].map(
      (value) => ['events', eventsQuery, 'type', value] as const,
    ),
    ...['1', '100', '1000', '0', '1001', '-1', '1.5', 'x', ''].map(
      (value) => ['events', eventsQuery, 'limit', value] as const,
    ),
    ['events', eventsQuery, 'cursor', ''],
  ])('%s with %s %s=%j', async (path, schema, name, value) => {
    const query = new URLSearchParams({ [name]: value, ...(name === 'start' && { end: '9999-12-31' }) });

    const { status } = await gateway.rest(`${PATH}/${path}?${query}`, key);

    const described = schema.safeParse({ [name]: /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value });
    expect([status, described.success]).toEqual(described.success ? [200, true] : [400, false]);
  });

  it.each([
    ['start=2026-03-12&end=2026-03-11', 'INVALID_DATE_RANGE'],
    ['end=2026-01-01', 'INVALID_DATE_RANGE'],
    ['limit=1e2', 'INVALID_PARAMETER'],
    ['cursor=nonsense', 'INVALID_PARAMETER'],
    ['type=bot&type=bot', 'INVALID_PARAMETER'],
  ])('only the endpoints see that "%s" is wrong: they know more than a schema says', async (query, code) => {
    expect((await gateway.rest(`${PATH}/events?${query}`, key)).body.code).toBe(code);
  });
});

async function exchangeOf([path, by]: readonly [string, string]): Promise<Exchange> {
  const { status, headers, text } = await gateway.rest(path, by);
  return { method: 'GET', pathname: path.split('?')[0] ?? '', status, headers, text };
}

/** A copy in which what the pointer names is another value, or missing. Throws if there is nothing. */
function changed(document: object, pointer: string, value: unknown): object {
  const copy = structuredClone(document) as Record<string, unknown>;
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/'));
  const last = names.pop() ?? '';
  let at = copy;
  for (const name of names) at = at[name] as Record<string, unknown>;
  if (value === undefined && !(last in at)) throw new Error(`nothing is at ${pointer}`);
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return copy;
}

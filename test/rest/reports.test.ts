import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeKey, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { REFUSED, headersOf, makeCaller, pick } from './support.ts';

/** The reports beyond the specification: `test/twins/reports.test.ts` compares what they answer with GraphQL. */

const gateway = startGateway();
const REPORTS = ['pages', 'companies', 'countries', 'bots/GPTBot', 'coverage', 'alerts', 'notes'];

/** Headers that no two answers need to have in common. */
const VARIES = ['content-length', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

function badParameter(error: string) {
  return { error, code: 'INVALID_PARAMETER' };
}

describe('each report', () => {
  it.each(REPORTS)('%s checks in the order of the others: key, limit, parameters, site', async (report) => {
    const { key, ask } = await makeCaller(gateway);
    const foreign = await makeSite(gateway.db, (await makeOwner(gateway.db)).accountId);
    const path = `/api/v1/sites/${foreign.id}/${report}`;

    expect((await gateway.rest(path, undefined)).body).toEqual(REFUSED.MISSING_KEY);
    expect((await gateway.rest(`${path}?start=x`, key)).body).toMatchObject({ code: 'INVALID_DATE_RANGE' });
    expect((await gateway.rest(path, key)).body).toEqual(REFUSED.SITE_NOT_FOUND);
    for (let spent = 2; spent < 600; spent++) await ask('countries?start=x');
    expect((await ask(`${report}?start=x`)).body).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it.each(REPORTS)('%s draws a unit of "insight", and says so', async (report) => {
    const { ask } = await makeCaller(gateway);
    const { status, headers } = await ask(report);
    expect([status, headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
      200,
      '"insight";q=600;w=60',
      '"insight";r=599;t=60',
    ]);
  });

  it.each(REPORTS)('%s answers HEAD with the headers of GET, and no other method', async (report) => {
    const { ask } = await makeCaller(gateway);
    const get = await ask(report);
    const head = await ask(report, { method: 'HEAD' });
    const post = await ask(report, { method: 'POST' });

    const names = Object.keys(headersOf(get.headers)).filter((name) => !VARIES.includes(name));
    expect([head.status, head.text]).toEqual([200, '']);
    expect(pick(head.headers, names)).toEqual(pick(get.headers, names));
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it.each(REPORTS)('%s says so if the site is missing', async (report) => {
    const { key } = await makeOwner(gateway.db);
    for (const site of ['', '/', '/%20']) {
      const { status, body } = await gateway.rest(`/api/v1/sites${site}/${report}`, key);
      expect([status, body]).toEqual([400, REFUSED.MISSING_SITE_ID]);
    }
  });

  it.each(REPORTS)('%s is not answered to a key that only collects', async (report) => {
    const owner = await makeOwner(gateway.db);
    const site = await makeSite(gateway.db, owner.accountId);
    const { key } = await makeKey(gateway.db, owner.accountId, site.id);
    const { status, body } = await gateway.rest(`/api/v1/sites/${site.id}/${report}`, key);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'SITE_NOT_FOUND' });
  });
});

describe('a comparison', () => {
  it.each([
    ['companies', 'insight'],
    ['stats', 'stats'],
    ['timeseries', 'timeseries'],
  ])('with %s costs a second unit of "%s"', async (report, budget) => {
    const { ask } = await makeCaller(gateway);
    const { headers } = await ask(`${report}?compare=previous-year`);
    expect(headers.get('ratelimit')).toBe(`"${budget}";r=598;t=60`);
  });

  it('is refused for other words, and for a period before year 1', async () => {
    const { ask } = await makeCaller(gateway);
    const allowed = 'compare must be "previous-period" or "previous-year"';

    expect((await ask('stats?compare=PREVIOUS_YEAR')).body).toEqual(
      badParameter(`${allowed}; got "PREVIOUS_YEAR".`),
    );
    expect((await ask('companies?compare=')).body).toEqual(badParameter(`${allowed}; got "".`));
    expect((await ask('timeseries?start=0001-01-01&end=0001-01-02&compare=previous-year')).body).toEqual({
      error: 'The period to compare with would begin before year 1; use a later start.',
      code: 'INVALID_DATE_RANGE',
    });
  });

  it('adds to what is answered without one, and changes nothing of it', async () => {
    const { site, ask } = await makeCaller(gateway);
    await record(gateway.db, site, [
      botVisit('2026-03-06T10:00:00Z'),
      botVisit('2026-03-12T10:00:00Z'),
      referral('2026-03-12T10:00:00Z'),
    ]);
    for (const report of ['stats', 'timeseries']) {
      const plain = (await ask(report)).body as object;
      const compared = (await ask(`${report}?compare=previous-period`)).body as object;
      expect(compared).toMatchObject(plain);
      expect(Object.keys(compared)).toEqual([
        ...Object.keys(plain),
        ...(report === 'stats' ? ['comparison', 'compared_bot_breakdown'] : ['previous', 'complete_until']),
      ]);
    }
  });

  it('streams as many points before as there are, day by day, over leap days', async () => {
    const { site, ask } = await makeCaller(gateway);
    await record(gateway.db, site, [
      botVisit('2023-02-28T10:00:00Z'),
      botVisit('2023-02-28T10:30:00Z'),
      botVisit('2023-03-01T00:00:00Z'),
      botVisit('2020-02-29T23:59:59Z'),
    ]);
    const leap = await ask('timeseries?start=2024-02-28&end=2024-03-01&compare=previous-year');
    const long = await ask(
      'timeseries?start=2020-01-01&end=2026-01-01&granularity=hour&compare=previous-year',
    );

    const { previous } = leap.body as { previous: readonly { date: string; bot_visits: number }[] };
    expect(previous.map(({ date, bot_visits: visits }) => [date, visits])).toEqual([
      ['2023-02-28', 2],
      ['2023-02-28', 2],
      ['2023-03-01', 1],
    ]);
    const points = long.body as Record<
      'data' | 'previous',
      readonly { datetime: string; bot_visits: number }[]
    >;
    expect([points.data.length, points.previous.length]).toEqual([52_632, 52_632]);
    const visited = points.previous.filter(({ bot_visits: visits }) => visits > 0);
    // 29 February 2024 is compared with 28 February 2023, and 29 February 2020 with nothing
    expect(visited.map(({ datetime, bot_visits: visits }) => [datetime, visits])).toEqual([
      ['2023-02-28 10:00', 2],
      ['2023-02-28 10:00', 2],
      ['2023-03-01 00:00', 1],
    ]);
  });
});

describe('a parameter that only reports beyond the specification have', () => {
  it.each([
    [
      'pages?order_by=visits',
      'order_by must be "bot-visits", "referrals", "conversions" or "failed"; got "visits".',
    ],
    ['pages?purpose=fun', 'purpose must be "training", "search", "user", "agent" or "other"; got "fun".'],
    ['pages?search=', 'search must be a part of a path; got "".'],
    ['pages?bot=&company=x', 'bot must be the name of a bot; got "".'],
    ['pages?bot=a&bot=b', 'bot must be given once; got "a, b".'],
    ['pages?limit=1001', 'limit must be a whole number from 1 to 1000; got "1001".'],
    ['pages?cursor=x', 'cursor must be a next_cursor of an earlier page, unchanged; got "x".'],
    ['events?bot=', 'bot must be the name of a bot; got "".'],
    ['events?page=', 'page must be the path of a page; got "".'],
    ['events?detail=yes', 'detail must be "true" or "false"; got "yes".'],
    ['stats?detail=', 'detail must be "true" or "false"; got "".'],
    ['bots/GPTBot?limit=0', 'limit must be a whole number from 1 to 1000; got "0".'],
    ['bots/GPTBot?granularity=week', 'granularity must be "day" or "hour"; got "week".'],
  ])('is refused: %s', async (question, error) => {
    const { ask } = await makeCaller(gateway);
    const { status, body } = await ask(question);
    expect([status, body]).toEqual([400, badParameter(error)]);
  });

  it('is refused before the site is looked at', async () => {
    const { key } = await makeOwner(gateway.db);
    const { body } = await gateway.rest('/api/v1/sites/site_unknown/bots/GPTBot?granularity=week', key);
    expect(body).toMatchObject({ code: 'INVALID_PARAMETER' });
  });

  it('is in the cursor of a page of events: one of another bot is refused', async () => {
    const { site, ask } = await makeCaller(gateway);
    await record(gateway.db, site, [botVisit('2026-03-12T10:00:00Z'), botVisit('2026-03-12T11:00:00Z')]);
    const { next_cursor: cursor } = (await ask('events?bot=GPTBot&limit=1')).body as { next_cursor: string };

    expect((await ask(`events?bot=GPTBot&limit=1&cursor=${cursor}`)).status).toBe(200);
    expect((await ask(`events?bot=ClaudeBot&cursor=${cursor}`)).body).toEqual(
      badParameter(
        `cursor must be used with the site, type, bot, page, start and end it was made for; got "${cursor}".`,
      ),
    );
  });
});

describe('a bot', () => {
  it('is named by one segment of the path, percent-encoded', async () => {
    const { site, ask } = await makeCaller(gateway);
    await record(gateway.db, site, [botVisit('2026-03-12T10:00:00Z', { botName: 'Home/made bot?' })]);

    expect((await ask('bots/Home%2Fmade%20bot%3F')).body).toMatchObject({
      bot_name: 'Home/made bot?',
      visits: 1,
      timeseries: expect.arrayContaining([
        { date: '2026-03-12', bot_visits: 1, referrals: 0, conversions: 0 },
      ]) as unknown,
    });
    expect((await ask('bots/Home/made')).body).toEqual(REFUSED.NOT_FOUND);
    expect((await ask('bots/')).body).toEqual(REFUSED.NOT_FOUND);
    expect((await ask('bots')).body).toEqual(REFUSED.NOT_FOUND);
    expect((await ask('bots/a%5Cb')).body).toEqual(REFUSED.AMBIGUOUS_PATH);
  });

  it('by hours needs the Pro plan, and is refused after the site was found', async () => {
    const { key, ask } = await makeCaller(gateway, 'free');
    expect((await ask('bots/GPTBot?granularity=hour')).body).toEqual(REFUSED.PLAN_REQUIRED);
    const unknown = await gateway.rest('/api/v1/sites/site_x/bots/GPTBot?granularity=hour', key);
    expect(unknown.body).toEqual(REFUSED.SITE_NOT_FOUND);
  });

  it('has a point for each hour of any range, which no other door answers', async () => {
    const { site, ask } = await makeCaller(gateway);
    await record(gateway.db, site, [botVisit('2026-03-12T10:00:00Z'), botVisit('2020-01-01T00:00:00Z')]);
    const { body } = await ask('bots/GPTBot?start=2020-01-01&end=2026-03-15&granularity=hour');
    const { timeseries } = body as { timeseries: readonly { datetime: string; bot_visits: number }[] };

    expect(timeseries.length).toBe(54_384);
    expect(timeseries.filter(({ bot_visits: visits }) => visits > 0)).toEqual([
      { datetime: '2020-01-01 00:00', bot_visits: 1, referrals: 0, conversions: 0 },
      { datetime: '2026-03-12 10:00', bot_visits: 1, referrals: 0, conversions: 0 },
    ]);
  });
});

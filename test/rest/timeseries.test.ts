import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { watchQueries } from '../support/asked-queries.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
import { REFUSED, badParameter, makeCaller } from './support.ts';

const gateway = startGateway();

type Point = { readonly bot_visits: number; readonly referrals: number; readonly conversions: number };
const NONE: Point = { bot_visits: 0, referrals: 0, conversions: 0 };

/** Some of each type on two days, in one hour and in two. */
async function withEvents() {
  const caller = await makeCaller(gateway);
  await record(gateway.db, caller.site, [
    botVisit('2026-03-12T00:00:00.000Z'),
    botVisit('2026-03-12T00:59:59.999Z'),
    referral('2026-03-12T01:00:00.000Z'),
    conversion('2026-03-14T23:59:59.999Z', { eventValue: 5 }),
  ]);
  return caller;
}

describe('GET /api/v1/sites/{siteId}/timeseries', () => {
  it('answers daily points with date and no datetime, those without events too', async () => {
    const { ask } = await withEvents();
    const { status, headers, text } = await ask('timeseries?start=2026-03-11');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(text).toBe(
      JSON.stringify({
        granularity: 'day',
        data: [
          { date: '2026-03-11', ...NONE },
          { date: '2026-03-12', bot_visits: 2, referrals: 1, conversions: 0 },
          { date: '2026-03-13', ...NONE },
          { date: '2026-03-14', bot_visits: 0, referrals: 0, conversions: 1 },
          { date: '2026-03-15', ...NONE },
        ],
      }),
    );
    expect((await ask('timeseries?start=2026-03-11&granularity=day')).text).toBe(text);
  });

  it('answers hourly points with datetime and no date, 24 a day, on Pro', async () => {
    const { ask } = await withEvents();
    const { status, text } = await ask('timeseries?granularity=hour&start=2026-03-12&end=2026-03-14');
    const counted: Record<string, Point> = {
      '2026-03-12 00:00': { bot_visits: 2, referrals: 0, conversions: 0 },
      '2026-03-12 01:00': { bot_visits: 0, referrals: 1, conversions: 0 },
      '2026-03-14 23:00': { bot_visits: 0, referrals: 0, conversions: 1 },
    };
    const days = ['2026-03-12', '2026-03-13', '2026-03-14'];
    const hours = days.flatMap((day) =>
      Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, '0')}:00`),
    );
    const data = hours.map((datetime) => ({ datetime, ...(counted[datetime] ?? NONE) }));
    expect([status, text]).toEqual([200, JSON.stringify({ granularity: 'hour', data })]);
  });

  it('answers by default 8 days, or 192 hours', async () => {
    const { ask } = await makeCaller(gateway);
    expect((await ask('timeseries')).body.data).toHaveLength(8);
    expect((await ask('timeseries?granularity=hour')).body.data).toHaveLength(192);
  });

  it('refuses hours on Free with 403 PLAN_REQUIRED, and no days', async () => {
    const { ask } = await makeCaller(gateway, 'free');
    const { status, body } = await ask('timeseries?granularity=hour');
    expect([status, body]).toEqual([403, REFUSED.PLAN_REQUIRED]);
    expect((await ask('timeseries?granularity=day')).status).toBe(200);
  });

  it('names the support of the operator, if there is one, in the refusal of hours', async () => {
    const supported = startGateway({ service: { command: '', supportContact: 'help@example.com' } });
    const { ask } = await makeCaller(supported, 'free');
    const { body } = await ask('timeseries?granularity=hour');
    expect(body.error).toBe(
      REFUSED.PLAN_REQUIRED.error.replace('ask support for', 'ask support (help@example.com) for'),
    );
  });

  it('answers hours on the plan self-hosted, whose budget is 600 a minute', async () => {
    const { ask } = await makeCaller(gateway, 'self-hosted');
    const { status, headers } = await ask('timeseries?granularity=hour');
    expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"timeseries";q=600;w=60']);
  });

  it.each(['Hour', 'DAY', 'hours', 'week', 'minute', ' day', 'day ', '1', 'day,hour', '\u0000'])(
    'refuses the granularity %j',
    async (given) => {
      const { ask } = await makeCaller(gateway);
      const { status, body } = await ask(`timeseries?granularity=${encodeURIComponent(given)}`);
      expect([status, body]).toEqual([400, badParameter('granularity', '"day" or "hour"', given)]);
    },
  );

  it('adds up every slot that writers of one site share it among', async () => {
    const { ask, site } = await makeCaller(gateway);
    for (let slot = 0; slot < 8; slot++) {
      await record(
        gateway.db,
        site,
        [botVisit('2026-03-15T10:00:00Z'), referral('2026-03-15T11:00:00Z')],
        slot,
      );
    }
    const { body } = await ask('timeseries?start=2026-03-15');
    expect(body.data).toEqual([{ date: '2026-03-15', bot_visits: 8, referrals: 8, conversions: 0 }]);
  });

  it('shows a new event in the next answer', async () => {
    const { ask, site } = await makeCaller(gateway);
    for (const recorded of [1, 2, 3]) {
      await record(gateway.db, site, [botVisit('2026-03-15T10:00:00Z')]);
      const { body } = await ask('timeseries?start=2026-03-15');
      expect(body.data).toEqual([{ date: '2026-03-15', bot_visits: recorded, referrals: 0, conversions: 0 }]);
    }
  });

  it('counts beyond 2^31 as JSON integers', async () => {
    const { ask, site } = await makeCaller(gateway);
    for (const slot of [0, 1]) {
      await sql`insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
        values (${site.id}, 'day', '2026-03-15T00:00:00Z', ${slot}, 4503599627370495, 2147483647, 1)`.execute(
        gateway.db,
      );
    }
    const { text } = await ask('timeseries?start=2026-03-15');
    expect(text).toBe(
      '{"granularity":"day","data":[{"date":"2026-03-15","bot_visits":9007199254740990,"referrals":4294967294,"conversions":2}]}',
    );
  });
});

describe('a timeseries of a long range', () => {
  const LONE = ['0001-01-01', '0400-02-29', '1969-12-31', '1970-01-01', '2026-03-15', '9999-12-31'];

  async function fetchSeries(siteId: string, key: string, query: string, { fetch } = gateway) {
    const url = `http://site-traffic.test/api/v1/sites/${siteId}/timeseries?${query}`;
    return fetch(new Request(url, { headers: { authorization: `Bearer ${key}` } }));
  }

  /** Every date of years 1 to 9999, by the rules of the calendar. */
  function* everyDay(): Generator<string, undefined> {
    const padded = (number: number, digits: number) => String(number).padStart(digits, '0');
    for (let year = 1; year <= 9999; year++) {
      const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
      const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
      for (const [month, days] of lengths.entries()) {
        const prefix = `${padded(year, 4)}-${padded(month + 1, 2)}-`;
        for (let day = 1; day <= days; day++) yield prefix + padded(day, 2);
      }
    }
  }

  /** The fields of every point, as they are written, some hundred at once. */
  async function* pointsOf(response: Response): AsyncGenerator<readonly string[]> {
    let text = '';
    for await (const bytes of response.body ?? []) {
      const points = (text + Buffer.from(bytes as Uint8Array).toString()).split('},{');
      text = points.pop() ?? '';
      yield points.map((point) => point.replace('{"granularity":"day","data":[{', ''));
    }
    expect(text.endsWith('}]}')).toBe(true);
    yield [text.slice(0, -'}]}'.length)];
  }

  /** A site with one bot visit at noon of each of the days. */
  async function withLoneDays() {
    const caller = await makeCaller(gateway);
    await record(
      gateway.db,
      caller.site,
      LONE.map((day) => botVisit(`${day}T12:00:00Z`)),
    );
    return caller;
  }

  it('has every day of years 1 to 9999 once, in order, and the events on theirs', async () => {
    const { key, site } = await withLoneDays();
    const response = await fetchSeries(site.id, key, 'start=0001-01-01&end=9999-12-31');
    expect(response.status).toBe(200);
    const calendar = everyDay();
    let days = 0;
    const misplaced: string[] = [];
    const counted: string[] = [];
    for await (const points of pointsOf(response)) {
      for (const point of points) {
        if (!point.startsWith(`"date":"${calendar.next().value ?? ''}",`)) misplaced.push(point);
        if (!point.endsWith('"bot_visits":0,"referrals":0,"conversions":0')) counted.push(point);
        days++;
      }
    }
    expect([days, misplaced]).toEqual([3_652_059, []]);
    expect(counted).toEqual(
      LONE.map((day) => `"date":"${day}","bot_visits":1,"referrals":0,"conversions":0`),
    );
  });

  it('has every hour of some years, across the borders of what one read covers', async () => {
    const caller = await makeCaller(gateway);
    const events = [
      '2024-02-28T23:30:00Z',
      '2024-03-01T00:00:00Z',
      '2024-04-29T23:59:59.999Z',
      '2026-03-15T12:00:00Z',
    ];
    await record(
      gateway.db,
      caller.site,
      events.map((at) => referral(at)),
    );
    const { body } = await caller.ask('timeseries?granularity=hour&start=2024-01-01&end=2026-03-15');
    const { data } = body as { data: (Point & { datetime: string })[] };
    const first = Date.parse('2024-01-01T00:00:00Z');
    const hours = (Date.parse('2026-03-16T00:00:00Z') - first) / 3_600_000;
    const expected = Array.from({ length: hours }, (_, hour) => {
      const datetime = new Date(first + hour * 3_600_000).toISOString().slice(0, 13).replace('T', ' ');
      const referrals = events.filter((at) => at.replace('T', ' ').startsWith(datetime)).length;
      return { datetime: `${datetime}:00`, bot_visits: 0, referrals, conversions: 0 };
    });
    expect(data).toEqual(expected);
  });

  it('is read from the database and sent as its reader takes it, not before', async () => {
    const { key, site } = await withLoneDays();
    const { db, asked } = watchQueries();
    const response = await fetchSeries(
      site.id,
      key,
      'granularity=hour&start=0001-01-01&end=9999-12-31',
      startGateway({ db }),
    );
    expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    const start = Buffer.from(value ?? []).toString();
    expect(start.slice(0, 60)).toBe('{"granularity":"hour","data":[{"datetime":"0001-01-01 00:00"');
    expect(start.length).toBeLessThan(100_000);
    await reader?.cancel();
    // the window of the first event and where the second one is, of six far apart
    expect(asked.filter(({ text }) => text.includes('site_buckets')).length).toBeLessThanOrEqual(3);
  });
});

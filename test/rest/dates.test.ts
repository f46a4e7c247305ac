import { describe, expect, it } from 'vitest';
import { BAD_DATES } from '../support/bad-dates.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { botVisit, record } from '../support/makers.ts';
import { type Caller, badDate, makeCaller } from './support.ts';

const gateway = startGateway();
const OPERATIONS = ['timeseries', 'stats', 'events'];

/** A caller, and how many of the given instants' events each operation counts for a query. */
async function withEventsAt(instants: readonly string[]) {
  const caller = await makeCaller(gateway);
  await record(
    gateway.db,
    caller.site,
    instants.map((at) => botVisit(at)),
  );
  return { ...caller, count: (query: string) => countAll(caller, query) };
}

async function countAll({ ask }: Caller, query: string): Promise<readonly number[]> {
  const series = (await ask(`timeseries?${query}`)).body as { data: { bot_visits: number }[] };
  const stats = (await ask(`stats?${query}`)).body as { totals: { bot_visits: number } };
  const page = (await ask(`events?limit=1000&${query}`)).body as { events: unknown[] };
  const points = series.data.reduce((sum, point) => sum + point.bot_visits, 0);
  return [points, stats.totals.bot_visits, page.events.length];
}

const datesOf = (body: { data: { date: string }[] }) => body.data.map(({ date }) => date);

describe('start and end', () => {
  it.each(BAD_DATES)('given as %j are INVALID_DATE_RANGE at every endpoint', async (text) => {
    const { ask } = await makeCaller(gateway);
    for (const operation of OPERATIONS) {
      for (const name of ['start', 'end'] as const) {
        const { status, body } = await ask(`${operation}?${name}=${encodeURIComponent(text)}`);
        expect([status, body]).toEqual([400, badDate(name, text)]);
      }
    }
  });

  it('without a value are INVALID_DATE_RANGE too', async () => {
    const { ask } = await makeCaller(gateway);
    for (const query of ['start', 'start=', 'start=&end=2026-03-15']) {
      const { status, body } = await ask(`stats?${query}`);
      expect([status, body]).toEqual([400, badDate('start', '')]);
    }
  });

  it('read a plus sign as the blank that it is in a query', async () => {
    const { ask } = await makeCaller(gateway);
    expect((await ask('stats?start=+2026-01-01')).body).toEqual(badDate('start', ' 2026-01-01'));
  });

  it.each(['0001-01-01', '2024-02-29', '2000-02-29', '2026-03-15', '9999-12-31'])(
    'both given as %s ask for that one day',
    async (day) => {
      const { ask } = await makeCaller(gateway);
      const query = `start=${day}&end=${day}`;
      expect((await ask(`stats?${query}`)).body.period).toEqual({ start: day, end: day });
      expect(datesOf((await ask(`timeseries?${query}`)).body)).toEqual([day]);
      expect((await ask(`events?${query}`)).body).toEqual({ events: [], next_cursor: null });
    },
  );

  it.each([
    ['start=2026-03-02&end=2026-03-01', 'start 2026-03-02 lies after end 2026-03-01.'],
    ['start=2026-03-16', 'start 2026-03-16 lies after end 2026-03-15 (today).'],
    [
      'end=2026-03-07',
      'end 2026-03-07 lies before the default start 2026-03-08 (7 days ago); pass start as well.',
    ],
  ])('as in %s leave no day and are INVALID_DATE_RANGE', async (query, error) => {
    const { ask } = await makeCaller(gateway);
    for (const operation of OPERATIONS) {
      const { status, body } = await ask(`${operation}?${query}`);
      expect([status, body]).toEqual([400, { error, code: 'INVALID_DATE_RANGE' }]);
    }
  });

  it('are both inclusive, to the millisecond', async () => {
    const { count } = await withEventsAt([
      '2026-03-09T23:59:59.999Z',
      '2026-03-10T00:00:00.000Z',
      '2026-03-11T23:59:59.999Z',
      '2026-03-12T00:00:00.000Z',
    ]);
    expect(await count('start=2026-03-10&end=2026-03-11')).toEqual([2, 2, 2]);
    expect(await count('start=2026-03-09&end=2026-03-11')).toEqual([3, 3, 3]);
    expect(await count('start=2026-03-10&end=2026-03-12')).toEqual([3, 3, 3]);
    expect(await count('start=2026-03-10&end=2026-03-10')).toEqual([1, 1, 1]);
  });

  it('hold at the first and the last instant there is', async () => {
    const { count, ask } = await withEventsAt(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']);
    expect(await count('start=0001-01-01&end=0001-01-01')).toEqual([1, 1, 1]);
    expect(await count('start=9999-12-31&end=9999-12-31')).toEqual([1, 1, 1]);
    const between = 'start=0001-01-02&end=9999-12-30';
    expect((await ask(`stats?${between}`)).body.totals.bot_visits).toBe(0);
    expect((await ask(`events?${between}`)).body.events).toEqual([]);
    const { body } = await ask('events?start=0001-01-01&end=9999-12-31');
    expect(body.events.map((event: { created_at: string }) => event.created_at)).toEqual([
      '9999-12-31T23:59:59.999Z',
      '0001-01-01T00:00:00.000Z',
    ]);
  });

  it.each([
    ['2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
    ['2025-02-28', '2025-03-01', ['2025-02-28', '2025-03-01']],
    ['2100-02-28', '2100-03-01', ['2100-02-28', '2100-03-01']],
    ['2025-12-31', '2026-01-01', ['2025-12-31', '2026-01-01']],
    ['2026-04-30', '2026-05-01', ['2026-04-30', '2026-05-01']],
  ])('from %s to %s pass the end of the month as the calendar does', async (start, end, days) => {
    const { ask } = await makeCaller(gateway);
    expect(datesOf((await ask(`timeseries?start=${start}&end=${end}`)).body)).toEqual(days);
  });
});

describe('left out', () => {
  const WEEK = [
    '2026-03-08',
    '2026-03-09',
    '2026-03-10',
    '2026-03-11',
    '2026-03-12',
    '2026-03-13',
    '2026-03-14',
    '2026-03-15',
  ];

  it('both, the range is from seven days ago to today: eight daily points', async () => {
    const { ask } = await makeCaller(gateway);
    expect(datesOf((await ask('timeseries')).body)).toEqual(WEEK);
    expect((await ask('stats')).body.period).toEqual({ start: '2026-03-08', end: '2026-03-15' });
  });

  it('end, it is today; start, it is seven days ago, whatever the end', async () => {
    const { ask } = await makeCaller(gateway);
    const period = async (query: string) => (await ask(`stats?${query}`)).body.period as unknown;
    expect(await period('start=2026-01-01')).toEqual({ start: '2026-01-01', end: '2026-03-15' });
    expect(await period('start=2026-03-15')).toEqual({ start: '2026-03-15', end: '2026-03-15' });
    expect(await period('end=2026-03-08')).toEqual({ start: '2026-03-08', end: '2026-03-08' });
    expect(await period('end=2026-12-31')).toEqual({ start: '2026-03-08', end: '2026-12-31' });
  });

  it('the range covers all of today, what lies later in the day too', async () => {
    const { count } = await withEventsAt([
      '2026-03-07T23:59:59.999Z',
      '2026-03-08T00:00:00.000Z',
      NOW,
      '2026-03-15T23:59:59.999Z',
      '2026-03-16T00:00:00.000Z',
    ]);
    expect(await count('')).toEqual([3, 3, 3]);
  });

  it.each([
    ['2026-03-15T00:00:00.000Z', '2026-03-08', '2026-03-15'],
    ['2026-03-15T23:59:59.999Z', '2026-03-08', '2026-03-15'],
    ['2026-03-16T00:00:00.000Z', '2026-03-09', '2026-03-16'],
    ['2024-03-01T00:00:00.000Z', '2024-02-23', '2024-03-01'],
    ['2026-01-01T00:00:00.000Z', '2025-12-25', '2026-01-01'],
  ])('today is the UTC day of the request: at %s', async (now, start, end) => {
    const { rest, db } = startGateway({ db: gateway.db, now });
    const { site, key } = await makeCaller({ ...gateway, db, rest });
    const { body } = await rest(`/api/v1/sites/${site.id}/stats`, key);
    expect(body.period).toEqual({ start, end });
  });
});

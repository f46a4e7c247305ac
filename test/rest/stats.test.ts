import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
import { makeCaller } from './support.ts';

const gateway = startGateway();
const AT = '2026-03-15T10:00:00.000Z';
const TODAY = 'stats?start=2026-03-15';

/** What the conversions of one name are worth together, recorded one by one in several slots. */
async function worth(values: readonly (number | null)[]): Promise<unknown> {
  const { ask, site } = await makeCaller(gateway);
  for (const [index, eventValue] of values.entries()) {
    await record(gateway.db, site, [conversion(AT, { eventName: 'buy', eventValue })], index % 3);
  }
  const { body } = await ask(TODAY);
  expect(body.conversion_breakdown).toHaveLength(1);
  expect(body.conversion_breakdown[0].count).toBe(values.length);
  return body.conversion_breakdown[0].value;
}

describe('GET /api/v1/sites/{siteId}/stats', () => {
  it('answers period, totals and breakdowns, in this order of fields', async () => {
    const { ask, site } = await makeCaller(gateway);
    await record(gateway.db, site, [
      botVisit('2026-03-08T00:00:00.000Z'),
      botVisit(AT),
      botVisit(AT, { botName: 'ClaudeBot', botCompany: 'Anthropic' }),
      referral(AT),
      referral(AT, { source: 'perplexity' }),
      referral('2026-03-15T23:59:59.999Z', { source: 'perplexity' }),
      conversion(AT, { eventName: 'purchase', eventValue: 49.9 }),
      conversion(AT, { eventName: 'purchase', eventValue: 0.1 }),
      conversion(AT, { eventName: 'purchase', eventValue: null }),
      conversion(AT),
      botVisit('2026-03-07T23:59:59.999Z'),
      botVisit('2026-03-16T00:00:00.000Z'),
    ]);
    const { status, headers, text } = await ask('stats');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(text).toBe(
      JSON.stringify({
        period: { start: '2026-03-08', end: '2026-03-15' },
        totals: { bot_visits: 3, referrals: 3, conversions: 4 },
        bot_breakdown: [
          { bot_name: 'GPTBot', bot_company: 'OpenAI', count: 2 },
          { bot_name: 'ClaudeBot', bot_company: 'Anthropic', count: 1 },
        ],
        referral_breakdown: [
          { source: 'perplexity', count: 2 },
          { source: 'chatgpt', count: 1 },
        ],
        conversion_breakdown: [
          { event_name: 'purchase', count: 3, value: 50 },
          { event_name: 'signup', count: 1, value: 0 },
        ],
      }),
    );
  });

  it('answers a site without events in the same shape', async () => {
    const { ask } = await makeCaller(gateway);
    expect((await ask('stats?start=2026-03-01&end=2026-03-02')).body).toEqual({
      period: { start: '2026-03-01', end: '2026-03-02' },
      totals: { bot_visits: 0, referrals: 0, conversions: 0 },
      bot_breakdown: [],
      referral_breakdown: [],
      conversion_breakdown: [],
    });
  });

  it('counts nothing of another site, of the same account or not', async () => {
    const [caller, other] = [await makeCaller(gateway), await makeCaller(gateway)];
    await record(gateway.db, other.site, [botVisit(AT), referral(AT), conversion(AT)]);
    expect((await caller.ask('stats')).body.totals).toEqual({ bot_visits: 0, referrals: 0, conversions: 0 });
  });

  it('shows a new event in the next answer', async () => {
    const { ask, site } = await makeCaller(gateway);
    for (const conversions of [1, 2, 3]) {
      await record(gateway.db, site, [conversion(AT)], conversions);
      expect((await ask('stats')).body.totals).toEqual({ bot_visits: 0, referrals: 0, conversions });
    }
  });

  it('counts beyond 2^31 as JSON integers', async () => {
    const { ask, site } = await makeCaller(gateway);
    for (const slot of [0, 1]) {
      await sql`insert into site_days (site_id, day, type, name, company, slot, count, value)
        values (${site.id}, '2026-03-15', 'bot', 'GPTBot', 'OpenAI', ${slot}, 2147483648, 0),
               (${site.id}, '2026-03-15', 'bot', 'Other', 'Else', ${slot}, 2199023255552, 0)`.execute(
        gateway.db,
      );
    }
    const { text } = await ask(TODAY);
    expect(text).toContain('"totals":{"bot_visits":4402341478400,"referrals":0,"conversions":0}');
    expect(text).toContain(
      '[{"bot_name":"Other","bot_company":"Else","count":4398046511104},{"bot_name":"GPTBot","bot_company":"OpenAI","count":4294967296}]',
    );
  });
});

describe('the value of a conversion', () => {
  it.each<[what: string, values: readonly (number | null)[], sum: number]>([
    ['tenths', [0.1, 0.2], 0.3],
    ['tenths, ten times', Array.from({ length: 10 }, () => 0.1), 1],
    ['cents beside a large number', [1e15, 0.01, 0.01, -1e15], 0.02],
    ['large numbers with cents', [90_071_992_547_409.9, 0.01, 0.08], 90_071_992_547_409.99],
    ['what falls away again', [1e15, 0.1, -1e15], 0.1],
    ['negative numbers', [-1.1, -2.2], -3.3],
    ['both signs', [19.99, -19.99], 0],
    ['tiny numbers', [1e-7, 2e-7], 3e-7],
    ['set and not set', [null, 5, null], 5],
    ['none set', [null, null], 0],
    ['noughts', [0, 0], 0],
  ])('adds up %s exactly', async (_, values, sum) => {
    expect(await worth(values)).toBe(sum);
  });
});

describe('a breakdown', () => {
  /** Names of the three breakdowns when these names were counted, each so many times. */
  async function order(counts: Readonly<Record<string, number>>) {
    const { ask, site } = await makeCaller(gateway);
    const names = Object.entries(counts).flatMap(([name, count]) => Array<string>(count).fill(name));
    const events = names.flatMap((name) => [
      botVisit(AT, { botName: name }),
      referral(AT, { source: name }),
      conversion(AT, { eventName: name }),
    ]);
    await record(gateway.db, site, events);
    const { body } = await ask(TODAY);
    return [
      body.bot_breakdown.map((item: { bot_name: string }) => item.bot_name),
      body.referral_breakdown.map((item: { source: string }) => item.source),
      body.conversion_breakdown.map((item: { event_name: string }) => item.event_name),
    ] as string[][];
  }

  it('is sorted by count, the largest first', async () => {
    const sorted = ['d', 'a', 'c', 'b'];
    expect(await order({ a: 3, b: 1, c: 2, d: 11 })).toEqual([sorted, sorted, sorted]);
  });

  it('is sorted by code point where the counts are the same, whatever a language says', async () => {
    const sorted = [
      '',
      ' b',
      '!',
      '0',
      '10',
      '9',
      'A',
      'B',
      'Z',
      '_',
      'a',
      'aa',
      'ab',
      'b',
      'z',
      '~',
      'é',
      'ß',
      'Ω',
      '�',
      '😀',
    ];
    const byCodePoint = sorted.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const counts = Object.fromEntries(sorted.toReversed().map((name) => [`${name}.`, 1]));
    const expected = byCodePoint
      .map((name) => `${name}.`)
      .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await order(counts)).toEqual([expected, expected, expected]);
    expect(expected.slice(-2)).toEqual(['�.', '😀.']);
  });

  it('keeps bots of one name and two companies apart, and sorts them by company', async () => {
    const { ask, site } = await makeCaller(gateway);
    const companies = ['b', 'B', 'a', 'é', 'A'];
    await record(
      gateway.db,
      site,
      companies.map((botCompany) => botVisit(AT, { botName: 'Bot', botCompany })),
    );
    const { body } = await ask(TODAY);
    expect(body.bot_breakdown).toEqual(
      ['A', 'B', 'a', 'b', 'é'].map((botCompany) => ({ bot_name: 'Bot', bot_company: botCompany, count: 1 })),
    );
    expect(body.totals.bot_visits).toBe(5);
  });

  it('takes names verbatim: those that differ by case, blanks or accents are several', async () => {
    const names = [
      'signup',
      'Signup',
      'signup ',
      'sign\u00fcp',
      'signu\u0308p',
      '"; drop table',
      '</script>',
      '\\',
    ];
    const counted = await order(Object.fromEntries(names.map((name, index) => [name, names.length - index])));
    expect(counted).toEqual([names, names, names]);
  });
});

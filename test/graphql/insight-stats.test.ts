import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { askText, refusals } from '../twins/support.ts';

// Sunday, 15 March 2026, 12:34:56.789
const gateway = startGateway();

async function makeCaller(events: readonly NewEvent[] = [], plan: 'free' | 'pro' = 'pro') {
  const owner = await makeOwner(gateway.db, plan);
  const site = await makeSite(gateway.db, owner.accountId);
  if (events.length > 0) await record(gateway.db, site, events);
  const ask = (fields: string) =>
    askText(gateway, owner.key, `query ($id: ID!) { site(id: $id) { ${fields} } }`, { id: site.id });
  return { site, ask, read: async (fields: string) => (await ask(fields)).data?.['site'] };
}

const NOTHING_KNOWN = {
  verification: { signed: 0, verified: 0, outside: 0, noList: 0, unknown: 0 },
  failed: 0,
  bytes: null,
};
const FACTS = 'verification { signed verified outside noList unknown } failed bytes';

describe('what was not recorded is not shown as 0:', () => {
  it('a site without events has no purposes, statuses, companies or bytes', async () => {
    const { read } = await makeCaller();

    const site = await read(
      `stats { purposes { count } statuses { count } comparison { until } ${FACTS} } companies { company }`,
    );

    const stats = { purposes: [], statuses: [], comparison: null, ...NOTHING_KNOWN };
    expect(site).toEqual({ stats, companies: [] });
  });

  it('visits recorded by an earlier release have no verdict, status or bytes', async () => {
    const { site, read } = await makeCaller([
      botVisit('2026-03-14T10:00:00Z', { status: 200, bytes: 7, verdict: 'verified' }),
    ]);
    await recordAsBefore(site.id, '2026-03-14', 3);

    expect(
      await read(`stats { ${FACTS} statuses { status count } botBreakdown { count ${FACTS} } }`),
    ).toEqual({
      stats: {
        verification: { signed: 0, verified: 1, outside: 0, noList: 0, unknown: 3 },
        failed: 0,
        bytes: 7,
        statuses: [
          { status: null, count: 3 },
          { status: 200, count: 1 },
        ],
        botBreakdown: [
          {
            count: 4,
            verification: { signed: 0, verified: 1, outside: 0, noList: 0, unknown: 3 },
            failed: 0,
            bytes: 7,
          },
        ],
      },
    });
  });

  it('a response of 0 bytes is a size, and only a status from 400 is a failure', async () => {
    const { read } = await makeCaller(
      [399, 400, 599, null].map((status) =>
        botVisit('2026-03-14T10:00:00Z', { status, bytes: status === 399 ? 0 : null }),
      ),
    );

    expect(await read('stats { failed bytes }')).toEqual({ stats: { failed: 2, bytes: 0 } });
  });
});

describe('companies', () => {
  it('join bots and sources, in the order of visits, referrals and name by code point', async () => {
    const at = '2026-03-14T10:00:00Z';
    const { read } = await makeCaller([
      botVisit(at),
      botVisit(at, { botName: 'ChatGPT-User' }),
      botVisit(at, { botName: 'OwnBot', botCompany: '\uFFFD' }),
      botVisit(at, { botName: 'OwnBot', botCompany: '😀' }),
      referral(at, { source: 'chatgpt' }),
      referral(at, { source: 'claude' }),
      referral(at, { source: 'claude' }),
      referral(at, { source: 'my-product' }),
    ]);

    const { companies } = (await read(
      'companies { company botVisits purposes { purpose count } referrals visitsPerReferral previousReferrals }',
    )) as { companies: unknown };

    const rest = { previousReferrals: null };
    const [training, user] = [
      { purpose: 'TRAINING', count: 1 },
      { purpose: 'USER', count: 1 },
    ];
    const other = { botVisits: 1, purposes: [{ purpose: 'OTHER', count: 1 }], referrals: 0 };
    const sends = { ...rest, botVisits: 0, purposes: [], visitsPerReferral: 0 };
    expect(companies).toEqual([
      {
        ...rest,
        company: 'OpenAI',
        botVisits: 2,
        purposes: [training, user],
        referrals: 1,
        visitsPerReferral: 2,
      },
      { ...rest, ...other, company: '\uFFFD', visitsPerReferral: null },
      { ...rest, ...other, company: '😀', visitsPerReferral: null },
      { ...sends, company: 'Anthropic', referrals: 2 },
      { ...sends, company: 'my-product', referrals: 1 },
    ]);
  });

  it('have the bots that the catalogue gives them, whatever company was recorded', async () => {
    const at = '2026-03-14T10:00:00Z';
    const { read } = await makeCaller([
      botVisit(at, { botCompany: 'Openai, Inc.' }),
      botVisit(at, { botName: 'OwnBot', botCompany: 'OpenAI' }),
      botVisit(at, { botName: 'OwnBot', botCompany: 'Own' }),
    ]);

    expect(await read('companies { company botVisits }')).toEqual({
      companies: [
        { company: 'OpenAI', botVisits: 2 },
        { company: 'Own', botVisits: 1 },
      ],
    });
  });

  it('of 5,000 names are all listed', async () => {
    const events = Array.from({ length: 5000 }, (_, index) =>
      botVisit('2026-03-14T10:00:00Z', { botName: `Bot ${index}`, botCompany: `Company ${index}` }),
    );
    const { read } = await makeCaller(events);

    const { companies } = (await read('companies { company }')) as { companies: { company: string }[] };

    expect(companies.map(({ company }) => company)).toEqual(
      events.map((_, index) => `Company ${index}`).toSorted(),
    );
  });
});

describe('a comparison', () => {
  it('is made of the last full hour, and by name of the last full day', async () => {
    const { read } = await makeCaller([
      ...['2026-03-15T11:59:59.999Z', '2026-03-15T12:00:00.000Z', '2026-03-14T23:59:59.999Z'].map((at) =>
        botVisit(at),
      ),
      ...['2026-03-13T11:59:59.999Z', '2026-03-13T12:00:00.000Z', '2026-03-12T00:00:00.000Z'].map((at) =>
        botVisit(at),
      ),
      botVisit('2026-03-15T01:00:00.000Z', { botName: 'Bot of today' }),
    ]);

    const site = await read(`
      stats(start: "2026-03-14", end: "2026-03-15", compare: PREVIOUS_PERIOD) {
        totals { botVisits } botBreakdown { botName count previousCount }
        comparison {
          until totals { botVisits } previousPeriod { start end } previousTotals { botVisits }
        }
      }
      companies(start: "2026-03-14", end: "2026-03-15", compare: PREVIOUS_PERIOD) {
        botVisits previousBotVisits previousReferrals
      }`);

    expect(site).toEqual({
      stats: {
        totals: { botVisits: 4 },
        botBreakdown: [{ botName: 'GPTBot', count: 1, previousCount: 1 }],
        comparison: {
          until: '2026-03-15T12:00:00.000Z',
          totals: { botVisits: 3 },
          previousPeriod: { start: '2026-03-12', end: '2026-03-13' },
          previousTotals: { botVisits: 2 },
        },
      },
      companies: [{ botVisits: 1, previousBotVisits: 1, previousReferrals: 0 }],
    });
  });

  it('lists last, with 0, who came on the days before and not since, or only today', async () => {
    const { read } = await makeCaller([
      botVisit('2026-03-14T10:00:00Z', { botName: 'ClaudeBot', botCompany: 'Anthropic' }),
      botVisit('2026-03-12T10:00:00Z'),
      botVisit('2026-03-12T11:00:00Z'),
      botVisit('2026-03-12T10:00:00Z', { botName: 'CCBot', botCompany: 'Common Crawl' }),
      botVisit('2026-03-15T10:00:00Z', { botName: 'CCBot', botCompany: 'Common Crawl' }),
      botVisit('2026-03-15T10:00:00Z', { botName: 'Bot of today' }),
      referral('2026-03-12T10:00:00Z', { source: 'mistral' }),
    ]);

    const days = 'start: "2026-03-14", end: "2026-03-15", compare: PREVIOUS_PERIOD';
    const site = await read(`
      stats(${days}) { totals { botVisits } botBreakdown { botName count previousCount ${FACTS} } }
      companies(${days}) { company botVisits previousBotVisits referrals previousReferrals visitsPerReferral }`);

    const none = { referrals: 0, previousReferrals: 0, visitsPerReferral: null };
    const unknown = { ...NOTHING_KNOWN.verification, unknown: 1 };
    expect(site).toEqual({
      stats: {
        totals: { botVisits: 3 },
        botBreakdown: [
          { ...NOTHING_KNOWN, botName: 'ClaudeBot', count: 1, previousCount: 0, verification: unknown },
          { ...NOTHING_KNOWN, botName: 'CCBot', count: 0, previousCount: 1 },
          { ...NOTHING_KNOWN, botName: 'GPTBot', count: 0, previousCount: 2 },
        ],
      },
      companies: [
        { ...none, company: 'Anthropic', botVisits: 1, previousBotVisits: 0 },
        { ...none, company: 'Common Crawl', botVisits: 0, previousBotVisits: 1 },
        { ...none, company: 'Mistral', botVisits: 0, previousBotVisits: 0, previousReferrals: 1 },
        { ...none, company: 'OpenAI', botVisits: 0, previousBotVisits: 2 },
      ],
    });
  });

  it.each(['stats', 'timeseries', 'companies'])(
    'of %s with a period before year 1 is refused, after the budget',
    async (field) => {
      const { ask } = await makeCaller();
      const range = 'start: "0001-06-01", end: "0002-05-31"';

      const answer = await ask(`${field}(${range}, compare: PREVIOUS_YEAR) { __typename }
        other: ${field}(start: "x", compare: PREVIOUS_YEAR) { __typename }`);

      expect(answer.errors?.map(({ path, message, extensions }) => [path, message, extensions])).toEqual([
        [
          ['site', field],
          'The period to compare with would begin before year 1; use a later start.',
          { code: 'INVALID_DATE_RANGE' },
        ],
        [
          ['site', 'other'],
          'start must be a calendar date as YYYY-MM-DD in the years 0001 to 9999; got "x".',
          { code: 'INVALID_DATE_RANGE' },
        ],
      ]);
    },
  );

  it('of hours needs Pro, as without', async () => {
    const { ask } = await makeCaller([], 'free');

    const answer = await ask('timeseries(granularity: HOUR, compare: PREVIOUS_YEAR) { __typename }');

    expect(refusals(answer)).toEqual(['site.timeseries PLAN_REQUIRED']);
  });

  it('of a timeseries has a point for each point, and counts as part of the response', async () => {
    const { ask, read } = await makeCaller([botVisit('2023-02-28T10:00:00Z')]);

    expect(
      await read(`timeseries(start: "2024-02-28", end: "2024-03-01", compare: PREVIOUS_YEAR) {
        completeUntil previous { date botVisits }
      }`),
    ).toEqual({
      timeseries: {
        completeUntil: '2024-03-02T00:00:00.000Z',
        previous: [
          { date: '2023-02-28', botVisits: 1 },
          { date: '2023-02-28', botVisits: 1 },
          { date: '2023-03-01', botVisits: 0 },
        ],
      },
    });
    const long = 'timeseries(start: "1998-10-30", compare: PREVIOUS_PERIOD)';
    const fields = 'date botVisits referrals conversions startsAt datetime';
    const both = `{ data { ${fields} } previous { ${fields} } }`;
    const answers = await Promise.all([ask(`${long} ${both}`), ask(`a: ${long} ${both} b: ${long} ${both}`)]);
    expect(answers.map(refusals)).toEqual([[], [' DOCUMENT_TOO_LARGE']]);
  });
});

it('an item of a list that is paid for may have 20 values, too', async () => {
  const { ask } = await makeCaller();
  const aliases = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: company`).join(' ');

  const answers = [await ask(`companies { ${aliases(20)} }`), await ask(`companies { ${aliases(21)} }`)];

  expect(answers.map(refusals)).toEqual([[], [' DOCUMENT_TOO_LARGE']]);
});

/** Visits of GPTBot, as servers from before the facts record them. */
async function recordAsBefore(siteId: string, day: string, count: number): Promise<void> {
  await sql`insert into site_days (site_id, day, type, name, company, slot, count, value)
    values (${siteId}, ${day}::date, 'bot', 'GPTBot', 'OpenAI', 5, ${count}::bigint, 0)`.execute(gateway.db);
  await sql`insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
    values (${siteId}, 'day', (${day} || 'T00:00:00Z')::timestamptz, 5, ${count}::bigint, 0, 0)`.execute(
    gateway.db,
  );
}

import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { askText } from './support.ts';

/** What each door says of the LLM products that sent the visitors of conversions. */

// Sunday, 15 March 2026, 12:34:56.789
const gateway = startGateway();
const AT = '2026-03-14T10:00:00.000Z';

async function makeCaller(events: readonly NewEvent[]) {
  const { accountId, key } = await makeOwner(gateway.db);
  const site = await makeSite(gateway.db, accountId);
  await record(gateway.db, site, events);
  return {
    graphql: async (fields: string) => {
      const document = `query ($id: ID!) { site(id: $id) { ${fields} } }`;
      const { data, errors } = await askText(gateway, key, document, { id: site.id });
      expect(errors).toBeUndefined();
      return data?.['site'];
    },
    rest: async (question: string) => {
      const { status, body } = await gateway.rest(`/api/v1/sites/${site.id}/${question}`, key);
      expect(status).toBe(200);
      return body as Readonly<Record<string, unknown>>;
    },
  };
}

describe('a conversion', () => {
  const EVENTS = [
    referral('2026-03-14T10:00:00.000Z', { source: 'chatgpt' }),
    conversion('2026-03-14T10:00:00.001Z', { sentBy: 'chatgpt', eventValue: 9.5 }),
    conversion('2026-03-14T10:00:00.002Z', { sentBy: 'my-product' }),
    conversion('2026-03-14T10:00:00.003Z'),
  ];

  it('says in GraphQL who sent its visitor, in one selection with the source of a referral', async () => {
    const { graphql } = await makeCaller(EVENTS);

    const site = await graphql(`events { nodes {
      ... on Referral { source } ... on Conversion { sentBy sentByName }
    } }`);

    const nodes = [
      { sentBy: null, sentByName: null },
      { sentBy: 'my-product', sentByName: 'my-product' },
      { sentBy: 'chatgpt', sentByName: 'ChatGPT' },
      { source: 'chatgpt' },
    ];
    expect(site).toEqual({ events: { nodes } });
  });

  it('says it in REST with detail, and has without what it always had', async () => {
    const { rest } = await makeCaller(EVENTS);
    const list = async (query: string) => {
      const { events } = await rest(`events?type=conversion${query}`);
      return (events as readonly object[]).map((event) => ({ ...event, id: 0 }));
    };
    const base = { id: 0, type: 'conversion', page_path: '/', country: 'XX', event_name: 'signup' };
    const plain = ['2', '1'].map((last) => ({
      ...base,
      created_at: `2026-03-14T10:00:00.00${last}Z`,
      event_value: last === '1' ? 9.5 : null,
    }));
    const unsent = { ...base, created_at: '2026-03-14T10:00:00.003Z', event_value: null };

    expect(await list('')).toEqual([unsent, ...plain]);
    expect(await list('&detail=true')).toEqual([
      { ...unsent, source: null },
      { ...plain[0], source: 'my-product' },
      { ...plain[1], source: 'chatgpt' },
    ]);
  });
});

describe('what a product led to', () => {
  const EVENTS = [
    botVisit(AT, { status: 404, bytes: 3 }),
    referral('2026-03-09T23:59:00.000Z', { source: 'chatgpt' }),
    referral(AT, { source: 'perplexity' }),
    referral(AT, { source: 'perplexity' }),
    referral(AT, { source: 'grok' }),
    // the landing was on the day before
    conversion('2026-03-10T00:10:00.000Z', { sentBy: 'chatgpt', eventValue: 0.1 }),
    conversion('2026-03-11T10:00:00.000Z', { sentBy: 'chatgpt', eventName: 'purchase', eventValue: 0.2 }),
    conversion(AT, { sentBy: 'perplexity', eventName: 'purchase', eventValue: null }),
    conversion(AT, { sentBy: 'chatgpt', eventName: 'purchase', eventValue: 4_503_599_627_370.01 }),
    conversion(AT, { sentBy: 'claude', eventName: 'contact', eventValue: -1.5 }),
    conversion(AT, { eventName: 'contact', eventValue: 100 }),
  ];
  const BROUGHT = 'referralBreakdown { source count conversions value }';
  const PERPLEXITY = { source: 'perplexity', count: 2, conversions: 1, value: 0 };
  const GROK = { source: 'grok', count: 1, conversions: 0, value: 0 };
  const CHATGPT = { source: 'chatgpt', count: 0, conversions: 3, value: 4_503_599_627_370.31 };
  const CLAUDE = { source: 'claude', count: 0, conversions: 1, value: -1.5 };

  it('counts on the day of the conversion, is added up exactly, and lists a product without referrals with 0', async () => {
    const { graphql } = await makeCaller(EVENTS);
    const days = 'start: "2026-03-10", end: "2026-03-14"';
    expect(await graphql(`stats(${days}) { ${BROUGHT} }`)).toEqual({
      stats: { referralBreakdown: [PERPLEXITY, GROK, CHATGPT, CLAUDE] },
    });
    expect(await graphql(`stats(start: "2026-03-09", end: "2026-03-09") { ${BROUGHT} }`)).toEqual({
      stats: { referralBreakdown: [{ source: 'chatgpt', count: 1, conversions: 0, value: 0 }] },
    });
  });

  it('is in REST with detail alone, and only of products with referrals', async () => {
    const { rest } = await makeCaller(EVENTS);
    const days = 'start=2026-03-10&end=2026-03-14';
    const plain = await rest(`stats?${days}`);
    const detailed = await rest(`stats?${days}&detail=true`);

    expect(plain['referral_breakdown']).toEqual([
      { source: 'perplexity', count: 2 },
      { source: 'grok', count: 1 },
    ]);
    expect(detailed['referral_breakdown']).toEqual([PERPLEXITY, GROK]);
  });

  it.each(['', 'failed', 'statuses { count }', 'botBreakdown { verification { unknown } }'])(
    'is the same beside the fields "%s", with a comparison and without',
    async (others) => {
      const { graphql } = await makeCaller(EVENTS);
      const referralBreakdown = [PERPLEXITY, GROK, CHATGPT, CLAUDE];
      for (const compare of ['', ', compare: PREVIOUS_PERIOD', ', compare: PREVIOUS_YEAR'])
        expect(await graphql(`stats(start: "2026-03-10"${compare}) { ${BROUGHT} ${others} }`)).toMatchObject({
          stats: { referralBreakdown },
        });
    },
  );

  it('leaves the breakdown of goals as it was: each once, by the sum of its products', async () => {
    const { graphql, rest } = await makeCaller(EVENTS);
    const goals = [
      { name: 'purchase', count: 3, value: 4_503_599_627_370.21 },
      { name: 'contact', count: 2, value: 98.5 },
      { name: 'signup', count: 1, value: 0.1 },
    ];

    const { conversion_breakdown: inRest } = await rest('stats');
    const inGraphql = await graphql('stats { conversionBreakdown { eventName count value } }');

    expect(inRest).toEqual(goals.map(({ name, ...sums }) => ({ event_name: name, ...sums })));
    const conversionBreakdown = goals.map(({ name, ...sums }) => ({ eventName: name, ...sums }));
    expect(inGraphql).toEqual({ stats: { conversionBreakdown } });
  });
});

describe('companies', () => {
  it('bring what the visitors of all their products did; a product that is not known stands for itself', async () => {
    const { graphql, rest } = await makeCaller([
      botVisit(AT),
      referral(AT, { source: 'gemini' }),
      conversion(AT, { sentBy: 'gemini', eventValue: 0.1 }),
      conversion(AT, { sentBy: 'notebooklm', eventValue: 0.2 }),
      conversion(AT, { sentBy: 'my-product', eventValue: 7 }),
      conversion(AT, { eventValue: 1_000 }),
    ]);
    const companies = [
      { company: 'OpenAI', botVisits: 1, referrals: 0, conversions: 0, value: 0 },
      { company: 'Google', botVisits: 0, referrals: 1, conversions: 2, value: 0.3 },
      { company: 'my-product', botVisits: 0, referrals: 0, conversions: 1, value: 7 },
    ];

    expect(await graphql('companies { company botVisits referrals conversions value }')).toEqual({
      companies,
    });
    expect(await rest('companies')).toMatchObject({
      companies: companies.map(({ botVisits, ...rest }) => ({ bot_visits: botVisits, ...rest })),
    });
  });

  it('with a comparison have the conversions of full days, and none is listed for earlier conversions alone', async () => {
    const { graphql } = await makeCaller([
      conversion('2026-03-12T10:00:00Z', { sentBy: 'mistral', eventValue: 5 }),
      referral('2026-03-12T10:00:00Z', { source: 'grok' }),
      conversion('2026-03-13T10:00:00Z', { sentBy: 'grok', eventValue: 5 }),
      conversion('2026-03-14T10:00:00Z', { sentBy: 'claude', eventValue: 3 }),
      conversion('2026-03-15T10:00:00Z', { sentBy: 'claude', eventValue: 30 }),
      conversion('2026-03-15T10:00:00Z', { sentBy: 'chatgpt', eventValue: 40 }),
    ]);

    const days = 'start: "2026-03-14", end: "2026-03-15", compare: PREVIOUS_PERIOD';

    expect(
      await graphql(`companies(${days}) { company conversions value previousReferrals previousBotVisits }`),
    ).toEqual({
      companies: [
        { company: 'Anthropic', conversions: 1, value: 3, previousReferrals: 0, previousBotVisits: 0 },
        { company: 'xAI', conversions: 0, value: 0, previousReferrals: 1, previousBotVisits: 0 },
      ],
    });
  });
});

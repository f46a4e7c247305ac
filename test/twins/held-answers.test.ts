import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { callOf, post } from '../mcp/support.ts';
import { headersOf } from '../rest/support.ts';

/*
 * Answers that callers got from earlier releases, whole and with their headers. A change that is meant to keep them
 * compares byte for byte; one that is not says so in CHANGELOG.md, and `npx vitest run -u held-answers` writes them anew.
 */

const gateway = startGateway();

const EVENTS = [
  botVisit('2025-03-10T10:00:00.000Z', { pagePath: '/last-year' }),
  botVisit('2026-03-02T10:00:00.000Z', { pagePath: '/earlier', status: 500, bytes: 7 }),
  botVisit('2026-03-08T00:00:00.000Z', { country: 'DE', status: 200, bytes: 1_000, verdict: 'verified' }),
  botVisit('2026-03-09T01:00:00.000Z', { pagePath: '/a?b="c"&d=é', status: 404, verdict: 'outside' }),
  botVisit('2026-03-10T10:10:10.010Z', { botName: 'ClaudeBot', botCompany: 'Anthropic', verdict: 'no-list' }),
  botVisit('2026-03-10T10:10:10.010Z', { botName: 'HomeMadeBot', botCompany: 'Nobody', pagePath: '/a' }),
  botVisit('2026-03-11T23:59:59.999Z', { botName: 'ChatGPT-User', pagePath: '/a', country: 'FR', bytes: 0 }),
  referral('2026-03-10T10:10:10.010Z', { source: 'perplexity', status: 200 }),
  referral('2026-03-12T00:00:00.000Z', { pagePath: '/a' }),
  conversion('2026-03-12T00:00:00.000Z', { eventValue: 0.1 }),
  conversion('2026-03-12T00:00:00.000Z', { eventValue: 0.2, sentBy: 'chatgpt' }),
  conversion('2026-03-13T05:00:00.000Z', { eventName: 'contact', eventValue: null, country: 'DE' }),
  botVisit('2026-03-15T12:00:00.000Z'),
];

/** An account whose answers are the same in each run, but for ids, keys and cursors. */
async function makeRecorded(plan: 'free' | 'pro') {
  const owner = await makeOwner(gateway.db, plan);
  const site = await makeSite(gateway.db, owner.accountId);
  const empty = await makeSite(gateway.db, owner.accountId, {
    name: 'Empty',
    domain: 'empty.example',
    createdAtMs: Date.parse('2026-02-01T00:00:00Z'),
  });
  // one at a time, so that their ids are in order
  for (const event of EVENTS) await record(gateway.db, site, [event]);
  const ids = await idsOf(owner.key, site.id);
  /** Names of their own in place of what is random. */
  const steady = (text: string) =>
    text
      .replaceAll(site.id, 'SITE')
      .replaceAll(empty.id, 'EMPTY')
      .replaceAll(owner.email, 'EMAIL')
      .replace(/(?<="(?:id|eventId)":)\d+/g, (id) =>
        ids.includes(Number(id)) ? `<${ids.indexOf(Number(id))}>` : id,
      )
      .replace(/(?<="(?:id|next_cursor|endCursor|cursor)":"|cursor=)(?!SITE"|EMPTY"|bad)[\w=-]+/g, 'OPAQUE');
  return { ...owner, site, empty, steady };
}

/** The ids of its events, in their order. Tests beside this one take ids in between. */
async function idsOf(key: string, siteId: string): Promise<readonly number[]> {
  const { body } = await gateway.rest(`/api/v1/sites/${siteId}/events?start=2025-01-01`, key);
  return (body as { events: { id: number }[] }).events.map(({ id }) => id).toSorted((a, b) => a - b);
}

type Answered = { readonly status: number; readonly headers: Headers; readonly text: string };

/** The length of a body depends on the ids in it. */
function shown(question: string, { status, headers, text }: Answered, body = text): string {
  const length = headers.get('content-length');
  if (text !== '' && length !== null) expect(Number(length)).toBe(Buffer.byteLength(text));
  const lines = Object.entries(headersOf(headers))
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `${name}: ${value}`);
  return [`### ${question}`, String(status), ...lines, '', body, '', ''].join('\n');
}

const SITE_QUESTIONS = [
  'stats',
  'stats?start=2026-03-10&end=2026-03-12',
  'stats?start=2025-01-01&end=2026-12-31',
  'stats?start=2026-03-12&end=2026-03-10',
  'stats?start=2026-02-30',
  'stats?start=2026-03-01&start=2026-03-02',
  'stats?end=tomorrow&limit=0',
  'stats?colour=none&shape=maybe',
  'timeseries',
  'timeseries?granularity=day&start=2026-03-09&end=2026-03-11',
  'timeseries?granularity=hour&start=2026-03-10&end=2026-03-10',
  'timeseries?granularity=week',
  'timeseries?start=0001-01-01&end=0001-01-02',
  'events',
  'events?type=bot&limit=3',
  'events?type=referral&start=2026-03-12',
  'events?type=conversion',
  'events?type=visit',
  'events?limit=0',
  'events?limit=1001',
  'events?cursor=bad',
  'nothing',
  '',
];

it('keeps the answers of REST', async () => {
  const answers: string[] = [];
  for (const plan of ['pro', 'free'] as const) {
    const { key, site, empty, steady } = await makeRecorded(plan);
    const ask = async (path: string, init?: RequestInit, withKey: string | undefined = key) => {
      const answer = await gateway.rest(path, withKey, init);
      answers.push(steady(shown(`${plan} ${init?.method ?? 'GET'} ${path}`, answer)));
      return answer;
    };
    await ask('/api/v1/sites');
    for (const question of SITE_QUESTIONS) await ask(`/api/v1/sites/${site.id}/${question}`);
    const { body } = await ask(`/api/v1/sites/${site.id}/events?limit=5`);
    await ask(`/api/v1/sites/${site.id}/events?limit=5&cursor=${body.next_cursor}`);
    for (const report of ['stats', 'timeseries', 'events']) {
      await ask(`/api/v1/sites/${empty.id}/${report}`);
      await ask(`/api/v1/sites/${site.id}/${report}`, { method: 'HEAD' });
      await ask(`/api/v1/sites/${site.id}/${report}`, { method: 'POST' });
      await ask(`/api/v1/sites/site_00000000000000zz/${report}`);
      await ask(`/api/v1/sites/%20/${report}`);
      await ask(`/api/v1/sites/${report}`);
      await ask(`/api/v1/sites/${site.id}/${report}`, {}, 'wrong');
    }
  }
  await expect(answers.join('')).toMatchFileSnapshot('held-answers/rest.txt');
});

const FACTS = 'failed bytes verification { verified outside noList unknown }';
const DOCUMENTS = [
  '{ sites { id domain name eventsThisMonth createdAt lastEventAt retentionDays } }',
  `query ($site: ID!) { site(id: $site) {
    stats { period { start end } totals { botVisits referrals conversions }
      botBreakdown { botName botCompany count previousCount purpose ${FACTS} }
      referralBreakdown { source count } conversionBreakdown { eventName count value }
      purposes { purpose count } statuses { status count } ${FACTS} }
    timeseries(start: "2026-03-09", end: "2026-03-11") { granularity completeUntil
      data { date datetime botVisits referrals conversions } previous { date } } } }`,
  `query ($site: ID!) { site(id: $site) {
    stats(start: "2026-03-08", compare: PREVIOUS_PERIOD) { totals { botVisits }
      botBreakdown { botName count previousCount }
      comparison { until totals { botVisits referrals conversions } previousPeriod { start end }
        previousTotals { botVisits referrals conversions } } }
    timeseries(start: "2026-03-10", end: "2026-03-10", granularity: HOUR, compare: PREVIOUS_YEAR) {
      data { datetime botVisits } previous { datetime botVisits } } } }`,
  `query ($site: ID!) { site(id: $site) { events(first: 4) { edges { cursor node { id __typename type pagePath country
      createdAt eventId ... on BotVisit { botName botCompany status bytes verdict } ... on Referral { source }
      ... on Conversion { eventName eventValue } } } pageInfo { hasNextPage endCursor } }
    only: events(botName: "ClaudeBot", pagePath: "/") { nodes { eventId pagePath } } } }`,
  `query ($site: ID!) { site(id: $site) {
    companies { company botVisits purposes { purpose count } ${FACTS} referrals visitsPerReferral previousBotVisits }
    compared: companies(compare: PREVIOUS_PERIOD) { company botVisits previousBotVisits referrals previousReferrals }
    countries { country botVisits referrals conversions } } }`,
  `query ($site: ID!) { site(id: $site) {
    pages(first: 2) { edges { cursor node { pagePath botVisits referrals conversions failed bytes } }
      pageInfo { hasNextPage endCursor } }
    failed: pages(orderBy: FAILED, search: "a", purpose: TRAINING) { nodes { pagePath failed } } } }`,
  `query ($site: ID!) { site(id: $site) { bot(name: "GPTBot") { botName botCompany purpose documentationUrl robotsTxt
      visits ${FACTS} statuses { status count } firstSeenAt lastSeenAt
      pages(first: 3) { pagePath botVisits } timeseries { date botVisits } }
    never: bot(name: "NoSuchBot") { botName botCompany purpose visits firstSeenAt lastSeenAt } } }`,
  `query ($site: ID!) { site(id: $site) { coverage { firstEventAt lastEventAt factsSince rangesUpdatedAt
      gaps { from until } sources { kind name lastRecordedAt } } } }`,
  `query ($site: ID!) { site(id: $site) { stats(start: "2026-03-12", end: "2026-03-10") { failed }
      events(first: 0) { nodes { id } } timeseries(granularity: HOUR) { granularity } } }`,
  '{ site(id: "site_00000000000000zz") { id } }',
  '{ account { plan email usage { month used limit resetsAt } budgets { operation limit remaining resetAt } } }',
];

it('keeps the answers of GraphQL', async () => {
  const answers: string[] = [];
  for (const plan of ['pro', 'free'] as const) {
    const { key, site, steady } = await makeRecorded(plan);
    for (const query of DOCUMENTS) {
      const headers = { 'content-type': 'application/json' };
      const variables = query.includes('$site') ? { site: site.id } : {};
      const init = { method: 'POST', headers, body: JSON.stringify({ query, variables }) };
      const answer = await gateway.rest('/graphql', key, init);
      answers.push(steady(shown(`${plan} ${query}`, answer)));
    }
  }
  await expect(answers.join('')).toMatchFileSnapshot('held-answers/graphql.txt');
});

const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ['stats', {}],
  ['stats', { start: '2026-03-12', end: '2026-03-10' }],
  ['timeseries', { start: '2026-03-09', end: '2026-03-11' }],
  ['timeseries', { granularity: 'hour', start: '2026-03-10', end: '2026-03-10' }],
  ['companies', {}],
  ['pages', { limit: 2 }],
  ['pages', { order_by: 'failed', company: 'OpenAI', search: 'a' }],
  ['events', { limit: 4 }],
  ['explain_bot', { bot_name: 'GPTBot' }],
  ['explain_bot', { bot_name: 'NoSuchBot' }],
  ['stats', { site_id: 'site_00000000000000zz' }],
];

it('keeps the answers of MCP', async () => {
  const answers: string[] = [];
  const { key, site, steady } = await makeRecorded('pro');
  const ask = async (tool: string, args: object) => {
    const answer = await post(gateway, key, callOf(0, tool, { ...args }), {
      headers: { accept: 'application/json, text/event-stream' },
    });
    answers.push(
      steady(shown(`${tool} ${JSON.stringify(args)}`, answer, answer.text.replaceAll('\\"', '"'))),
    );
  };
  await ask('list_sites', {});
  for (const [tool, args] of CALLS) await ask(tool, { site_id: site.id, ...args });
  await expect(answers.join('')).toMatchFileSnapshot('held-answers/mcp.txt');
});

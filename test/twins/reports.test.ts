import { describe, expect, it } from 'vitest';
import type { Site } from '../../src/domain/site.ts';
import { replaceSitemap } from '../../src/queries/sitemaps.ts';
import { addVersion, judgeOne } from '../judging/support.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { type Json, askText, inRestWords } from './support.ts';

/** The reports of GraphQL and their twins in REST, which answer the same in each one's words. */

const NOW = '2026-03-15T12:34:56.789Z';
const gateway = startGateway({ now: NOW });

const EVENTS = [
  botVisit('2025-03-14T10:00:00.000Z', { bytes: 3, status: 200 }),
  botVisit('2026-03-06T10:00:00.000Z', { pagePath: '/earlier', status: 500, bytes: 7 }),
  botVisit('2026-03-08T00:00:00.000Z', { country: 'DE', status: 200, bytes: 1_000, verdict: 'verified' }),
  botVisit('2026-03-09T01:00:00.000Z', { pagePath: '/a?b="c"&d=é', status: 404, verdict: 'outside' }),
  botVisit('2026-03-10T10:10:10.010Z', {
    botName: 'ClaudeBot',
    botCompany: 'Anthropic',
    verdict: 'no-list',
    proof: { state: 'unknown-key', signer: null },
  }),
  botVisit('2026-03-10T10:10:10.010Z', { botName: 'Home made/Bot', botCompany: 'Nobody', pagePath: '/a' }),
  botVisit('2026-03-11T23:59:59.999Z', { botName: 'ChatGPT-User', pagePath: '/a', country: 'FR', bytes: 0 }),
  referral('2026-03-02T10:10:10.010Z', { source: 'perplexity' }),
  referral('2026-03-10T10:10:10.010Z', { source: 'perplexity', status: 200 }),
  referral('2026-03-12T00:00:00.000Z', { pagePath: '/a' }),
  conversion('2026-03-12T00:00:00.000Z', { eventValue: 0.1, sentBy: 'chatgpt' }),
  conversion('2026-03-12T00:00:01.000Z', { eventValue: 0.2, sentBy: 'chatgpt', pagePath: '/a' }),
  conversion('2026-03-11T23:59:59.999Z', { eventValue: 5, sentBy: 'perplexity' }),
  conversion('2026-03-08T00:00:00.000Z', { sentBy: 'mistral' }),
  conversion('2026-03-13T05:00:00.000Z', { eventName: 'contact', eventValue: null, country: 'DE' }),
  botVisit('2026-03-15T12:00:00.000Z'),
];

const { accountId, key } = await makeOwner(gateway.db, 'pro');
const site = await makeSite(gateway.db, accountId);
await record(gateway.db, site, EVENTS);
const NOW_MS = Date.parse(NOW);
for (const [day, text] of [
  ['2026-03-01', 'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /\n'],
  ['2026-03-11', 'User-agent: ChatGPT-User\nDisallow: /a\nwhat is this?\n'],
] as const)
  await addVersion(gateway.db, site.id, { sinceMs: Date.parse(day), text, nowMs: NOW_MS });
await judgeOne(gateway.db, site.id, NOW_MS);
await replaceSitemap(gateway.db, site.id, {
  updatedAtMs: NOW_MS,
  pages: [
    { path: '/', spelling: null, modifiedOn: '2026-03-09' },
    { path: '/a', spelling: null, modifiedOn: '2026-03-12' },
    { path: '/never', spelling: null, modifiedOn: null },
  ],
});

type Arguments = Readonly<Record<string, string | number>>;

/** What REST answers to a report, with a status of 200. */
async function rest(report: string, args: Arguments = {}, of: Site = site): Promise<Json> {
  const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)]));
  const { status, body } = await gateway.rest(`/api/v1/sites/${of.id}/${report}?${query.toString()}`, key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Json;
}

/** What GraphQL answers to fields of the site, in the words of REST. */
async function graphql(fields: string): Promise<Record<string, Json>> {
  const { data, errors } = await askText<{ site: Record<string, Json> }>(
    gateway,
    key,
    `query ($id: ID!) { site(id: $id) { ${fields} } }`,
    { id: site.id },
  );
  expect(errors).toBeUndefined();
  return inRestWords(data?.site ?? null) as Record<string, Json>;
}

/** The arguments as GraphQL writes them. */
function written(args: Arguments): string {
  const fields = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return fields.length === 0 ? '' : `(${fields.join(', ')})`;
}

const TOTALS = 'botVisits referrals conversions';
const VERIFICATION = 'verification { signed verified outside noList unknown }';
const RULES = 'rules { rule group line version visits bots pages { pagePath visits } }';
const OBEYING = `botName botCompany purpose followsRobots visits allowed against unknown lastReadAt lastReadVersion ${RULES}`;
const PAGES = `pagePath ${TOTALS} failed bytes sitemap`;

const RANGES: readonly Arguments[] = [
  {},
  { start: '2026-03-10', end: '2026-03-12' },
  { start: '2024-02-28', end: '2026-03-15' },
  { start: '0001-01-08', end: '0001-01-09' },
];

const COMPARED = RANGES.flatMap((days) => [
  { days, compare: undefined },
  { days, compare: 'previous-period' },
  { days, compare: 'previous-year' },
]).filter(({ days, compare }) => compare !== 'previous-year' || days['start'] !== '0001-01-08');

function enumOf(compare: string): string {
  return compare.toUpperCase().replaceAll('-', '_');
}

describe('both doors answer the same', () => {
  it.each(COMPARED)('companies of $days, compared with $compare', async ({ days, compare }) => {
    const args = [
      ...Object.entries(days).map(([name, value]) => `${name}: "${value}"`),
      ...(compare === undefined ? [] : [`compare: ${enumOf(compare)}`]),
    ];
    const asked = await graphql(`companies${args.length > 0 ? `(${args.join(', ')})` : ''} {
      company botVisits purposes { purpose count } ${VERIFICATION} failed bytes referrals visitsPerReferral
      conversions value previousBotVisits previousReferrals
    }`);

    expect(await rest('companies', { ...days, ...(compare !== undefined && { compare }) })).toEqual({
      companies: asked['companies'],
    });
  });

  it.each(RANGES)('countries of %j', async (days) => {
    const asked = await graphql(`countries${written(days)} { country ${TOTALS} }`);
    expect(await rest('countries', days)).toEqual({ countries: asked['countries'] });
  });

  it.each(RANGES)('obedience of %j', async (days) => {
    const asked = await graphql(
      `obedience${written(days)} { judgedUntil visits allowed against unknown bots { ${OBEYING} } ${RULES} }`,
    );
    expect(await rest('obedience', days)).toEqual(asked['obedience']);
  });

  it('the versions of robots.txt', async () => {
    const asked = await graphql('robotsVersions { id number since until origin text signals invalidLines }');
    const { robots_versions: versions } = (await rest('robots')) as {
      robots_versions: readonly { id: number }[];
    };
    expect(versions.map(({ id, ...version }) => ({ id: `robots_${id}`, ...version }))).toEqual(
      asked['robots_versions'],
    );
  });

  it.each(RANGES)('coverage of %j', async (days) => {
    const asked = await graphql(`coverage${written(days)} {
      firstEventAt lastEventAt factsSince signaturesSince rangesUpdatedAt attributionSince attributionMinutes gaps { from until }
      sources { kind name lastRecordedAt }
    }`);
    expect(await rest('coverage', days)).toEqual(asked['coverage']);
  });

  it.each([
    [{}, ''],
    [{ order_by: 'failed' }, '(orderBy: FAILED)'],
    [{ order_by: 'referrals', search: 'é' }, '(orderBy: REFERRALS, search: "é")'],
    [{ bot: 'GPTBot' }, '(botName: "GPTBot")'],
    [{ company: 'OpenAI', purpose: 'user' }, '(company: "OpenAI", purpose: USER)'],
    [{ purpose: 'other', start: '2026-03-01' }, '(purpose: OTHER, start: "2026-03-01")'],
  ])('pages with %j', async (args, asArguments) => {
    const asked = await graphql(`pages${asArguments} { nodes { ${PAGES} } pageInfo { endCursor } }`);
    expect(await rest('pages', args)).toEqual({
      pages: (asked['pages'] as { nodes: Json }).nodes,
      next_cursor: null,
    });
  });

  it('how pages stand in the list of the site', async () => {
    const { pages } = (await rest('pages', { start: '2026-03-01' })) as {
      pages: readonly Record<string, Json>[];
    };
    expect(Object.fromEntries(pages.map((page) => [page['page_path'], page['sitemap']]))).toEqual({
      ...{ '/': 'read', '/a': 'stale', '/a?b="c"&d=é': 'stale', '/earlier': 'not-listed' },
    });
  });

  it('pages of a list, with cursors that continue it at either', async () => {
    const first = (await rest('pages', { limit: 1 })) as { pages: Json[]; next_cursor: string };
    const asked = await graphql(
      `pages(first: 1000, after: "${first.next_cursor}") { nodes { ${PAGES} } pageInfo { hasPreviousPage } }`,
    );
    const rest2 = (await rest('pages', { limit: 1000, cursor: first.next_cursor })) as { pages: Json[] };
    const all = (await rest('pages')) as { pages: Json[] };

    expect(rest2.pages).toEqual((asked['pages'] as { nodes: Json }).nodes);
    expect([...first.pages, ...rest2.pages]).toEqual(all.pages);
    const ofGraphql = await graphql('pages(first: 1) { pageInfo { endCursor } }');
    expect(ofGraphql['pages']).toEqual({ page_info: { end_cursor: first.next_cursor } });
  });

  it.each(
    ['GPTBot', 'Home made/Bot', 'ClaudeBot', 'never\u0000came', '%2e%2e', 'stats'].flatMap((name) =>
      (['day', 'hour'] as const).map((granularity) => ({ name, granularity })),
    ),
  )('bot $name by $granularity', async ({ name, granularity }) => {
    const asked = await graphql(`bot(name: ${JSON.stringify(name)}) {
      botName botCompany purpose documentationUrl robotsTxt visits failed bytes ${VERIFICATION}
      signers { host visits } signatures { valid expired invalid unknownKey unchecked }
      statuses { status count } pages(first: 2) { ${PAGES} }
      timeseries(granularity: ${granularity.toUpperCase()}) { date datetime ${TOTALS} }
      firstSeenAt lastSeenAt obedience { ${OBEYING} }
    }`);
    expect(await rest(`bots/${encodeURIComponent(name)}`, { granularity, limit: 2 })).toEqual(asked['bot']);
  });

  it.each(COMPARED)('stats of $days with detail, compared with $compare', async ({ days, compare }) => {
    const bots = `botBreakdown { botName botCompany count purpose ${VERIFICATION} failed bytes previousCount }`;
    const plain = await graphql(`stats${written(days)} {
      period { start end } totals { ${TOTALS} } ${bots}
      referralBreakdown { source count conversions value } conversionBreakdown { eventName count value }
      purposes { purpose count } statuses { status count } ${VERIFICATION} failed bytes
    }`);
    const expected = { ...(plain['stats'] as Record<string, Json>) };
    expected['bot_breakdown'] = withoutPrevious(expected['bot_breakdown'] ?? null);
    expected['referral_breakdown'] = ofReferrals(expected['referral_breakdown'] ?? null);
    if (compare !== undefined) {
      const args = [...Object.entries(days).map(([name, value]) => `${name}: "${value}"`)];
      const compared = await graphql(`stats(${[...args, `compare: ${enumOf(compare)}`].join(', ')}) {
        ${bots}
        comparison { until totals { ${TOTALS} } previousPeriod { start end } previousTotals { ${TOTALS} } }
      }`);
      const { bot_breakdown: breakdown = null, comparison = null } = compared['stats'] as Record<
        string,
        Json
      >;
      Object.assign(expected, { comparison, compared_bot_breakdown: breakdown });
    }

    const args = { ...days, detail: 'true', ...(compare !== undefined && { compare }) };
    expect(await rest('stats', args)).toEqual(expected);
  });

  it.each(
    COMPARED.flatMap((each) =>
      (['day', 'hour'] as const).map((granularity) => ({ ...each, granularity })),
    ).filter(
      // more points than GraphQL answers
      ({ days, granularity }) => granularity === 'day' || days['start'] !== '2024-02-28',
    ),
  )('timeseries of $days by $granularity, compared with $compare', async ({ days, compare, granularity }) => {
    if (compare === undefined) return;
    const args = [
      ...Object.entries(days).map(([name, value]) => `${name}: "${value}"`),
      `granularity: ${granularity.toUpperCase()}, compare: ${enumOf(compare)}`,
    ];
    const points = `{ date datetime ${TOTALS} }`;
    const asked = await graphql(
      `timeseries(${args.join(', ')}) { granularity data ${points} previous ${points} completeUntil }`,
    );
    expect(await rest('timeseries', { ...days, granularity, compare })).toEqual(asked['timeseries']);
  });

  it.each([
    [{ bot: 'GPTBot' }, '(botName: "GPTBot")'],
    [{ page: '/a' }, '(pagePath: "/a")'],
    [{ bot: 'ChatGPT-User', page: '/a' }, '(botName: "ChatGPT-User", pagePath: "/a")'],
    [{ type: 'conversion', page: '/a' }, '(type: CONVERSION, pagePath: "/a")'],
  ])('events with %j and detail', async (args, asArguments) => {
    const common = 'eventId type pagePath country createdAt';
    const asked = await graphql(`events${asArguments} { nodes {
      __typename ${common}
      ... on BotVisit { botName botCompany status bytes verdict signature signer }
      ... on Referral { source referralStatus: status }
      ... on Conversion { eventName eventValue sentBy }
    } }`);
    const { nodes } = asked['events'] as { nodes: readonly Record<string, Json>[] };
    const { events } = (await rest('events', { ...args, detail: 'true' })) as { events: Json[] };
    expect(events).toEqual(
      nodes.map(({ event_id: id = null, referral_status: status, sent_by: source, ...event }) => {
        return {
          id,
          ...event,
          ...(status !== undefined && { status }),
          ...(source !== undefined && { source }),
        };
      }),
    );
  });
});

/** REST lists no source for conversions alone. */
function ofReferrals(breakdown: Json): Json {
  return (breakdown as readonly Record<string, Json>[]).filter(({ count }) => count !== 0);
}

/** The breakdown of a range has nothing to compare with. */
function withoutPrevious(breakdown: Json): Json {
  return (breakdown as readonly Record<string, Json>[]).map((bot) => {
    const { previous_count: previous, ...rest } = bot;
    expect(previous).toBeNull();
    return rest;
  });
}

import { describe, expect, it } from 'vitest';
import { addVersion, judgeOne } from '../judging/support.ts';
import { replaceSitemap } from '../../src/queries/sitemaps.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeSite, record, referral } from '../support/makers.ts';
import { type Json, askText, inRestWords } from '../twins/support.ts';
import { type Assisted, answerOf, makeAssisted } from './support.ts';

const gateway = startGateway();
const EVENTS = [
  botVisit('2026-03-07T23:59:59.999Z', { pagePath: '/before' }),
  botVisit('2026-03-08T00:00:00.000Z', { country: 'DE', status: 200, bytes: 1_000, verdict: 'verified' }),
  botVisit('2026-03-09T01:00:00.000Z', { pagePath: '/a', status: 404, verdict: 'outside' }),
  botVisit('2026-03-10T10:10:10.010Z', { botName: 'ClaudeBot', botCompany: 'Anthropic', verdict: 'no-list' }),
  botVisit('2026-03-10T10:10:10.010Z', { botName: 'HomeMadeBot', botCompany: 'Nobody', pagePath: '/a' }),
  referral('2026-03-10T10:10:10.010Z', { source: 'perplexity' }),
  referral('2026-03-12T00:00:00.000Z', { pagePath: '/a' }),
  conversion('2026-03-12T00:00:00.000Z', { eventValue: 0.1 }),
  conversion('2026-03-12T00:00:00.000Z', { eventValue: 0.2, sentBy: 'chatgpt' }),
  conversion('2026-03-12T00:00:00.001Z', { eventValue: 0.1, sentBy: 'chatgpt' }),
  conversion('2026-03-13T04:00:00.000Z', { sentBy: 'perplexity' }),
  conversion('2026-03-13T05:00:00.000Z', { eventName: 'contact', eventValue: null }),
  botVisit('2026-03-15T23:59:59.999Z'),
  botVisit('2026-03-16T00:00:00.000Z', { pagePath: '/after' }),
];

type Dates = { readonly start?: string; readonly end?: string };
const RANGES: readonly Dates[] = [
  {},
  { start: '2026-03-10' },
  { end: '2026-03-12' },
  { start: '2026-02-27', end: '2026-03-08' },
  { start: '2026-03-12', end: '2026-03-12' },
];

async function makeRecorded(): Promise<Assisted> {
  const assisted = await makeAssisted(gateway);
  await record(gateway.db, assisted.site, EVENTS);
  return assisted;
}

async function rest({ key, site }: Assisted, question: string, query: Dates & Record<string, string>) {
  const path = `/api/v1/sites/${site.id}/${question}?${new URLSearchParams(query).toString()}`;
  const { status, body } = await gateway.rest(path, key);
  expect(status).toBe(200);
  return body as object;
}

type Sent = { readonly source: string; readonly count: number };

async function restStats(caller: Assisted, dates: Dates) {
  return (await rest(caller, 'stats', dates)) as { period: Required<Dates>; referral_breakdown: Sent[] };
}

/** A field of the site in GraphQL, in the words of REST. */
async function graphql({ key, site }: Assisted, field: string): Promise<Json> {
  const document = `query ($id: ID!) { site(id: $id) { field: ${field} } }`;
  const { data, errors } = await askText<{ site: { field: Json } }>(gateway, key, document, { id: site.id });
  expect(errors).toBeUndefined();
  return lowerCase(inRestWords(data?.site.field ?? null));
}

/** Enums of GraphQL are in upper case; no other value of these answers is. */
function lowerCase(value: Json): Json {
  return JSON.parse(
    JSON.stringify(value).replace(/"(?:TRAINING|SEARCH|USER|AGENT|OTHER)"/g, (word) => word.toLowerCase()),
  ) as Json;
}

const argumentsIn = (dates: Dates) =>
  Object.entries({ start: '2026-03-08', end: '2026-03-15', ...dates })
    .map(([name, value]) => `${name}: "${value}"`)
    .join(', ');

describe('a tool', () => {
  it.each(RANGES)('counts in stats what REST counts, of %j', async (dates) => {
    const caller = await makeRecorded();
    const { referral_breakdown: sources, ...answer } = answerOf(await caller.call('stats', dates));
    const { referral_breakdown: referrals, ...counts } = await restStats(caller, dates);
    expect(answer).toMatchObject(counts);
    const sent = (sources as Sent[]).filter(({ count }) => count > 0);
    expect(sent.map(({ source, count }) => ({ source, count }))).toEqual(referrals);
  });

  it.each(RANGES)('has in stats what each product led to, as GraphQL has it, of %j', async (dates) => {
    const caller = await makeRecorded();
    const { period } = await restStats(caller, dates);
    const { referral_breakdown: sources } = answerOf(await caller.call('stats', dates));
    const selection = 'referralBreakdown { source count conversions value }';
    expect({ referral_breakdown: sources }).toEqual(
      await graphql(caller, `stats(${argumentsIn(period)}) { ${selection} }`),
    );
  });

  it.each(RANGES.flatMap((dates) => ['day', 'hour'].map((granularity) => ({ ...dates, granularity }))))(
    'has the timeseries of REST, of %j',
    async (asked) => {
      const caller = await makeRecorded();
      const answer = answerOf(await caller.call('timeseries', asked));
      expect(answer).toMatchObject(await rest(caller, 'timeseries', asked));
    },
  );

  it.each(['bot', 'referral', 'conversion'])('lists the events of REST of type %s', async (type) => {
    const caller = await makeRecorded();
    const answer = answerOf(await caller.call('events', { type }));
    const { events } = (await rest(caller, 'events', { type, detail: 'true' })) as { events: Json[] };
    const plain = await rest(caller, 'events', { type });
    expect(answer).toMatchObject(type === 'conversion' ? { events } : plain);
    expect(answer['events']).not.toEqual([]);
  });

  it('takes the cursors of REST, and the other way', async () => {
    const caller = await makeRecorded();
    const whole = answerOf(await caller.call('events'))['events'] as { id: number }[];

    const first = answerOf(await caller.call('events', { limit: 3 }));
    const second = (await rest(caller, 'events', { limit: '3', cursor: String(first['next_cursor']) })) as {
      events: { id: number }[];
      next_cursor: string;
    };
    const third = answerOf(await caller.call('events', { cursor: second.next_cursor }));

    const pages = [first, second, third].flatMap(({ events }) => events as { id: number }[]);
    expect(pages.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(whole.length).toBeGreaterThan(7);
  });

  it('lists the sites of REST, page by page', async () => {
    const { client, key, accountId, site } = await makeRecorded();
    await makeSite(gateway.db, accountId, { createdAtMs: Date.parse('2026-02-01T00:00:00Z'), name: 'é' });
    const { body } = await gateway.rest('/api/v1/sites', key);

    const first = answerOf(await client.callTool({ name: 'list_sites', arguments: { limit: 1 } }));
    const cursor = first['next_cursor'];
    const second = answerOf(await client.callTool({ name: 'list_sites', arguments: { cursor } }));

    expect([first['plan'], first['now'], cursor, second['next_cursor']]).toEqual([
      'pro',
      '2026-03-15T12:34:56.789Z',
      site.id,
      null,
    ]);
    expect({ sites: [first, second].flatMap(({ sites }) => sites) }).toEqual(body);
  });

  it.each(RANGES)('has the companies of GraphQL, of %j', async (dates) => {
    const caller = await makeRecorded();
    const { period } = await restStats(caller, dates);
    const { companies } = answerOf(await caller.call('companies', dates));
    expect(companies).toEqual(
      await graphql(
        caller,
        `companies(${argumentsIn(period)}) { company botVisits purposes { purpose count }
          verification { signed verified outside noList unknown } failed bytes referrals visitsPerReferral conversions value }`,
      ),
    );
  });

  it.each([
    [{}, ''],
    [{ order_by: 'failed', search: 'a' }, ', orderBy: FAILED, search: "a"'],
    [{ bot_name: 'GPTBot' }, ', botName: "GPTBot"'],
    [{ company: 'Anthropic', purpose: 'training' }, ', company: "Anthropic", purpose: TRAINING'],
  ])('has the pages of GraphQL with %j', async (given, inGraphql) => {
    const caller = await makeRecorded();
    const { pages, next_cursor: next } = answerOf(await caller.call('pages', given));
    const connection = await graphql(
      caller,
      `pages(${argumentsIn({})}${inGraphql}) { nodes { pagePath botVisits referrals conversions failed bytes sitemap } }`,
    );
    expect({ nodes: pages }).toEqual(connection);
    expect([next, pages]).toEqual([null, expect.not.arrayContaining([{ page_path: '/before' }])]);
  });

  it.each(['GPTBot', 'HomeMadeBot', 'NeverCameBot'])('explains %s as GraphQL does', async (name) => {
    const caller = await makeRecorded();
    const answer = answerOf(await caller.call('explain_bot', { bot_name: name }));
    const profile = (await graphql(
      caller,
      `bot(name: "${name}", ${argumentsIn({})}) { botName botCompany purpose documentationUrl robotsTxt visits failed
        bytes verification { signed verified outside noList unknown } signers { host visits }
        signatures { valid expired invalid unknownKey unchecked } statuses { status count } firstSeenAt lastSeenAt
        pages { pagePath botVisits referrals conversions failed bytes sitemap } timeseries { date botVisits } }`,
    )) as Record<string, unknown>;

    const { documentation_url: documentation, robots_txt: token, timeseries, ...facts } = profile;
    expect(answer).toMatchObject(facts);
    if (documentation === null) expect(answer['catalogue']).toBeNull();
    else expect(answer['catalogue']).toMatchObject({ documentation_url: documentation, robots_txt: token });
    expect(answer['trend']).toEqual({
      days_per_point: 1,
      points: (timeseries as { date: string; bot_visits: number }[]).map(
        ({ date: start, bot_visits: visits }) => ({ start, visits }),
      ),
    });
  });

  it('judges obedience as GraphQL does', async () => {
    const caller = await makeRecorded();
    const [sinceMs, nowMs] = [Date.parse('2026-03-01'), Date.parse(NOW)];
    const text = 'User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n';
    await addVersion(gateway.db, caller.site.id, { sinceMs, text, nowMs });
    await judgeOne(gateway.db, caller.site.id, nowMs);
    const answer = answerOf(await caller.call('get_obedience'));
    const rules = 'rules { rule group line version visits bots pages { pagePath visits } }';
    const expected = await graphql(
      caller,
      `obedience(${argumentsIn({})}) { judgedUntil visits allowed against unknown ${rules} bots { botName botCompany purpose
        followsRobots visits allowed against unknown lastReadAt lastReadVersion ${rules} } }`,
    );
    expect(answer).toMatchObject(expected as object);
    expect(answer).toMatchObject({ visits: 5, against: 3, unknown: 1, left_out: 0 });
  });

  it.each([
    [{ state: 'read' }, ''],
    [{ state: 'stale', bot_name: 'GPTBot' }, 'botName: "GPTBot"'],
    [
      { state: 'unread', company: 'Anthropic', purpose: 'training' },
      'company: "Anthropic", purpose: TRAINING',
    ],
  ])('lists the pages of the sitemap as GraphQL and REST do with %j', async (given, inGraphql) => {
    const caller = await makeRecorded();
    const pages = ['/', '/a', '/b'].map((path) => ({ path, spelling: null, modifiedOn: '2026-03-09' }));
    await replaceSitemap(gateway.db, caller.site.id, { updatedAtMs: Date.parse(NOW), pages });
    const answer = answerOf(await caller.call('reach_pages', given));
    const { list } = (await graphql(
      caller,
      `reach(${argumentsIn({})} ${inGraphql}) {
        list(state: ${given.state.toUpperCase()}) { nodes { pagePath modifiedOn lastReadOn visits } } }`,
    )) as { list: Json };
    expect({ nodes: answer['pages'] }).toEqual(list);
    const { bot_name: bot, ...others } = given as typeof given & { bot_name?: string };
    expect(answer).toMatchObject(await rest(caller, 'reach/pages', { ...others, ...(bot && { bot }) }));
  });

  it('states the coverage that GraphQL states, with the last twenty gaps', async () => {
    const caller = await makeAssisted(gateway);
    await record(gateway.db, caller.site, visitsWithGaps(22));
    const range = { start: '2026-02-01', end: '2026-03-14' };
    const { coverage } = answerOf(await caller.call('stats', range));
    const found = (await graphql(
      caller,
      `coverage(${argumentsIn(range)}) { firstEventAt lastEventAt factsSince signaturesSince rangesUpdatedAt attributionSince attributionMinutes gaps { from until } sources { kind name lastRecordedAt } }`,
    )) as Record<string, Json> & { gaps: Json[] };
    expect(found.gaps).toHaveLength(22);
    expect(coverage).toEqual({
      ...found,
      gaps: found.gaps.slice(2),
      gaps_left_out: 2,
      sources_left_out: 0,
    });
  });
});

const HOUR_MS = 3_600_000;

/** Two visits in every hour since 20 December, but for half of each of the last days before 15 March. */
function visitsWithGaps(gaps: number) {
  const [fromMs, untilMs] = [Date.parse('2025-12-20T00:00:00Z'), Date.parse('2026-03-15T00:00:00Z')];
  const hours = Array.from({ length: (untilMs - fromMs) / HOUR_MS }, (_, hour) => fromMs + hour * HOUR_MS);
  const isGap = (ms: number) => ms >= untilMs - gaps * 24 * HOUR_MS && (ms / HOUR_MS) % 24 < 12;
  return hours
    .filter((ms) => !isGap(ms))
    .flatMap((ms) => Array.from({ length: 2 }, () => botVisit(new Date(ms).toISOString())));
}

import { describe, expect, it } from 'vitest';
import type { Site } from '../../src/domain/site.ts';
import { startGateway } from '../support/gateway.ts';
import { createClient } from '../support/graphql-client/client.ts';
import {
  EventsDocument,
  SitesDocument,
  StatsDocument,
  TimeseriesDocument,
} from '../support/graphql-client/generated/graphql.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { inRestWords } from './support.ts';

const gateway = startGateway();
const EVENTS = [
  botVisit('2026-03-07T23:59:59.999Z', { pagePath: '/before' }),
  botVisit('2026-03-08T00:00:00.000Z', { country: 'DE' }),
  botVisit('2026-03-15T23:59:59.999Z', { botName: 'ClaudeBot', botCompany: 'Anthropic' }),
  botVisit('2026-03-10T10:10:10.010Z'),
  referral('2026-03-10T10:10:10.010Z', { source: 'perplexity' }),
  referral('2026-03-12T00:00:00.000Z'),
  conversion('2026-03-12T00:00:00.000Z', { eventValue: 0.1 }),
  conversion('2026-03-12T00:00:00.000Z', { eventValue: 0.2 }),
  conversion('2026-03-13T05:00:00.000Z', { eventName: 'contact', eventValue: null }),
  botVisit('2026-03-16T00:00:00.000Z', { pagePath: '/after' }),
  botVisit('0001-01-01T00:00:00.000Z', { pagePath: '/first' }),
  conversion('9999-12-31T23:59:59.999Z', { pagePath: '/last', eventValue: 1e15 }),
];

type Dates = { readonly start?: string; readonly end?: string };
const RANGES: readonly Dates[] = [
  {},
  { start: '2026-03-10' },
  { end: '2026-03-12' },
  { start: '2026-03-12', end: '2026-03-12' },
  { start: '2026-02-27', end: '2026-03-01' },
  { start: '2024-02-28', end: '2024-03-01' },
  { start: '0001-01-01', end: '0001-01-03' },
  { start: '9999-12-30', end: '9999-12-31' },
];

describe('both doors', () => {
  it.each(
    RANGES.flatMap((dates) => [
      { dates, granularity: 'DAY' as const },
      { dates, granularity: 'HOUR' as const },
    ]),
  )('answer the same timeseries of $dates by $granularity', async ({ dates, granularity }) => {
    const { key, site, client } = await makeCaller();

    const query = new URLSearchParams({ ...dates, granularity: granularity.toLowerCase() });
    const rest = await gateway.rest(`/api/v1/sites/${site.id}/timeseries?${query.toString()}`, key);
    const graphql = await client.ask(TimeseriesDocument, { id: site.id, ...dates, granularity });

    expect(rest.status).toBe(200);
    expect(inRestWords(graphql.data?.site?.timeseries ?? null)).toEqual(rest.body);
  });

  it.each(RANGES)('answer the same stats of %j', async (dates) => {
    const { key, site, client } = await makeCaller();

    const query = new URLSearchParams(dates);
    const rest = await gateway.rest(`/api/v1/sites/${site.id}/stats?${query.toString()}`, key);
    const graphql = await client.ask(StatsDocument, { id: site.id, ...dates });

    expect(rest.status).toBe(200);
    expect(inRestWords(graphql.data?.site?.stats ?? null)).toEqual(rest.body);
  });

  it.each(['BOT', 'REFERRAL', 'CONVERSION', undefined] as const)(
    'answer the same events of type %s',
    async (type) => {
      const { key, site, client } = await makeCaller();

      const typed = type === undefined ? '' : `&type=${type.toLowerCase()}`;
      const dates = { start: '0001-01-01', end: '9999-12-31' };
      const path = `/api/v1/sites/${site.id}/events?start=${dates.start}&end=${dates.end}${typed}`;
      const rest = await gateway.rest(path, key);
      const { data } = await client.ask(EventsDocument, { id: site.id, ...dates, ...(type && { type }) });

      const page = data?.site?.events;
      const nodes = page?.nodes.map(({ eventId, ...event }) => ({ id: eventId, ...event }));
      const events = { events: nodes ?? null, nextCursor: page?.pageInfo.endCursor ?? null };
      expect(inRestWords(events)).toEqual(rest.body);
      expect((rest.body as { events: unknown[] }).events.length).toBeGreaterThan(0);
    },
  );

  it('answer the same sites', async () => {
    const { key, accountId, client } = await makeCaller();
    await makeSite(gateway.db, accountId, { createdAtMs: 0, domain: 'é.example', name: '' });

    const rest = await gateway.rest('/api/v1/sites', key);
    const { data } = await client.ask(SitesDocument, {});

    expect(inRestWords({ sites: data?.sites ?? null })).toEqual(rest.body);
    expect((rest.body as { sites: { events_this_month: number }[] }).sites).toMatchObject([
      { events_this_month: 0 },
      { events_this_month: 10 },
    ]);
  });

  it('take the cursors of each other, page by page, and those of single edges', async () => {
    const caller = await makeCaller();
    const whole = await pageOfRest(caller, null, 100);

    const ids: number[] = [];
    let page = await pageOfRest(caller, null, 3);
    ids.push(...page.ids);
    for (let turn = 0; page.next !== null; turn++) {
      page =
        turn % 2 === 0 ? await pageOfGraphql(caller, page.next, 2) : await pageOfRest(caller, page.next, 3);
      ids.push(...page.ids);
    }
    const { edges } = await pageOfGraphql(caller, null, 5);
    const behindSecond = await pageOfRest(caller, edges[1] ?? null, 100);

    expect(whole.ids).toHaveLength(EVENTS.length);
    expect(ids).toEqual(whole.ids);
    expect(behindSecond.ids).toEqual(whole.ids.slice(2));
  });

  it('go on with a walk over midnight in the range it began with', async () => {
    const late = startGateway({ now: '2026-03-15T23:59:59.000Z', db: gateway.db });
    const { key, site } = await makeCaller();
    const client = createClient(late.fetch, key);
    const path = `/api/v1/sites/${site.id}/events`;
    type Page = { events: { page_path: string }[]; next_cursor: string | null };

    const first = (await late.rest(`${path}?limit=4`, key)).body as Page;
    late.clock.set('2026-03-16T00:00:01.000Z');
    const second = await client.ask(EventsDocument, { id: site.id, first: 100, after: first.next_cursor });

    const rest = second.data?.site?.events?.nodes.map(({ createdAt }) => createdAt.slice(0, 10)) ?? [];
    expect(first.events).toHaveLength(4);
    expect(rest).toEqual(['2026-03-12', '2026-03-10', '2026-03-10', '2026-03-08']);
  });
});

async function makeCaller() {
  const owner = await makeOwner(gateway.db);
  const site: Site = await makeSite(gateway.db, owner.accountId);
  await record(gateway.db, site, EVENTS);
  return { ...owner, site, client: createClient(gateway.fetch, owner.key) };
}

type Caller = Awaited<ReturnType<typeof makeCaller>>;
type Page = { readonly ids: readonly number[]; readonly next: string | null };

const ALL_DAYS = { start: '0001-01-01', end: '9999-12-31' };

async function pageOfRest({ site, key }: Caller, cursor: string | null, limit: number): Promise<Page> {
  const query = new URLSearchParams({
    ...ALL_DAYS,
    limit: String(limit),
    ...(cursor !== null && { cursor }),
  });
  const answer = await gateway.rest(`/api/v1/sites/${site.id}/events?${query.toString()}`, key);
  const { events, next_cursor: next } = answer.body as {
    events: { id: number }[];
    next_cursor: string | null;
  };
  return { ids: events.map(({ id }) => id), next };
}

async function pageOfGraphql(
  { site, client }: Caller,
  after: string | null,
  first: number,
): Promise<Page & { readonly edges: readonly string[] }> {
  const { data } = await client.ask(EventsDocument, { id: site.id, ...ALL_DAYS, first, after });
  const page = data?.site?.events;
  if (!page) throw new Error('no page');
  return {
    ids: page.nodes.map(({ eventId }) => eventId),
    next: page.pageInfo.endCursor,
    edges: page.edges.map(({ cursor }) => cursor),
  };
}

import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, type PlanCatalogue } from '../../src/domain/plan.ts';
import { startGateway } from '../support/gateway.ts';
import { createClient } from '../support/graphql-client/client.ts';
import { AccountDocument } from '../support/graphql-client/generated/graphql.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import { askText, refusals } from './support.ts';

const PLANS: PlanCatalogue = {
  ...DEFAULT_PLANS,
  free: { requestsPerMinute: 5, eventsPerMonth: Infinity, retentionDays: Infinity },
  pro: { requestsPerMinute: 40, eventsPerMonth: Infinity, retentionDays: Infinity },
};
const gateway = startGateway({ plans: PLANS });

const OPERATIONS = ['sites', 'timeseries', 'stats', 'events'] as const;
type Operation = (typeof OPERATIONS)[number];
const FULL = { sites: 40, timeseries: 40, stats: 40, events: 40, graphql: 40, insight: 40 };

describe('one budget behind both doors', () => {
  it.each(OPERATIONS)('what REST spends of "%s" GraphQL lacks, and the other way', async (operation) => {
    const caller = await makeCaller('free');

    const answered = [
      await caller.rest(operation),
      await caller.graphql(operation),
      await caller.rest(operation),
      await caller.graphql(operation),
      await caller.rest(operation),
      await caller.graphql(operation),
      await caller.rest(operation),
    ];

    expect(answered).toEqual(['200', '', '200', '', '200', 'RATE_LIMITED', '429']);
  });

  it('thirty aliases in one document spend thirty', async () => {
    const caller = await makeCaller();
    const aliases = Array.from({ length: 30 }, (_, n) => `s${n}: stats { __typename }`).join(' ');

    const answer = await caller.ask(`query ($id: ID!) { site(id: $id) { ${aliases} } }`);

    expect(answer.errors).toBeUndefined();
    expect(await caller.remaining()).toEqual({ ...FULL, stats: 10, graphql: 38 });
  });

  it('two stats spend two, in two aliases of a site or in a fragment used twice', async () => {
    const caller = await makeCaller();

    await caller.ask(`query ($id: ID!) {
      one: site(id: $id) { ...S } other: site(id: $id) { ...S }
    } fragment S on Site { stats { __typename } }`);
    await caller.ask(
      'query ($id: ID!) { site(id: $id) { stats { __typename } stats { period { start } } } }',
    );

    // the same field twice is one field to GraphQL
    expect(await caller.remaining()).toEqual({ ...FULL, stats: 37, graphql: 37 });
  });

  it.each(['stats', 'timeseries', 'companies'])('%s with compare spends two', async (field) => {
    const caller = await makeCaller();
    const operation = field === 'companies' ? 'insight' : field;

    for (const args of ['', '(compare: null)', '(compare: PREVIOUS_YEAR)', '(compare: PREVIOUS_PERIOD)']) {
      const answer = await caller.ask(
        `query ($id: ID!) { site(id: $id) { ${field}${args} { __typename } } }`,
      );
      expect(answer.errors).toBeUndefined();
    }

    expect(await caller.remaining()).toEqual({ ...FULL, [operation]: 34, graphql: 35 });
  });

  it('compare is refused if one unit is left, which it leaves', async () => {
    const caller = await makeCaller('free');
    for (let asked = 0; asked < 4; asked++) await caller.rest('stats');

    const answer = await caller.ask(
      'query ($id: ID!) { site(id: $id) { stats(compare: PREVIOUS_YEAR) { __typename } } }',
    );

    expect(refusals(answer)).toEqual(['site.stats RATE_LIMITED']);
    expect([await caller.rest('stats'), await caller.rest('stats')]).toEqual(['200', '429']);
  });

  it('more aliases than are left are refused one by one, never more granted', async () => {
    const caller = await makeCaller('free');
    const aliases = Array.from({ length: 8 }, (_, n) => `e${n}: events { __typename }`).join(' ');

    const answer = await caller.ask(`query ($id: ID!) { site(id: $id) { ${aliases} } }`);

    const site = answer.data?.['site'] as Record<string, unknown>;
    expect(Object.values(site).filter((page) => page !== null)).toHaveLength(5);
    expect(answer.errors).toHaveLength(3);
    expect(answer.errors?.map(({ extensions }) => extensions)).toEqual(
      Array.from({ length: 3 }, () => ({ code: 'RATE_LIMITED', retry_after: 60 })),
    );
    expect(await caller.rest('events')).toBe('429');
  });

  it('a spent operation refuses its field alone and leaves the data of its siblings', async () => {
    const caller = await makeCaller('free');
    for (let asked = 0; asked < 5; asked++) await caller.rest('stats');
    gateway.clock.advance(1_500);

    const answer = await caller.ask(`query ($id: ID!) {
      site(id: $id) { id stats { __typename } timeseries { granularity } events { nodes { id } } }
      account { plan }
    }`);

    expect({ status: answer.status, data: answer.data, refused: refusals(answer) }).toEqual({
      status: 200,
      data: {
        site: {
          id: caller.siteId,
          stats: null,
          timeseries: { granularity: 'DAY' },
          events: { nodes: [] },
        },
        account: { plan: 'FREE' },
      },
      refused: ['site.stats RATE_LIMITED'],
    });
    expect(answer.errors?.[0]?.extensions?.['retry_after']).toBe(59);
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  it('a spent "graphql" answers 429 with Retry-After and leaves REST untouched', async () => {
    const caller = await makeCaller('free');
    for (let asked = 0; asked < 5; asked++) await caller.ask('{ __typename }');

    const refused = await caller.ask('query ($id: ID!) { site(id: $id) { stats { __typename } } }');

    expect([refused.status, refused.headers.get('retry-after'), refusals(refused)]).toEqual([
      429,
      '60',
      [' RATE_LIMITED'],
    ]);
    const rest = await gateway.rest(`/api/v1/sites/${caller.siteId}/stats`, caller.key);
    expect([rest.status, rest.headers.get('x-ratelimit-remaining')]).toEqual([200, '4']);
  });

  it('is the account’s: a second key shares it, another account has its own', async () => {
    const [caller, other] = [await makeCaller('free'), await makeCaller('free')];
    const second = await makeKey(gateway.db, caller.accountId);
    for (let asked = 0; asked < 5; asked++) await caller.graphql('stats');

    const path = `/api/v1/sites/${caller.siteId}/stats`;
    expect((await gateway.rest(path, second.key)).status).toBe(429);
    expect(await other.rest('stats')).toBe('200');
  });

  it('is not spent by the account’s keys that only collect, which share one of their own', async () => {
    const caller = await makeCaller('free');
    const { accountId, siteId } = caller;
    const [first, second] = [
      await makeKey(gateway.db, accountId, siteId),
      await makeKey(gateway.db, accountId, siteId),
    ];
    const paths = ['', ...['timeseries', 'stats', 'events'].map((operation) => `/${siteId}/${operation}`)];
    const statuses = async (collector: { readonly key: string }) => {
      const rest = paths.map((path) => gateway.rest(`/api/v1/sites${path}`, collector.key));
      const graphql = askText(gateway, collector.key, '{ __typename }');
      return (await Promise.all([...rest, graphql])).map(({ status }) => status);
    };

    const spent = [];
    for (const collector of [first, second, first, second, first]) spent.push(await statuses(collector));

    expect(spent).toEqual(spent.map(() => [403, 403, 403, 403, 200]));
    expect(await statuses(second)).toEqual([429, 429, 429, 429, 429]);
    expect((await gateway.rest('/api/v1/sites', caller.key)).headers.get('ratelimit')).toBe(
      '"sites";r=4;t=60',
    );
    expect(await caller.remaining()).toEqual({
      sites: 4,
      timeseries: 5,
      stats: 5,
      events: 5,
      graphql: 4,
      insight: 5,
    });
  });

  it('is given back when a minute has passed', async () => {
    const caller = await makeCaller('free');
    for (let asked = 0; asked < 5; asked++) await caller.rest('events');

    gateway.clock.advance(59_999);
    const before = await caller.graphql('events');
    gateway.clock.advance(1);

    expect([before, await caller.graphql('events')]).toEqual(['RATE_LIMITED', '']);
  });

  it('is spent by what is then refused for its parameters, at both doors', async () => {
    const caller = await makeCaller();

    await gateway.rest(`/api/v1/sites/${caller.siteId}/stats?start=x`, caller.key);
    await gateway.rest('/api/v1/sites/site_none/stats', caller.key);
    await caller.ask('query ($id: ID!) { site(id: $id) { stats(start: "x") { __typename } } }');
    // here the field is never reached
    await caller.ask('{ site(id: "site_none") { stats { __typename } } }');
    await caller.ask('query ($id: ID!) { site(id: $id) { stats(nonsense: 1) { __typename } } }');

    expect(await caller.remaining()).toEqual({ ...FULL, stats: 37, graphql: 36 });
  });
});

describe('what a document costs', () => {
  it('account, site and their plain fields cost nothing more than the document', async () => {
    const caller = await makeCaller();

    await caller.ask('query ($id: ID!) { site(id: $id) { id name eventsThisMonth } account { plan } }');

    expect(await caller.remaining()).toEqual({ ...FULL, graphql: 38 });
  });

  it('several sites pay for each: one "sites", and one of each operation a site', async () => {
    const caller = await makeCaller();
    for (let more = 0; more < 2; more++) await makeSite(gateway.db, caller.accountId);

    const answer = await caller.ask(
      '{ sites { eventsThisMonth timeseries { granularity } stats { totals { botVisits } } } }',
    );

    const site = {
      eventsThisMonth: 0,
      timeseries: { granularity: 'DAY' },
      stats: { totals: { botVisits: 0 } },
    };
    expect(answer.data).toEqual({ sites: [site, site, site] });
    expect(await caller.remaining()).toEqual({ ...FULL, sites: 39, timeseries: 37, stats: 37, graphql: 38 });
  });

  it('account reports the plan, the limits and when the oldest unit becomes available', async () => {
    const caller = await makeCaller('free');
    const now = (ms: number) => new Date(gateway.clock.now() + ms).toISOString();
    await caller.rest('stats');
    gateway.clock.advance(10_000);
    await caller.rest('stats');

    const { data } = await caller.client.ask(AccountDocument, {});

    const whole = { limit: 5, remaining: 5, resetAt: now(0) };
    expect(data).toEqual({
      account: {
        plan: 'FREE',
        budgets: [
          { ...whole, operation: 'sites' },
          { ...whole, operation: 'timeseries' },
          { operation: 'stats', limit: 5, remaining: 3, resetAt: now(50_000) },
          { ...whole, operation: 'events' },
          { operation: 'graphql', limit: 5, remaining: 4, resetAt: now(60_000) },
          { ...whole, operation: 'insight' },
        ],
      },
    });
  });
});

async function makeCaller(plan: 'free' | 'pro' = 'pro') {
  const owner = await makeOwner(gateway.db, plan);
  const { id } = await makeSite(gateway.db, owner.accountId);
  const client = createClient(gateway.fetch, owner.key);
  const ask = (document: string) => {
    const variables = document.includes('$id') ? { id } : {};
    return askText(gateway, owner.key, document, variables);
  };
  return {
    ...owner,
    siteId: id,
    client,
    ask,
    /** One unit over REST: the status. */
    async rest(operation: Operation): Promise<string> {
      const path = operation === 'sites' ? '' : `/${id}/${operation}`;
      const { status } = await gateway.rest(`/api/v1/sites${path}`, owner.key);
      return String(status);
    },
    /** One unit over GraphQL: the code it is refused with, empty when it is answered. */
    async graphql(operation: Operation): Promise<string> {
      const field = `site(id: $id) { ${operation} { __typename } }`;
      const { errors } = await ask(
        operation === 'sites' ? '{ sites { id } }' : `query ($id: ID!) { ${field} }`,
      );
      return errors?.map(({ extensions }) => String(extensions?.['code'])).join() ?? '';
    },
    /** What is left of every budget, this question's own document counted. */
    async remaining(): Promise<Record<string, number>> {
      const { data } = await client.ask(AccountDocument, {});
      return Object.fromEntries(
        data?.account?.budgets.map(({ operation, remaining }) => [operation, remaining]) ?? [],
      );
    },
  };
}

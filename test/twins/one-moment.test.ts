import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/time.ts';
import { pausingDatabase } from '../support/between-queries.ts';
import { startGateway, testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { askText } from './support.ts';

const db = testDatabase();
const { accountId, key } = await makeOwner(db);
const site = await makeSite(db, accountId);

const FIRST_MS = Date.parse('2026-03-14T23:59:00Z');
let recorded = 0;

/** A visit that tells everything, before all others, and another one two days before it. */
async function recordBefore(): Promise<void> {
  const atMs = FIRST_MS - ++recorded * 1_000;
  const times = [atMs, atMs - 2 * DAY_MS];
  const facts = { status: 200, bytes: 1, verdict: 'verified' } as const;
  await record(
    db,
    site,
    times.map((ms) => botVisit(new Date(ms).toISOString(), facts)),
  );
}

const gateway = startGateway({ db: pausingDatabase(recordBefore) });
const DAYS = 'start=2026-03-13&end=2026-03-14';
const OF_DAYS = 'start: "2026-03-13", end: "2026-03-14"';

async function rest(path: string) {
  const { status, body } = await gateway.rest(`/api/v1/sites/${site.id}/${path}`, key);
  expect(status).toBe(200);
  return body as never;
}

async function graphql(field: string, fragments = '') {
  const document = `{ site(id: "${site.id}") { of: ${field} } } ${fragments}`;
  const { data, errors } = await askText(gateway, key, document);
  expect(errors).toBeUndefined();
  return (data?.['site'] as { readonly of: unknown }).of as never;
}

function sumOf<Name extends string>(items: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return items.reduce((sum, item) => sum + item[name], 0);
}

type Count = { readonly count: number };
type Counts<Name extends string> = readonly Readonly<Record<Name, number>>[];

type RestStats = {
  readonly totals: { readonly bot_visits: number };
  readonly bytes: number;
  readonly statuses: readonly Count[];
  readonly compared_bot_breakdown: readonly Count[];
  readonly comparison: Readonly<Record<'totals' | 'previous_totals', { readonly bot_visits: number }>>;
};

it('the parts of stats are of one moment while the site records', async () => {
  await recordBefore();
  const found: RestStats = await rest(`stats?${DAYS}&detail=true&compare=previous-period`);
  const { totals, comparison } = found;
  const visits = totals.bot_visits;

  expect(visits).toBeGreaterThan(0);
  expect({
    bytes: found.bytes,
    statuses: found.statuses,
    compared: sumOf(found.compared_bot_breakdown, 'count'),
    totals: [comparison.totals.bot_visits, comparison.previous_totals.bot_visits],
  }).toEqual({
    bytes: visits,
    statuses: [{ status: 200, count: visits }],
    compared: visits,
    totals: [visits, visits],
  });

  const { bytes, statuses }: { bytes: number; statuses: readonly Count[] } = await graphql(
    `stats(${OF_DAYS}) { bytes statuses { status count } }`,
  );
  expect(statuses).toEqual([{ status: 200, count: bytes }]);
});

type RestBot = {
  readonly visits: number;
  readonly bytes: number;
  readonly statuses: readonly unknown[];
  readonly pages: Counts<'bot_visits'>;
  readonly timeseries: Counts<'bot_visits'>;
};

it.each(['day', 'hour'])(
  'the parts of a bot are of one moment while it comes: by %s',
  async (granularity) => {
    const found: RestBot = await rest(`bots/GPTBot?${DAYS}&granularity=${granularity}`);
    const { visits, bytes, statuses, pages, timeseries } = found;

    expect(visits).toBeGreaterThan(0);
    expect([bytes, statuses]).toEqual([visits, [{ status: 200, count: visits }]]);
    expect([sumOf(pages, 'bot_visits'), sumOf(timeseries, 'bot_visits')]).toEqual([visits, visits]);
  },
);

type GraphqlBot = {
  readonly visits: number;
  readonly statuses: readonly unknown[];
  readonly few: Counts<'botVisits'>;
  readonly many: Counts<'botVisits'>;
  readonly days: Counts<'botVisits'>;
  readonly hours: Counts<'botVisits'>;
};

it('and all that one field of GraphQL selects of it, several lists too', async () => {
  const found: GraphqlBot = await graphql(
    `bot(name: "GPTBot", ${OF_DAYS}) {
      visits statuses { status count } few: pages(first: 1) { botVisits } ...lists
    }`,
    `
      fragment lists on BotProfile {
        many: pages(first: 1000) {
          botVisits
        }
        days: timeseries {
          botVisits
        }
        ... {
          hours: timeseries(granularity: HOUR) {
            botVisits
          }
        }
      }
    `,
  );
  const { visits, statuses, few, many, days, hours } = found;

  expect(visits).toBeGreaterThan(0);
  expect(statuses).toEqual([{ status: 200, count: visits }]);
  expect([few, many, days, hours].map((list) => sumOf(list, 'botVisits'))).toEqual(Array(4).fill(visits));
});

type RestTimeseries = Readonly<Record<'data' | 'previous', Counts<'bot_visits'>>>;

it.each(['day', 'hour'])(
  'a series by %s is of one moment with what it is compared with',
  async (granularity) => {
    const found: RestTimeseries = await rest(
      `timeseries?${DAYS}&granularity=${granularity}&compare=previous-period`,
    );
    const visits = sumOf(found.data, 'bot_visits');

    expect(visits).toBeGreaterThan(0);
    expect(sumOf(found.previous, 'bot_visits')).toBe(visits);
  },
);

type RestCoverage = Readonly<Record<'first_event_at' | 'facts_since', string>>;

it('coverage is of one moment', async () => {
  const found: RestCoverage = await rest('coverage?start=2026-01-01&end=2026-03-15');

  expect(found.first_event_at).toBe(found.facts_since);
});

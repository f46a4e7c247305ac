import { beforeEach, describe, expect, it } from 'vitest';
import { watchQueries } from '../support/asked-queries.ts';
import { startGateway } from '../support/gateway.ts';
import { createClient } from '../support/graphql-client/client.ts';
import { StatsDocument } from '../support/graphql-client/generated/graphql.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { askText, refusals } from './support.ts';

const watched = watchQueries();
const { db } = watched;
const gateway = startGateway({ db: watched.db });
const { accountId, key } = await makeOwner(db);
const sites = [
  await makeSite(db, accountId, { createdAtMs: 1 }),
  await makeSite(db, accountId, { createdAtMs: 2 }),
  await makeSite(db, accountId, { createdAtMs: 3 }),
];
for (const [index, site] of sites.entries())
  await record(
    db,
    site,
    Array.from({ length: index }, () => botVisit('2026-03-10T10:00:00Z')),
  );

describe('one document asks the database', () => {
  // the first use of a key in a minute is noted, beside the request
  beforeEach(() => gateway.rest('/api/v1/sites', key));

  it('once for all sites it names by id, and once for what was counted of them', async () => {
    const fields = sites.map(({ id }, n) => `s${n}: site(id: "${id}") { eventsThisMonth }`);
    const document = `{ ${fields.join(' ')} none: site(id: "site_none") { id } }`;

    const { answer, asked } = await watching(document);

    expect(answer.data).toEqual({
      s0: { eventsThisMonth: 0 },
      s1: { eventsThisMonth: 1 },
      s2: { eventsThisMonth: 2 },
      none: null,
    });
    expect(refusals(answer)).toEqual(['none SITE_NOT_FOUND']);
    expect(asked).toEqual(['api_keys', 'sites', 'site_buckets']);
  });

  it('once for the list of sites, and no more for each site on it', async () => {
    const { answer, asked } = await watching(
      '{ sites { id eventsThisMonth stats { totals { botVisits } } timeseries { granularity } } }',
    );

    expect(answer.errors).toBeUndefined();
    expect(asked.filter((table) => table === 'sites')).toHaveLength(1);
    expect(asked.filter((table) => table === 'site_days')).toHaveLength(sites.length);
    // what was counted of all in one, and the series of each
    expect(asked.filter((table) => table === 'site_buckets')).toHaveLength(1 + sites.length);
  });

  it('once for a site that several fields ask about', async () => {
    const id = sites[2]?.id ?? '';
    const { answer, asked } = await watching(
      `{ site(id: "${id}") { a: stats { __typename } b: stats { __typename } events { __typename } } }`,
    );

    expect(answer.errors).toBeUndefined();
    expect(asked).toEqual(['api_keys', 'sites', 'site_days', 'site_days', 'events']);
  });

  it('once for all of stats and what they are compared with, and for statuses only if they are selected', async () => {
    const id = sites[2]?.id ?? '';
    const names = 'botBreakdown { previousCount } verification { unknown } purposes { count } bytes failed';
    const whole = await watching(`{ site(id: "${id}") { stats { ${names} } } }`);
    const compared = await watching(
      `{ site(id: "${id}") { stats(compare: PREVIOUS_YEAR) { ${names} comparison { until } } } }`,
    );
    const statuses = await watching(
      `{ site(id: "${id}") { stats { ${names} a: statuses { count } b: statuses { status } } } }`,
    );
    const companies = await watching(
      `{ site(id: "${id}") { companies(compare: PREVIOUS_YEAR) { company } } }`,
    );

    expect([whole, compared, statuses, companies].flatMap(({ answer }) => answer.errors ?? [])).toEqual([]);
    expect(whole.asked).toEqual(['api_keys', 'sites', 'site_days']);
    expect(compared.asked).toEqual(['api_keys', 'sites', 'site_days']);
    expect(statuses.asked).toEqual(['api_keys', 'sites', 'site_days']);
    expect(watched.asked.filter(({ text }) => text.includes('site_statuses'))).toHaveLength(1);
    expect(companies.asked).toEqual(['api_keys', 'sites', 'site_days']);
  });

  it('about the site that a variable names together with the key', async () => {
    const foreign = await makeSite(db, (await makeOwner(db)).accountId);
    const before = watched.asked.length;
    const client = createClient(gateway.fetch, key);
    const [own, other] = [
      await client.ask(StatsDocument, { id: sites[1]?.id ?? '' }),
      await client.ask(StatsDocument, { id: foreign.id }),
    ];

    expect(own.data?.site?.stats?.totals.botVisits).toBe(1);
    expect([other.data, other.errors?.[0]?.extensions]).toEqual([{ site: null }, { code: 'SITE_NOT_FOUND' }]);
    expect(tables(before)).toEqual(['api_keys', 'site_days', 'api_keys']);
  });

  it('again in the next document: nothing is cached between requests', async () => {
    const document = `{ site(id: "${sites[0]?.id ?? ''}") { domain } }`;

    const [first, second] = [await watching(document), await watching(document)];

    expect([first.asked, second.asked]).toEqual([
      ['api_keys', 'sites'],
      ['api_keys', 'sites'],
    ]);
  });

  it('not at all about a site without a key', async () => {
    const { answer, asked } = await watching(`{ site(id: "${sites[0]?.id ?? ''}") { domain } }`, 'st_nobody');

    expect(answer.status).toBe(401);
    expect(asked).toEqual(['api_keys']);
  });
});

const TABLE = /from "(api_keys|sites|site_days|site_buckets|events)"/;

/** The answer to a document, and the first table of every query that it took. */
async function watching(document: string, asKey = key) {
  const before = watched.asked.length;
  const answer = await askText(gateway, asKey, document);
  return { answer, asked: tables(before) };
}

function tables(from: number): readonly string[] {
  return watched.asked.slice(from).map(({ text }) => TABLE.exec(text)?.[1] ?? text);
}

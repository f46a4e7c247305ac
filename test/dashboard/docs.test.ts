import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/domain/refusal.ts';
import { findEntries } from '../../src/dashboard/docs/find-entries.ts';
import { typesOf } from '../../src/dashboard/docs/build/graphql-schema.ts';
import type { Document } from '../../src/dashboard/docs/build/openapi.ts';
import { operationsOf } from '../../src/dashboard/docs/build/operations.ts';
import { entriesOf } from '../../src/dashboard/docs/build/search-entries.ts';
import openapi from '../../src/openapi/openapi.json' with { type: 'json' };

const document = openapi as unknown as Document;
const sdl = readFileSync('src/graphql/schema.graphql', 'utf8');
const operations = operationsOf(document, sdl);
const types = typesOf(sdl);

describe('the reference of REST', () => {
  it('has every operation with its parameters, fields, codes and headers', () => {
    const stats = operations.find(({ slug }) => slug === 'stats');

    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/sites',
      'GET /api/v1/sites/{siteId}/timeseries',
      'GET /api/v1/sites/{siteId}/stats',
      'GET /api/v1/sites/{siteId}/events',
      'GET /api/v1/sites/{siteId}/pages',
      'GET /api/v1/sites/{siteId}/companies',
      'GET /api/v1/sites/{siteId}/countries',
      'GET /api/v1/sites/{siteId}/bots/{botName}',
      'GET /api/v1/sites/{siteId}/coverage',
      'POST /collect/sites/{siteId}/events',
    ]);
    expect(stats?.parameters.map(({ name, place, required }) => [name, place, required])).toEqual([
      ['siteId', 'path', true],
      ['start', 'query', false],
      ['end', 'query', false],
      ['compare', 'query', false],
      ['detail', 'query', false],
    ]);
    expect(stats?.answer).toContainEqual({
      name: 'bot_breakdown',
      type: 'array of BotCount',
      required: true,
      description: 'Visits by bot, largest first.',
    });
    expect(stats?.answer.map(({ name }) => name)).toContain('bot_breakdown[].bot_company');
    expect(stats?.refusals.find(({ status }) => status === '403')).toEqual({
      status: '403',
      codes: [{ code: 'SITE_NOT_FOUND', sentence: REFUSALS.SITE_NOT_FOUND[1] }],
    });
    expect(stats?.headers).toContain('RateLimit');
  });

  it('says which kinds of events have a field', () => {
    const events = operations.find(({ slug }) => slug === 'events');
    const field = (name: string) => events?.answer.find((one) => one.name === name);

    expect(field('events[].type')?.type).toBe('"bot" or "referral" or "conversion"');
    expect(field('events[].page_path')?.description).toBe('The page; begins with "/".');
    expect(field('events[].event_value')).toMatchObject({
      type: 'number or null',
      description: 'Only with `type` `conversion`. Null if no value was set.',
    });
  });

  it('shows bounds and defaults', () => {
    const limit = operations.flatMap(({ parameters }) => parameters).find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({
      type: 'integer from 1 to 1,000',
      description: 'The most items of a page. By default `100`.',
    });
  });

  it('changes with the document, and has a page for each operation that is added to it', () => {
    const changed = JSON.parse(JSON.stringify(openapi).replaceAll('"bot_company"', '"operator"')) as Document;
    const { '/api/v1/sites/{siteId}/pages': pages = {}, ...paths } = document.paths;
    const added = { ...document, paths: { ...paths, '/api/v1/sites/{siteId}/funnels': pages } };

    expect(operationsOf(changed, sdl)[2]?.answer.map(({ name }) => name)).toContain(
      'bot_breakdown[].operator',
    );
    expect(operationsOf(added, sdl).at(-1)).toMatchObject({ slug: 'funnels', twin: null });
  });

  it('knows how GraphQL asks for the same', () => {
    const twins = operations.map(({ slug, twin }) => [
      slug,
      twin && `${twin.field} ${twin.selection.length}`,
    ]);
    expect(Object.fromEntries(twins)).toMatchObject({ sites: 'sites 1', bots: 'bot 5', collect: null });
    expect(operations.find(({ slug }) => slug === 'pages')?.twin).toEqual({
      field: 'pages',
      isOfASite: true,
      arguments: {
        ...{ start: 'text', end: 'text', orderBy: 'enum', search: 'text', botName: 'text', company: 'text' },
        ...{ purpose: 'enum', first: 'number', after: 'text' },
      },
      selection: [
        'nodes { pagePath botVisits referrals conversions failed bytes }',
        'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }',
      ],
    });
  });
});

describe('the reference of GraphQL', () => {
  it('has every type but those of GraphQL, queries and mutations first', () => {
    const declared = [...sdl.matchAll(/^(?:type|interface|enum|scalar|input|union) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const names = types.map(({ name }) => name);

    expect(names.slice(0, 2)).toEqual(['Query', 'Mutation']);
    expect(names.toSorted()).toEqual(declared.toSorted());
    expect(types.filter(({ description }) => description === '')).toEqual([]);
  });

  it('has fields with their arguments, defaults and values of enums', () => {
    const member = (type: string, name: string) =>
      types.find((one) => one.name === type)?.members.find((one) => one.name === name);

    expect(member('Query', 'site')).toMatchObject({ signature: '(id: ID!): Site' });
    expect(member('Site', 'events')?.arguments).toContainEqual(
      expect.objectContaining({ name: 'first', signature: ': Int = 100' }),
    );
    expect(member('Granularity', 'HOUR')?.signature).toBe('');
  });
});

describe('the search', () => {
  const entries = entriesOf(operations, types);

  it.each([
    ['sum up', '/docs/rest/stats'],
    ['granularity parameter', '/docs/rest/timeseries#granularity'],
    ['answer bot_company stats', '/docs/rest/stats#answer.bot_breakdown[].bot_company'],
    ['rate_limited', '/docs/rest/errors#RATE_LIMITED'],
    ['site.stats', '/docs/graphql#Site.stats'],
  ])('of "%s" leads to %s', (text, href) => {
    expect(findEntries(entries, text)[0]?.href).toBe(href);
  });

  it('finds nothing for nothing, at most thirty, and takes hostile texts as they are', () => {
    expect(findEntries(entries, '  ')).toEqual([]);
    expect(findEntries(entries, 'a')).toHaveLength(30);
    expect(findEntries(entries, '(a+)+$')).toEqual([]);
  });
});

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
const operations = operationsOf(document);
const sdl = readFileSync('src/graphql/schema.graphql', 'utf8');
const types = typesOf(sdl);

describe('the reference of REST', () => {
  it('has every operation with its parameters, fields, codes and headers', () => {
    const stats = operations.find(({ slug }) => slug === 'stats');

    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/sites',
      'GET /api/v1/sites/{siteId}/timeseries',
      'GET /api/v1/sites/{siteId}/stats',
      'GET /api/v1/sites/{siteId}/events',
      'POST /collect/sites/{siteId}/events',
    ]);
    expect(stats?.parameters.map(({ name, place, required }) => [name, place, required])).toEqual([
      ['siteId', 'path', true],
      ['start', 'query', false],
      ['end', 'query', false],
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
      description: 'The most events of a page. By default `100`.',
    });
  });

  it('changes with the document, and needs an address for each operation', () => {
    const text = JSON.stringify(openapi);
    const changed = JSON.parse(text.replaceAll('"bot_company"', '"operator"')) as Document;
    const unknown = JSON.parse(text.replace('"getStats"', '"getFunnels"')) as Document;

    expect(operationsOf(changed)[2]?.answer.map(({ name }) => name)).toContain('bot_breakdown[].operator');
    expect(() => operationsOf(unknown)).toThrow('the page of the operation getFunnels has no address');
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

import { readFileSync, readdirSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/domain/refusal.ts';
import { LANGUAGES, exampleOf, requiredValues } from '../../src/dashboard/docs/examples.ts';
import { findEntries } from '../../src/dashboard/docs/find-entries.ts';
import { FIRST_DOCUMENT } from '../../src/dashboard/docs/first-document.ts';
import { guidesIn, questionsIn, renderGuide, targetOf } from '../../src/dashboard/docs/build/guides.ts';
import { typesOf } from '../../src/dashboard/docs/build/graphql-schema.ts';
import type { Document } from '../../src/dashboard/docs/build/openapi.ts';
import { operationsOf } from '../../src/dashboard/docs/build/operations.ts';
import { entriesOf } from '../../src/dashboard/docs/build/search-entries.ts';
import openapi from '../../src/openapi/openapi.json' with { type: 'json' };

const document = openapi as unknown as Document;
const sdl = readFileSync('src/graphql/schema.graphql', 'utf8');
const operations = operationsOf(document, sdl);
const types = typesOf(sdl);
const README = `# Product

## Pages

### Ways in

- [Access logs](docs/access-logs.md): record the logs of \`nginx\`.

## Often asked

- Where is \`access.log\`? [Access logs](docs/access-logs.md#where), [First site](docs/first-site.md)

## More

- [Code](src/README.md)
`;
const [waysIn] = guidesIn(README);
const logs = waysIn?.guides[0] ?? { title: '', about: '', file: '', path: '' };

describe('the pages', () => {
  it('are those that README.md lists, in its groups', () => {
    expect(guidesIn(README)).toEqual([
      {
        name: 'Ways in',
        guides: [
          {
            title: 'Access logs',
            about: 'Record the logs of `nginx`.',
            file: 'docs/access-logs.md',
            path: '/docs/access-logs',
          },
        ],
      },
    ]);
    const line = '- [PHP](docs/php.md), [Go](docs/go.md) and [Ruby](docs/ruby.md): one file.';
    expect(guidesIn(`## Pages\n\n### Ways in\n\n${line}\n`)).toEqual([
      {
        name: 'Ways in',
        guides: ['PHP', 'Go', 'Ruby'].map((title) => ({
          title,
          about: 'One file.',
          file: `docs/${title.toLowerCase()}.md`,
          path: `/docs/${title.toLowerCase()}`,
        })),
      },
    ]);
    expect(() => guidesIn('# Product')).toThrow('README.md has no "## Pages"');
    expect(() => guidesIn(README.replace('docs/', ''))).toThrow('[Title](docs/NAME.md)');
  });

  it('answer what README.md lists as often asked', () => {
    expect(questionsIn(README)).toEqual([
      {
        text: 'Where is `access.log`?',
        answers: [
          { title: 'Access logs', address: '/docs/access-logs#where' },
          { title: 'First site', address: '/docs/first-site' },
        ],
      },
    ]);
    expect(() => questionsIn('# Product')).toThrow('README.md has no list below "## Often asked"');
    expect(() => questionsIn(README.replace(/\? \[.*/, '?'))).toThrow('a question without a page');
    expect(() => questionsIn(README.replace('docs/first-site.md', 'LICENSE'))).toThrow('is not served');
  });

  it.each([
    ['collector.md#from-a-file', { address: '/docs/collector#from-a-file' }],
    ['#below', { address: '#below' }],
    ['../README.md', { address: '/docs' }],
    ['https://nodejs.org/', { address: 'https://nodejs.org/' }],
    ['http://127.0.0.1:4000/docs/rest/stats', { address: '/docs/rest/stats' }],
    ['http://127.0.0.1:4000', { address: '/' }],
    ['http://127.0.0.1:40001', { address: 'http://127.0.0.1:40001' }],
    ['../src/dashboard/pictures/bot.png', { address: '/docs/pictures/bot.png' }],
    ['../senders/site_traffic.py', { address: '/senders/site_traffic.py' }],
    ['../senders/site-traffic-wordpress/', { address: '/senders/site-traffic-wordpress.zip' }],
    ['../senders/README.md#to-add-one', { file: 'senders/README.md' }],
    ['../deploy/systemd/settings.env', { file: 'deploy/systemd/settings.env' }],
  ])('link %s to what is served', (href, target) => {
    expect(targetOf('docs/access-logs.md', href)).toEqual(target);
  });

  it('have the anchors of GitHub, and name a file that is not served', () => {
    const { html, headings } = renderGuide(
      logs,
      '# Logs\n<!-- made -->\n## A `--format` & more\n## A `--format` & more\n[settings](../deploy/x.env)\n',
    );
    expect(headings.map(({ depth, id, text }) => [depth, id, text])).toEqual([
      [1, 'logs', 'Logs'],
      [2, 'a---format--more', 'A --format & more'],
      [2, 'a---format--more-1', 'A --format & more'],
    ]);
    expect(html).toContain('settings (<code>deploy/x.env</code>)');
    expect(html).not.toContain('<!--');
  });

  it('have no HTML of their own, and show code as it is', () => {
    expect(renderGuide(logs, '    <b>"a" & b</b>').html).toContain(
      '&#60;b&#62;&#34;a&#34; &#38; b&#60;/b&#62;',
    );
    expect(renderGuide(logs, '`--help`, `https://example.org/<SITE>`').html).toContain(
      '<code>--help</code>, <code class="long">https://example.org/&#60;SITE&#62;</code>',
    );
    for (const text of ['<b>a</b>', 'a <br> b', '<script>a</script>', '<!-- a --> <i>b</i>'])
      expect(() => renderGuide(logs, text)).toThrow('docs/access-logs.md: Error: a page may have no HTML');
  });
});

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
      'GET /api/v1/sites/{siteId}/unlisted-robots',
      'GET /api/v1/sites/{siteId}/robots',
      'GET /api/v1/sites/{siteId}/obedience',
      'GET /api/v1/sites/{siteId}/reach',
      'GET /api/v1/sites/{siteId}/reach/pages',
      'GET /api/v1/sites/{siteId}/coverage',
      'GET /api/v1/sites/{siteId}/sources',
      'GET /api/v1/sites/{siteId}/alerts',
      'GET /api/v1/sites/{siteId}/notes',
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
      twin && `${twin.fields.map(({ name }) => name).join('.')} ${twin.selection.length}`,
    ]);
    expect(Object.fromEntries(twins)).toMatchObject({
      ...{ sites: 'sites 1', bots: 'bot 8', robots: 'robotsVersions 1', 'reach-pages': 'reach.list 2' },
      collect: null,
    });
    expect(operations.find(({ slug }) => slug === 'pages')?.twin).toEqual({
      fields: [
        {
          name: 'pages',
          arguments: {
            ...{ start: 'text', end: 'text', orderBy: 'enum', search: 'text', botName: 'text' },
            ...{ company: 'text', purpose: 'enum', first: 'number', after: 'text' },
          },
        },
      ],
      isOfASite: true,
      selection: [
        'nodes { pagePath botVisits referrals conversions failed bytes sitemap }',
        'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }',
      ],
    });
  });
});

describe('the examples that are printed', () => {
  const printed = operations.map((operation) => {
    const call = { operation, origin: 'http://127.0.0.1:4000', values: requiredValues(operation) };
    return { ...call, body: operation.bodyExample };
  });

  it('have every parameter that a call needs', () => {
    const pages = printed.find(({ operation: { slug } }) => slug === 'reach-pages');
    const texts = LANGUAGES.map((language) => pages && exampleOf(language, pages));
    expect(texts).toEqual([
      expect.stringContaining("--data-urlencode 'state=unread'"),
      expect.stringContaining(`url.searchParams.set('state', "unread")`),
      expect.stringContaining(`'state': "unread"`),
      expect.stringContaining('list(state: UNREAD)'),
    ]);
    const lacking = printed.flatMap(({ operation: { slug, parameters }, values }) =>
      parameters
        .filter(({ name, place, required }) => required && place !== 'path' && !values[name])
        .map(({ name }) => `${slug}: ${name}`),
    );
    expect(lacking).toEqual([]);
  });

  it('are valid in GraphQL, as those of the pages are', () => {
    const documents = printed.flatMap((call) => exampleOf('GraphQL', call) ?? []);
    expect(documents).toHaveLength(printed.length - 1);
    const ofPages = readdirSync('docs').flatMap((name) =>
      [...readFileSync(`docs/${name}`, 'utf8').matchAll(/```graphql\n([^]+?)```/g)].flatMap(
        ([, text = '']) => text,
      ),
    );
    expect(ofPages.length).toBeGreaterThan(1);
    const schema = buildSchema(sdl);
    const faults = [...documents, ...ofPages, FIRST_DOCUMENT].flatMap((text) =>
      validate(schema, parse(text)),
    );
    expect(faults).toEqual([]);
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
  const guide = renderGuide(logs, '# Logs\n\n## What a log lacks\n');
  const entries = entriesOf([guide], questionsIn(README), operations, types);

  it.each([
    ['access', '/docs/access-logs'],
    ['NGINX logs', '/docs/access-logs'],
    ['access.log where', '/docs/access-logs#where'],
    ['lacks', '/docs/access-logs#what-a-log-lacks'],
    ['sum up', '/docs/rest/stats'],
    ['granularity parameter', '/docs/rest/timeseries#granularity'],
    ['answer bot_company stats', '/docs/rest/stats#answer.bot_breakdown[].bot_company'],
    ['rate_limited', '/docs/rest/errors#RATE_LIMITED'],
    ['site.stats', '/docs/graphql/schema#Site.stats'],
  ])('of "%s" leads to %s', (text, href) => {
    expect(findEntries(entries, text)[0]?.href).toBe(href);
  });

  it('finds nothing for nothing, at most thirty, and takes hostile texts as they are', () => {
    expect(findEntries(entries, '  ')).toEqual([]);
    expect(findEntries(entries, 'a')).toHaveLength(30);
    expect(findEntries(entries, '(a+)+$')).toEqual([]);
  });
});

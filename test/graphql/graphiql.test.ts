import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, parse, printSchema, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { startGateway } from '../support/gateway.ts';

const gateway = startGateway();
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src-elem 'nonce-NONCE'; " +
  "style-src-attr 'unsafe-inline'; " +
  "font-src 'self' data:; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const NONCE = /nonce-(?<nonce>[A-Za-z\d+/]{22}==)/;

/** Where a page names what a browser fetches by itself. */
const FETCHED = /\b(?:src|href)="(?<path>\/[^"]*)"/g;

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return gateway.fetch(new Request(`http://site-traffic.test${path}`, { headers }));
}

async function openPage(): Promise<Response> {
  return get('/graphql', { accept: 'text/html,*/*;q=0.8' });
}

/** The files that the page loads. */
async function pathsOfPage(): Promise<readonly string[]> {
  const html = await (await openPage()).text();
  return [...html.matchAll(FETCHED)].map(({ groups }) => groups?.['path'] ?? '');
}

describe('GraphiQL', () => {
  it('is offered to a browser without a key, in a small page that is asked for again each time', async () => {
    const { status, headers, ...response } = await openPage().then(withText);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')?.replace(NONCE, 'nonce-NONCE')).toBe(POLICY);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.text).toContain('<div id="root"></div>');
    expect(response.text.length).toBeLessThan(1_000);
  });

  it('has a nonce of its own each time, for its style sheet and what scripts add to it', async () => {
    const pages = await Promise.all([openPage(), openPage()].map(async (page) => withText(await page)));
    const nonces = pages.map(({ headers, text }) => {
      const nonce = NONCE.exec(headers.get('content-security-policy') ?? '')?.groups?.['nonce'];
      expect(text.match(/ nonce="[^"]*"/g)).toEqual([` nonce="${nonce}"`]);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('keeps windows and pages of other origins from itself and its files', async () => {
    const files = await pathsOfPage();
    for (const { headers } of [await openPage(), ...(await Promise.all(files.map((path) => get(path))))]) {
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
    expect(files).toHaveLength(3);
  });

  it('is not served to clients that do not accept HTML', async () => {
    expect((await get('/graphql')).status).toBe(401);
  });

  it('loads files of this server only, which a browser may keep for ever, each packed', async () => {
    const paths = await pathsOfPage();
    expect(paths.map((path) => path.replace(/-[\da-f]{16}\./, '-DIGEST.'))).toEqual([
      '/graphql/assets/graphiql-DIGEST.css',
      '/graphql/assets/graphiql-DIGEST.js',
      '/graphql/assets/start-DIGEST.js',
    ]);
    for (const path of paths) {
      const plain = await get(path, { 'accept-encoding': 'gzip;q=0, identity' });
      const packed = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
      for (const { status, headers } of [plain, packed]) {
        expect([status, headers.get('content-type')]).toEqual([200, TYPES[path.split('.').at(-1) ?? '']]);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(headers.get('vary')).toBe('Accept-Encoding');
      }
      expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
      const text = await plain.text();
      const bytes = Buffer.from(await packed.arrayBuffer());
      expect(gunzipSync(bytes).toString('utf8') === text).toBe(true);
      expect(bytes.length).toBeLessThan(text.length);
    }
  });

  it('lets a cache tell its files apart by what the answer depends on', async () => {
    const { fetch } = startGateway({ db: gateway.db, corsOrigins: ['https://app.example.com'] });
    const [path = ''] = await pathsOfPage();
    const { headers } = await fetch(new Request(`http://site-traffic.test${path}`));
    expect(headers.get('vary')).toBe('Accept-Encoding, Origin');
  });

  it('has no other files', async () => {
    const [path = ''] = await pathsOfPage();
    expect((await get(path.replace(/-[\da-f]/, '-x'))).status).toBe(404);
    expect((await get('/graphql/assets/')).status).toBe(404);
  });
});

type Options = {
  readonly query?: string;
  readonly variables?: string;
  readonly defaultQuery: string;
  readonly headers: string;
  readonly shouldPersistHeaders: boolean;
  readonly schema: Parameters<typeof buildClientSchema>[0];
};

describe('the start of GraphiQL', () => {
  const TABS = {
    activeTabIndex: 1,
    tabs: [
      { query: '{ a }', variables: null },
      { query: '{ b }', variables: '{"id":1}' },
    ],
  };

  it('knows the schema, so that it asks nothing before there is a key', async () => {
    const { options } = await start();
    expect(printSchema(buildClientSchema(options.schema))).toBe(printSchema(schema));
  });

  it('shows a valid query at the first sight, and where to put a key', async () => {
    const { options } = await start();
    expect(validate(schema, parse(options.defaultQuery))).toEqual([]);
    expect(options.headers.split('\n')).toEqual(['{', '  // "Authorization": "Bearer <API_KEY>"', '}']);
    expect(options).not.toHaveProperty('query');
  });

  it.each([
    ['what was shown last', '', TABS, { query: '{ b }', variables: '{"id":1}' }],
    [
      'what was shown last, in the address too',
      '?query={ b }',
      TABS,
      { query: '{ b }', variables: '{"id":1}' },
    ],
    ['the query of a link', '?query={ c }', TABS, { query: '{ c }', variables: '' }],
    ['the query of a link at the first visit', '?query={ c }', undefined, { query: '{ c }', variables: '' }],
    [
      'a tab that was empty',
      '',
      { activeTabIndex: 0, tabs: [{ query: null, variables: null }] },
      { query: '', variables: '' },
    ],
    ['nothing, if what it remembers is broken', '', 'broken', {}],
    ['nothing, if it remembers no tab', '', { tabs: [] }, {}],
  ])('shows %s', async (_, search, remembered, shown) => {
    const { options } = await start({ search, remembered });
    const { query, variables } = options;
    expect({ query, variables }).toEqual({ query: undefined, variables: undefined, ...shown });
  });

  it('keeps no key beyond its tab', async () => {
    expect((await start()).options.shouldPersistHeaders).toBe(false);
  });

  it('gives the nonce of the style sheet to the style elements that scripts make, and to no others', async () => {
    const { createElement } = await start();
    expect(createElement('style')).toEqual({ localName: 'style', nonce: 'of-the-page' });
    expect(createElement('script')).toEqual({ localName: 'script' });
  });

  it('starts workers of this server', async () => {
    const { workerOf } = await start();
    for (const label of ['editorWorkerService', 'graphql', 'json']) {
      const { status, headers } = await get(workerOf(label));
      expect([status, headers.get('content-type')]).toEqual([200, TYPES['js']]);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });
});

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Runs the script as a browser would, and returns what it hands to GraphiQL. */
async function start({ search = '', remembered }: { search?: string; remembered?: unknown } = {}): Promise<{
  readonly options: Options;
  readonly workerOf: (label: string) => string;
  readonly createElement: (localName: string) => object;
}> {
  const path = (await pathsOfPage()).find((name) => name.includes('/start-')) ?? '';
  const script = await (await get(path)).text();
  const started: Options[] = [];
  const stored = remembered === undefined ? null : JSON.stringify(remembered);
  const document = {
    getElementById: () => ({}),
    querySelector: () => ({ nonce: 'of-the-page' }),
    createElement: (localName: string) => ({ localName }),
  };
  const browser: Record<string, unknown> = {
    URLSearchParams,
    location: { search },
    localStorage: { getItem: (name: string) => (name === 'graphiql:tabState' ? stored : null) },
    document,
    YogaGraphiQL: { renderYogaGraphiQL: (_: unknown, options: Options) => started.push(options) },
  };
  browser['self'] = browser;
  runInNewContext(script, browser);
  const { getWorkerUrl } = browser['MonacoEnvironment'] as {
    getWorkerUrl: (moduleId: string, label: string) => string;
  };
  const [options] = started;
  if (options === undefined) throw new Error('GraphiQL was not started');
  return { options, workerOf: (label) => getWorkerUrl('', label), createElement: document.createElement };
}

async function withText(response: Response): Promise<{ status: number; headers: Headers; text: string }> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDashboard } from '../../src/http/dashboard.ts';
import { atEnd } from '../support/at-end.ts';

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  atEnd(() => rm(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  for (const inner of ['docs/rest', 'docs/pictures', 'senders'])
    mkdirSync(join(folder, inner), { recursive: true });
  const files = {
    'index.html': '<!doctype html><head></head><div id="root"></div>',
    'frames.json': JSON.stringify(
      Object.fromEntries(
        ['sites', 'overview', 'events', 'pages', 'site', 'settings'].map((name) => [
          name,
          `frame of ${name} `,
        ]),
      ),
    ),
    'assets/index-abc.js': 'plain',
    'assets/index-abc.js.br': 'brotli',
    'assets/index-abc.js.gz': 'gzip',
    'assets/text.woff2': 'font',
    'docs.html': 'documentation',
    'missing.html': 'no such page',
    'docs-missing.html': 'no such page of the documentation',
    'docs/pictures/bot.png': 'picture',
    'docs/rest/stats.html': 'stats',
    'docs/rest/stats.html.gz': 'packed stats',
    'docs/search.json': '[]',
    'docs/schema.graphql': 'type Query',
    'senders/site_traffic.py': 'import json',
    'senders/site-traffic-wordpress.zip': 'PK',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return openDashboard(pathToFileURL(`${folder}/`));
}

const OWNER = { namesOwner: () => true };
const NOBODY = { namesOwner: () => false };

async function get(path: string, acceptEncoding?: string, visitor = OWNER) {
  const request = new Request(`http://127.0.0.1${path}`, {
    headers: acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding },
  });
  const response = openFolder().find(path)?.(request, visitor);
  return response && { headers: response.headers, text: await response.text() };
}

describe('the page of the dashboard', () => {
  it.each([
    ['/', 'frame of sites '],
    ['/sites/site_1', 'frame of overview '],
    ['/sites/site_1/events', 'frame of events '],
    ['/sites/site_1/pages', 'frame of pages '],
    ['/sites/site_1/bots/GPTBot', 'frame of site '],
    ['/settings/keys', 'frame of settings '],
    ['/sites', ''],
    ['/sign-in', ''],
  ])('is at %s, with the frame of the screen until its script is there', async (path, frame) => {
    expect((await get(path))?.text).toBe(`<!doctype html><head></head>${frame}<div id="root"></div>`);
  });

  it.each(['/', '/sites/site_1', '/settings/keys'])(
    'at %s is marked for whoever is not signed in, has no frame, and is not kept',
    async (path) => {
      const { headers, text } = (await get(path, undefined, NOBODY)) ?? {};
      expect(text).toBe(
        '<!doctype html><head><meta name="signed-out" content="" /></head><div id="root"></div>',
      );
      expect(headers?.get('cache-control')).toBe('no-store');
    },
  );

  it.each(['/sign-in', '/share/7'])('at %s is the same for everybody', async (path) => {
    expect((await get(path, undefined, NOBODY))?.text).toBe((await get(path))?.text);
  });

  it.each(['/share', '/share/7'])('at %s asks search engines not to list it', async (path) => {
    const { headers, text } = (await get(path)) ?? {};
    expect(headers?.get('x-robots-tag')).toBe('noindex');
    expect(headers?.get('referrer-policy')).toBe('no-referrer');
    expect([
      headers?.get('cross-origin-opener-policy'),
      headers?.get('cross-origin-resource-policy'),
    ]).toEqual(['same-origin', 'same-origin']);
    expect(text).toBe(
      '<!doctype html><head><meta name="robots" content="noindex" /></head><div id="root"></div>',
    );
  });

  it.each([
    '/sitesx',
    '/sharex',
    '/index.html',
    '/assets',
    '/assets/',
    '/graphql',
    '/api/v1/sites',
    '/sign-in2',
  ])('is not at %s', (path) => {
    expect(openFolder().find(path)).toBeUndefined();
  });

  it.each([
    ['/nothing', 'no such page'],
    ['/docsx', 'no such page'],
    ['/docs/nothing', 'no such page of the documentation'],
  ])('for %s, where nothing is, is a page as safe as the others', async (path, text) => {
    const dashboard = openFolder();
    const [missing, page] = [
      dashboard.missing(path),
      dashboard.find('/')?.(new Request('http://127.0.0.1/'), OWNER),
    ];
    expect([missing.status, await missing.text()]).toEqual([404, text]);
    expect(Object.fromEntries(missing.headers)).toEqual({
      ...Object.fromEntries(page?.headers ?? []),
      'content-length': String(text.length),
    });
  });

  it('loads nothing but its own files, is in no frame, and names no site to those it links to', async () => {
    const { headers } = (await get('/')) ?? {};
    expect(headers?.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect([headers?.get('cache-control'), headers?.get('referrer-policy')]).toEqual([
      'no-cache',
      'no-referrer',
    ]);
  });
});

describe('the documentation and the reference of the APIs', () => {
  it.each([
    ['/docs', 'text/html; charset=utf-8', 'documentation'],
    ['/docs/pictures/bot.png', 'image/png', 'picture'],
    ['/docs/rest/stats', 'text/html; charset=utf-8', 'stats'],
    ['/docs/search.json', 'application/json; charset=utf-8', '[]'],
    ['/docs/schema.graphql', 'text/plain; charset=utf-8', 'type Query'],
  ])('has %s, of the type %s', async (path, type, text) => {
    const file = await get(path);
    expect([file?.headers.get('content-type'), file?.text]).toEqual([type, text]);
    expect(file?.headers.get('cache-control')).toBe('no-cache');
  });

  it('has the policy of the dashboard, also when it is packed', async () => {
    const [page, packed] = [await get('/'), await get('/docs/rest/stats', 'gzip')];
    expect(packed?.text).toBe('packed stats');
    for (const name of ['content-security-policy', 'referrer-policy'])
      expect(packed?.headers.get(name)).toBe(page?.headers.get(name));
  });

  it.each([
    '/docs/',
    '/docs.html',
    '/docs/rest',
    '/docs/rest/stats.html',
    '/docs/rest/stats.html.gz',
    '/docs/../index',
  ])('is not at %s', (path) => {
    expect(openFolder().find(path)).toBeUndefined();
  });
});

describe('the senders', () => {
  it.each([
    ['/senders/site_traffic.py', 'text/plain; charset=utf-8', 'import json'],
    ['/senders/site-traffic-wordpress.zip', 'application/zip', 'PK'],
  ])('has %s, of the type %s', async (path, type, text) => {
    const file = await get(path);
    expect([file?.headers.get('content-type'), file?.text]).toEqual([type, text]);
    expect(file?.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/senders', '/senders/', '/senders/README.md', '/senders/../index.html'])(
    'is not at %s',
    (path) => {
      expect(openFolder().find(path)).toBeUndefined();
    },
  );
});

describe('a file of the dashboard', () => {
  it.each([
    [undefined, null, 'plain'],
    ['gzip', 'gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br', 'brotli'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
    ['gzip;q=0.0, BR ; q=0', null, 'plain'],
    ['xbr, gzipped', null, 'plain'],
  ])('for Accept-Encoding %s is packed as %s', async (accepted, encoding, text) => {
    const file = await get('/assets/index-abc.js', accepted);
    expect([file?.headers.get('content-encoding'), file?.text]).toEqual([encoding, text]);
    expect(file?.headers.get('vary')).toBe('Accept-Encoding');
    expect(file?.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('is kept for ever, since its name changes with its content', async () => {
    const file = await get('/assets/text.woff2', 'br');
    expect([file?.headers.get('cache-control'), file?.headers.get('content-type'), file?.text]).toEqual([
      ...['public, max-age=31536000, immutable', 'font/woff2', 'font'],
    ]);
  });

  it.each([
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/index-abc.js.gz',
    '/assets/other.js',
  ])('is not at %s', (path) => {
    expect(openFolder().find(path)).toBeUndefined();
  });
});

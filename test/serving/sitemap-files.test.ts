import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NoResponse } from '../../src/outgoing/no-response.ts';
import { createPace } from '../../src/serving/one-a-minute.ts';
import { sitemapsOfWeb } from '../../src/serving/sitemap-files.ts';
import { collectPages } from '../../src/sitemap/collect-pages.ts';
import { SitemapNotRead } from '../../src/sitemap/no-sitemap.ts';
import { sitemapsIn } from '../../src/sitemap/robots-lines.ts';
import { startTlsHost } from '../support/tls-host.ts';

/** A site that serves these files; the others are missing. */
async function startSite(files: Readonly<Record<string, string | Buffer>>, robotsStatus = 200) {
  const requests: string[] = [];
  const agents = new Set<string | undefined>();
  const host = await startTlsHost('x.example', (request, response) => {
    const { url = '', headers } = request;
    requests.push(url);
    agents.add(headers['user-agent']);
    const content = files[url];
    const status = url === '/robots.txt' ? robotsStatus : 200;
    response.writeHead(content === undefined ? 404 : status).end(content);
  });
  const asked: string[] = [];
  const sitemaps = (mostFiles = 10) =>
    sitemapsOfWeb('x.example', {
      config: {
        notify: { allowsPrivate: true, smtpUrl: undefined, mailFrom: undefined },
        publicUrl: 'https://stats.example.com',
      },
      mostFiles,
      turnOf: (host) => {
        asked.push(host);
        return Promise.resolve();
      },
      ...host,
    });
  return { requests, agents, asked, sitemaps };
}

const urlset = (...paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>https://x.example${path}</loc></url>`).join('')}</urlset>`;
const indexOf = (...names: readonly string[]) =>
  `<sitemapindex>${names.map((name) => `<sitemap><loc>https://x.example${name}</loc></sitemap>`).join('')}</sitemapindex>`;

describe('the sitemaps of a site', () => {
  it('are those that robots.txt names, one after the other, each asked for when it is its turn', async () => {
    const { requests, agents, asked, sitemaps } = await startSite({
      '/robots.txt':
        'User-agent: *\nSitemap: https://x.example/index.xml\r\nSITEMAP:https://x.example/more.txt # more',
      '/index.xml': indexOf('/1.xml', '/2.xml.gz', '/1.xml'),
      '/1.xml': urlset('/a', '/b'),
      '/2.xml.gz': gzipSync(urlset('/c')),
      '/more.txt': 'https://x.example/d',
    });
    const { pages, files } = await collectPages('x.example', sitemaps());
    expect([pages.map(({ path }) => path), files]).toEqual([['/a', '/b', '/c', '/d'], 4]);
    expect(requests).toEqual(['/robots.txt', '/index.xml', '/1.xml', '/2.xml.gz', '/more.txt']);
    expect([...agents]).toEqual([
      expect.stringMatching(/^site-traffic\/\S+ \(\+https:\/\/stats\.example\.com\)$/),
    ]);
    expect(asked).toEqual(requests.map(() => 'x.example'));
  });

  it('are /sitemap.xml where robots.txt names none', async () => {
    for (const robots of [{}, { '/robots.txt': 'User-agent: *' }]) {
      const { sitemaps } = await startSite({ ...robots, '/sitemap.xml': urlset('/a') });
      expect((await collectPages('x.example', sitemaps())).pages).toHaveLength(1);
    }
  });

  it('are not known while robots.txt cannot be read', async () => {
    const files = { '/robots.txt': 'down', '/sitemap.xml': urlset('/a') };
    const { sitemaps, requests } = await startSite(files, 503);
    await expect(collectPages('x.example', sitemaps())).rejects.toThrow(
      'https://x.example/robots.txt cannot be read: the response has the status 503',
    );
    expect(requests).toEqual(['/robots.txt']);
  });

  it.each([
    [{}, 'https://x.example/sitemap.xml cannot be read: the response has the status 404'],
    [{ '/sitemap.xml': '<html/>' }, 'https://x.example/sitemap.xml begins with <html>'],
    [
      { '/sitemap.xml': indexOf('/1.xml', '/gone.xml'), '/1.xml': urlset('/a') },
      'https://x.example/gone.xml cannot be read',
    ],
    [
      { '/sitemap.xml': indexOf('/i.xml'), '/i.xml': indexOf('/sitemap.xml') },
      'https://x.example/i.xml is an index',
    ],
    [{ '/sitemap.xml': indexOf('/1', '/2', '/3') }, 'indexes name 3 sitemaps, more than 2'],
    [
      {
        '/sitemap.xml': '',
        '/robots.txt': 'Sitemap: https://x.example/1\nSitemap: https://x.example/2\nSitemap: 3',
      },
      'robots.txt names 3 sitemaps, more than 2',
    ],
    [
      {
        '/robots.txt': 'Sitemap: https://x.example/i1\nSitemap: https://x.example/i2',
        ...{ '/i1': indexOf('/1', '/2'), '/i2': indexOf('/3'), '/1': urlset('/1'), '/2': urlset('/2') },
      },
      'with https://x.example/i2 indexes name 3 sitemaps, more than 2',
    ],
    [{ '/robots.txt': 'Sitemap: nothing' }, 'nothing is no web address'],
    [{ '/robots.txt': 'Sitemap: http://x.example/a' }, 'cannot be read: '],
  ])('that cannot be read make no list: %j', async (files, problem) => {
    const { sitemaps } = await startSite(files);
    const failed = collectPages('x.example', sitemaps(2));
    await expect(failed).rejects.toThrow(SitemapNotRead);
    await expect(failed).rejects.toThrow(problem);
  });
});

it('lines of a robots.txt name sitemaps, each once', () => {
  expect(
    sitemapsIn(
      '\uFEFFsitemap : https://a/1\rSitemap: https://a/1\n# Sitemap: https://a/2\nSitemap:\nSitemap',
    ),
  ).toEqual(['https://a/1']);
});

it('a host is asked once a minute, and nobody waits for it when the server stops', async () => {
  const clock = { ms: 1_000 };
  const stop = new AbortController();
  const turn = createPace(() => clock.ms);
  await turn('a');
  await turn('b');
  const second = turn('a', stop.signal);
  stop.abort();
  await expect(second).rejects.toThrow('aborted');
  clock.ms += 120_000;
  await turn('a');
});

it('nobody waits for a host for more than five minutes, nor keeps others from it who do not', async () => {
  const clock = { ms: 1_000 };
  const stop = new AbortController();
  const turn = createPace(() => clock.ms);
  await turn('a');
  const waiting = Array.from({ length: 5 }, () => turn('a', stop.signal));
  const refused = 'too many requests wait for a, which gets one a minute';
  for (let n = 0; n < 2; n++) await expect(turn('a')).rejects.toThrow(new NoResponse(refused));
  await turn('b');
  clock.ms += 60_000;
  const next = turn('a', stop.signal);
  stop.abort();
  const ended = await Promise.allSettled([...waiting, next]);
  expect(ended).toEqual(ended.map(() => ({ status: 'rejected', reason: expect.any(Error) as Error })));
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { replaceSitemap } from '../../src/queries/sitemaps.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite as makeSiteOf, record } from '../support/makers.ts';
import { useCommandLine } from './support.ts';

const { folder, run, ask, holdMigrated } = useCommandLine();

const urlset = (...paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>https://www.x.example${path}</loc></url>`).join('')}</urlset>`;
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown;

const makeSite = async (domain: string) =>
  ((await ask('site', 'create', '--account', 'owner@example.com', '--domain', domain)) as { id: string }).id;

let site = '';
let db: Database;
beforeAll(async () => {
  db = await holdMigrated();
  await run('account', 'create', '--email', 'owner@example.com');
  site = await makeSite('x.example');
});

describe('"sitemap update"', () => {
  it('takes an index with its files beside it, and shows what it left out', async () => {
    file('posts.xml.gz', gzipSync(urlset('/blog/a', '/blog/b', '/blog/a')));
    file('pages.txt', 'https://x.example/\nhttps://other.example/\nnothing\n');
    const index = file(
      'sitemap.xml',
      `<sitemapindex>${['posts.xml.gz', 'pages.txt?v=2'].map((name) => `<sitemap><loc>https://x.example/maps/${name}</loc></sitemap>`).join('')}</sitemapindex>`,
    );
    expect(await ask('sitemap', 'update', '--site', site, '--from', index)).toEqual({
      ...{ id: site, updated_at: anInstant, pages: 3, files: 3 },
      left_out: { other_hosts: 1, unusable: 1, too_many: 0 },
    });
    const { stdout } = await run('sitemap', 'update', '--site', 'x.example', '--from', index);
    expect(stdout).toBe(
      `${site} lists 3 pages of 3 files\nleft out 1 page of other hosts\nleft out 1 URL without a usable path\n`,
    );
    const { reach } = (await ask('reach', '--site', site)) as { reach: object };
    expect(reach).toMatchObject({
      pages: 3,
      read: 0,
      unread: 3,
      sections: [
        { path: '/blog/', pages: 2 },
        { path: '/', pages: 1 },
      ],
    });
  });

  it('finds the files of an index in folders beside it, and takes none for two', async () => {
    for (const language of ['de', 'en']) {
      mkdirSync(join(folder, language));
      file(`${language}/all.xml`, urlset(`/${language}/a`, `/${language}/b`));
    }
    const naming = (...addresses: readonly string[]) =>
      file(
        'several.xml',
        `<sitemapindex>${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join('')}</sitemapindex>`,
      );
    const languages = naming('https://y.example/maps/de/all.xml', 'https://y.example/maps/en/all.xml');
    const other = await makeSite('www.x.example');
    expect(await ask('sitemap', 'update', '--site', other, '--from', languages)).toMatchObject({
      pages: 4,
      files: 3,
    });

    file('all.xml', urlset('/c'));
    const same = naming('https://y.example/fr/all.xml', 'https://y.example/it/all.xml');
    const { exitCode, stderr } = await run('sitemap', 'update', '--site', other, '--from', same);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(
        'all.xml cannot be both https://y.example/fr/all.xml and https://y.example/it/all.xml',
      ),
    ]);
  });

  it('keeps the old list where a file cannot be read, and says which and why', async () => {
    file('bad.xml', urlset('/new').slice(0, -9));
    file(
      'inner.xml',
      '<sitemapindex><sitemap><loc>https://x.example/posts.xml.gz</loc></sitemap></sitemapindex>',
    );
    const naming = (name: string) =>
      file(
        'outer.xml',
        `<sitemapindex><sitemap><loc>https://x.example/${name}</loc></sitemap></sitemapindex>`,
      );
    const failure = async (from: string) => {
      const { exitCode, stderr } = await run('sitemap', 'update', '--site', site, '--from', from);
      return [exitCode, stderr.trim()];
    };
    expect(await failure(naming('bad.xml'))).toEqual([
      1,
      expect.stringContaining('https://x.example/bad.xml ends within <urlset>'),
    ]);
    expect(await failure(naming('inner.xml'))).toEqual([
      1,
      expect.stringContaining('https://x.example/inner.xml is an index'),
    ]);
    expect(await failure(naming('none.xml'))).toEqual([
      1,
      expect.stringContaining(`${join(folder, 'none.xml')} cannot be read`),
    ]);
    expect(await failure(join(folder, 'nothing'))).toEqual([
      1,
      expect.stringContaining('nothing cannot be read'),
    ]);
    expect(await failure(folder)).toEqual([1, expect.stringContaining(`${folder} is a folder`)]);
    const noList = [1, expect.stringContaining('is neither a sitemap in XML nor a list of addresses')];
    expect(await failure(file('not-found.txt', 'Not found\n'))).toEqual(noList);
    expect(await failure(file('table.csv', 'url,lastmod\nhttps://x.example/a,2026-11-01\n'))).toEqual(noList);
    expect(await failure(file('data.json', '{"a":"https://x.example/"}'))).toEqual(noList);
    expect(await ask('reach', '--site', site)).toMatchObject({ reach: { pages: 3 } });
  });

  it('asks nobody in a private network', async () => {
    const local = await makeSite('localhost');
    const { exitCode, stderr } = await run('sitemap', 'update', '--site', local);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('NOTIFY_PRIVATE_NETWORKS=yes')]);
  });
});

it('"reach" says that there is no list, and what makes one', async () => {
  const empty = await makeSite('empty.example');
  expect(await ask('reach', '--site', empty)).toEqual({ reach: null });
  expect((await run('reach', '--site', empty)).stderr).toContain('sitemap update');
});

describe('"reach --state"', () => {
  const DAYS = ['--start', '2026-03-08', '--end', '2026-03-15'] as const;

  async function makeListed() {
    const { accountId, key } = await makeOwner(db);
    const { id, ...rest } = await makeSiteOf(db, accountId);
    await record(db, { id, ...rest }, [
      botVisit('2026-03-10T10:00:00Z', { pagePath: '/blog/a' }),
      botVisit('2026-03-12T10:00:00Z', { pagePath: '/' }),
      botVisit('2026-03-13T10:00:00Z', { pagePath: '/', botName: 'HomeMadeBot', botCompany: 'Nobody' }),
      botVisit('2026-03-14T10:00:00Z', { pagePath: '/old' }),
    ]);
    const listed = (path: string, modifiedOn: string | null = null) => ({ path, spelling: null, modifiedOn });
    const pages = [
      listed('/'),
      listed('/blog/a', '2026-03-11'),
      listed('/blog/b', '2026-03-09'),
      listed('/c'),
    ];
    await replaceSitemap(db, id, { updatedAtMs: Date.parse('2026-03-15'), pages });
    return { id, key, list: ['reach', '--site', id, ...DAYS] };
  }

  it('is not needed for the sections, the readers, and what is not listed', async () => {
    const { list } = await makeListed();
    expect((await run(...list)).stdout.split('\n')).toEqual([
      ...['section\tpages\tread\tstale\tunread', '/blog/\t2\t0\t1\t1', '/\t1\t1\t0\t0'],
      ...['/c/\t1\t0\t0\t1', 'all\t4\t1\t1\t2', ''],
      ...['of\tname\tread\tstale\tmedian days to read', 'all\t\t1\t1\t-', 'company\tOpenAI\t1\t1\t-'],
      ...['company\tNobody\t1\t0\t-', 'bot\tGPTBot\t1\t1\t-', 'bot\tHomeMadeBot\t1\t0\t-', ''],
      ...['read, but not in the sitemap\tvisits', '/old\t1', ''],
    ]);
  });

  it('lists the pages of a state by path', async () => {
    const { list } = await makeListed();
    expect(await run(...list, '--state', 'unread')).toEqual({
      exitCode: 0,
      stdout: 'page\tmodified on\tlast read on\tvisits\n/blog/b\t2026-03-09\t-\t0\n/c\t-\t-\t0\n',
      stderr: '2026-03-08 to 2026-03-15\n',
    });
    const { stdout: stale } = await run(...list, '--state', 'stale');
    expect(stale.split('\n').slice(1)).toEqual(['/blog/a\t2026-03-11\t2026-03-10\t1', '']);
    const { stdout: read } = await run(...list, '--state', 'read');
    expect(read.split('\n').slice(1)).toEqual(['/\t-\t2026-03-13\t2', '']);
  });

  it('goes on where a part ended, and prints with --json what REST answers', async () => {
    const { id, key, list } = await makeListed();
    const gateway = startGateway({ db });
    const rest = async (query: string) =>
      (
        await gateway.rest(
          `/api/v1/sites/${id}/reach/pages?start=2026-03-08&end=2026-03-15&state=unread&${query}`,
          key,
        )
      ).body as unknown;
    const unread = [...list, '--state', 'unread'];
    const { stderr } = await run(...unread, '--limit', '1');
    const [, cursor = ''] = /^2026-03-08 to 2026-03-15\nthere are more: --cursor (\S+)\n$/.exec(stderr) ?? [];

    expect(await ask(...unread, '--limit', '1')).toEqual(await rest('limit=1'));
    expect(await ask(...unread, '--cursor', cursor)).toEqual(await rest(`cursor=${cursor}`));
    expect(await ask(...unread, '--search', 'c')).toEqual(await rest('search=c'));
    expect(await run(...unread, '--cursor', cursor)).toMatchObject({
      stdout: expect.stringMatching(/^page\t.*\n\/c\t/) as string,
      stderr: '',
    });
    const other = await run(...list, '--state', 'read', '--cursor', cursor);
    expect([other.exitCode, other.stderr]).toEqual([
      2,
      expect.stringContaining('--cursor must be used with the site, --state, --search, --bot,'),
    ]);
  });

  it.each([
    ['--search', '/blog/'],
    ['--limit', '5'],
    ['--cursor', 'x'],
  ])('is needed by %s %s', async (...given) => {
    const { list } = await makeListed();
    expect(await run(...list, ...given)).toMatchObject({
      exitCode: 2,
      stderr: 'site-traffic: --state must be "read", "stale" or "unread"; got "".\n',
    });
  });

  it('says that there is no list, rather than that no page is in the state', async () => {
    const { list } = await makeListed();
    const nothing = [...list, '--state', 'read', '--search', 'nowhere'];
    expect((await run(...nothing)).stderr).toBe('2026-03-08 to 2026-03-15\n');

    const empty = await makeSite('unlisted.example');
    const unread = ['reach', '--site', empty, '--state', 'unread'];
    expect(await run(...unread)).toEqual({
      ...{ exitCode: 0, stdout: '' },
      stderr: 'the site has no list of pages: site-traffic sitemap update makes one\n',
    });
    expect(await ask(...unread)).toEqual({ pages: [], next_cursor: null });
  });

  it.each([
    ['gptbot', 'no bot named "gptbot" ever came; did you mean GPTBot?'],
    ['claudebot', 'no bot named "claudebot" ever came; did you mean ClaudeBot?'],
    ['homemadebot', 'no bot named "homemadebot" ever came; did you mean HomeMadeBot?'],
    ['?', 'no bot named "?" ever came; "stats" shows the names of those that came'],
    ['HomeMadeBot', undefined],
    ['ClaudeBot', undefined],
  ])('names the bot that --bot %s means, as "reach" and "pages" do', async (bot, remark) => {
    const { id, list } = await makeListed();
    const commands = [list, [...list, '--state', 'unread'], ['pages', '--site', id, ...DAYS]];
    const expected = ['2026-03-08 to 2026-03-15', ...(remark === undefined ? [] : [remark]), ''].join('\n');
    for (const command of commands) {
      const { exitCode, stderr } = await run(...command, '--bot', bot);
      expect([exitCode, stderr]).toEqual([0, expected]);
    }
  });
});

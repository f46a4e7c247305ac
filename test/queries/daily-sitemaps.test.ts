import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/time.ts';
import { startDailyUpdates } from '../../src/operations/sitemaps/daily-updates.ts';
import { findSitemap, replaceSitemap } from '../../src/queries/sitemaps.ts';
import { SitemapNotRead } from '../../src/sitemap/no-sitemap.ts';
import { atEnd } from '../support/at-end.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { makeOwner, makeSite } from '../support/makers.ts';

it('the lists of all sites are updated once a day, by one process, whatever fails', async () => {
  const db = openPool(await freshDatabase(), 2);
  const { accountId } = await makeOwner(db);
  const clock = { ms: Date.parse('2026-03-15T00:00:00Z') };
  const [first, broken, fresh] = [
    await makeSite(db, accountId, { domain: 'first.example' }),
    await makeSite(db, accountId, { domain: 'broken.example' }),
    await makeSite(db, accountId, { domain: 'fresh.example' }),
  ];
  await replaceSitemap(db, fresh.id, { updatedAtMs: clock.ms - DAY_MS + 1, pages: [] });
  const read: string[] = [];
  const logged: unknown[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const begin = (holder: string) => {
    const updates = startDailyUpdates({
      ...{ db, holder, log, now: () => clock.ms, lookMs: 20 },
      filesOf: ({ domain }) => ({
        mostFiles: 1,
        first: () => Promise.resolve([`https://${domain}/sitemap.txt`]),
        async open(name, reader) {
          read.push(name);
          if (domain === 'broken.example') throw new SitemapNotRead(`${name} cannot be read`);
          async function* octets() {
            yield await Promise.resolve(Buffer.from(`https://${domain}/a`));
          }
          return reader(octets());
        },
      }),
    });
    atEnd(() => updates.stop());
  };
  begin('server one');
  begin('server two');
  await expect.poll(async () => [(await findSitemap(db, first.id))?.pages, logged.length]).toEqual([1, 1]);
  expect(read.toSorted()).toEqual([
    'https://broken.example/sitemap.txt',
    'https://first.example/sitemap.txt',
  ]);
  expect(logged).toMatchObject([
    {
      ...{ siteId: broken.id, msg: 'sitemap of a site not updated' },
      err: { message: 'https://broken.example/sitemap.txt cannot be read' },
    },
  ]);
  expect(await findSitemap(db, fresh.id)).toMatchObject({ pages: 0 });
  clock.ms += 2;
  await expect.poll(async () => (await findSitemap(db, fresh.id))?.pages).toBe(1);
  expect(read).toHaveLength(3);
});

it('a site that has to wait keeps no other waiting', async () => {
  const db = openPool(await freshDatabase(), 2);
  const { accountId } = await makeOwner(db);
  await makeSite(db, accountId, { domain: 'waiting.example' });
  const other = await makeSite(db, accountId, { domain: 'other.example' });
  const waiting: string[] = [];
  const logged: string[] = [];
  const updates = startDailyUpdates({
    ...{ db, holder: 'server', now: () => Date.parse('2026-03-15T00:00:00Z') },
    log: pino({ level: 'warn' }, { write: (line: string) => logged.push(line) }),
    filesOf: ({ domain }, stop) => ({
      mostFiles: 1,
      async first() {
        if (domain === 'other.example') await expect.poll(() => waiting).toEqual(['waiting.example']);
        else {
          waiting.push(domain);
          await once(stop, 'abort');
          throw new SitemapNotRead('stopped');
        }
        return [`https://${domain}/sitemap.txt`];
      },
      open: (_, reader) => reader(Readable.from([Buffer.from(`https://${domain}/a`)])),
    }),
  });
  atEnd(() => updates.stop());
  await expect.poll(async () => (await findSitemap(db, other.id))?.pages).toBe(1);
  await updates.stop();
  expect(logged).toEqual([]);
});

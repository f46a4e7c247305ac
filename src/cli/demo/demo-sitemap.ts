import { Readable } from 'node:stream';
import type { Site } from '../../domain/site.ts';
import { DAY_MS, formatDate } from '../../domain/time.ts';
import { hasSitemap } from '../../operations/sitemaps/has-sitemap.ts';
import { updateSitemap } from '../../operations/sitemaps/update-sitemap.ts';
import type { DemoParts } from './demo-parts.ts';
import { PAGES } from './demo-rows.ts';

/** Bots read it, but the sitemap does not list it. */
const UNLISTED = '/press';

/** Pages that no bot reads, by section. */
const NEVER_READ = {
  '/docs/': ['cli', 'plugins', 'sharding', 'audit-log', 'sso', 'roles', 'queues', 'upgrade-from-1'],
  '/blog/': ['2022-in-review', 'our-stack', 'hiring', 'new-office', 'meet-the-team', 'release-0', 'podcast'],
  '/customers/': ['blue-door', 'fernweh', 'oak-and-co', 'sunday-post'],
  '/integrations/': ['varnish', 'lighttpd', 'iis', 'hiawatha'],
  '/events/': ['2023-berlin', '2024-lisbon', '2025-oslo'],
};

/** How many pages changed today. Few bots come to them, so some have not been read since. */
const CHANGED_TODAY = 16;

/** Gives the demo site a list of its pages, unless it has one: that may be the user's. */
export async function addSitemap(parts: DemoParts, site: Site): Promise<void> {
  if (await hasSitemap(parts.db, site.id)) return;
  const file = Buffer.from(sitemapOf(site.domain, parts.now()));
  await updateSitemap(parts, site, {
    mostFiles: 1,
    first: () => Promise.resolve(['sitemap.xml']),
    open: (_, read) => read(Readable.from([file])),
  });
}

function sitemapOf(domain: string, nowMs: number): string {
  const read = PAGES.map(([path]) => path).filter((path) => path !== UNLISTED);
  const unread = Object.entries(NEVER_READ).flatMap(([section, names]) =>
    names.map((name) => section + name),
  );
  const changed = (path: string, daysAgo: number) =>
    `<url><loc>https://${domain}${path}</loc><lastmod>${formatDate(nowMs - daysAgo * DAY_MS)}</lastmod></url>`;
  const pages = [
    ...read.map((path, index) => changed(path, 2 * Math.max(read.length - CHANGED_TODAY - index, 0))),
    ...unread.map((path, index) => changed(path, 5 + 11 * index)),
  ];
  return `<urlset>${pages.join('')}</urlset>`;
}
